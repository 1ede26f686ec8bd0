#!/usr/bin/env python3
"""Writes testdata/defaults.txt: a digest of every object that each release ships.

usage: scripts/digest-defaults.py FOLDER    (FOLDER holds RELEASE.yaml, a YAML stream of the objects)

The test of src/release/defaults/ builds the same digests from the embedded files.
"""
import json, os, sys
import yaml

TARGET = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "testdata", "defaults.txt")


def digest(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def main():
    if len(sys.argv) != 2: sys.exit(__doc__)
    lines = []
    for file in sorted(os.listdir(sys.argv[1])):
        for o in yaml.safe_load_all(open(os.path.join(sys.argv[1], file))):
            if "data" in o: o["data"] = {k: json.loads(v) for k, v in o["data"].items()}
            text = json.dumps(o, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            lines.append(f"{file.removesuffix('.yaml')} {o['kind']}/{o['metadata']['name']} {digest(text)}\n")
    open(TARGET, "w").writelines(lines)


if __name__ == "__main__":
    main()
