#!/usr/bin/env python3
"""Packs recorded cases into testdata/conformance/, one file a case.

usage: scripts/pack-conformance.py [--target DIR] RECORDINGS [FOLDER]...
       scripts/pack-conformance.py --share FOLDER...

RECORDINGS holds folders of cases (default folders: catalog deep observed defaults life). A case has
input.yaml, perhaps observed.yaml and options.yaml, and expected/RELEASE.yaml, where a release without a
file answers as the next newer one. The packed file has the same content, told by differences that can be read
as such, in JSON Patch (RFC 6902): an older release against the next newer one, and in the newest release
the pod template after the pod webhook (`injected[].patch`) against the template of the object.

A case of `life` has two steps: input.yaml and config.yaml make a cluster that holds observed.yaml; then input2.yaml is applied, or
config2.yaml or another release (scenario.yaml) follows. Of the objects of expected.yaml only those are kept whole that the second
step has made or changed.

--share keeps what several packed cases of these folders answer alike once, in shared.yaml beside the folder; `shared: NAME` stands for it.
"""
import json, os, re, shutil, sys
import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Newest first, from the table of releases.
with open(os.path.join(PROJECT, "src", "release", "version.rs")) as table:
    RELEASES = re.findall(r'^ *V\d+_\d+ "(v[0-9.]+)"', table.read(), re.M)[::-1]
TARGET = os.path.join(PROJECT, "testdata", "conformance")


class Text(str):
    """A string to be written as a literal block."""


class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):
    def ignore_aliases(self, data):
        return True


Dumper.add_representer(Text, lambda d, s: d.represent_scalar("tag:yaml.org,2002:str", str(s), style="|"))

# Texts that this dumper leaves plain and the reader of kubectl takes for something else: y, n, 1e3, 0o17.
NO_TEXT = re.compile(r"[yYnN]|[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?0[obx][0-9a-fA-F_]+")


def represent_text(dumper, text):
    quoted = "'" if NO_TEXT.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=quoted)


Dumper.add_representer(str, represent_text)


def escape(key):
    return str(key).replace("~", "~0").replace("/", "~1")


def identities(items):
    """What tells the items of a list apart by name, or None."""
    ids = []
    for item in items:
        if not isinstance(item, dict): return None
        metadata = item.get("metadata") if isinstance(item.get("metadata"), dict) else {}
        ids.append((item.get("kind"), metadata.get("name") or item.get("name") or item.get("type") or item.get("mountPath")))
    return ids if all(name for _, name in ids) and len(set(ids)) == len(ids) else None


def patch_named(old, new, path):
    old_ids, new_ids = identities(old), identities(new)
    ops, current = [], list(old_ids)
    for i in reversed(range(len(current))):
        if current[i] not in new_ids:
            ops.append({"op": "remove", "path": f"{path}/{i}"})
            del current[i]
    for i, wanted in enumerate(new_ids):
        if i < len(current) and current[i] == wanted: continue
        if wanted in current:
            j = current.index(wanted)
            ops.append({"op": "move", "from": f"{path}/{j}", "path": f"{path}/{i}"})
            del current[j]
        else:
            ops.append({"op": "add", "path": f"{path}/{i}", "value": new[i]})
        current.insert(i, wanted)
    for i, wanted in enumerate(new_ids):
        if wanted in old_ids: ops += patch(old[old_ids.index(wanted)], new[i], f"{path}/{i}")
    return ops


def patch(old, new, path=""):
    """JSON Patch operations that turn old into new."""
    if type(old) is type(new) and old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        ops = [{"op": "remove", "path": f"{path}/{escape(k)}"} for k in old if k not in new]
        for k, v in new.items():
            p = f"{path}/{escape(k)}"
            ops += patch(old[k], v, p) if k in old else [{"op": "add", "path": p, "value": v}]
        return ops
    if isinstance(old, list) and isinstance(new, list):
        if old and new and identities(old) and identities(new): return patch_named(old, new, path)
        same = lambda a, b: type(a) is type(b) and a == b
        start = 0
        while start < min(len(old), len(new)) and same(old[start], new[start]): start += 1
        end = 0
        while end < min(len(old), len(new)) - start and same(old[-1 - end], new[-1 - end]): end += 1
        middle_old, middle_new = old[start:len(old) - end], new[start:len(new) - end]
        common = min(len(middle_old), len(middle_new)) if len(middle_old) == len(middle_new) else 0
        ops = []
        for i in range(common): ops += patch(middle_old[i], middle_new[i], f"{path}/{start + i}")
        if not common:
            ops += [{"op": "remove", "path": f"{path}/{start}"} for _ in middle_old]
            ops += [{"op": "add", "path": f"{path}/{start + i}", "value": v} for i, v in enumerate(middle_new)]
        return ops
    return [{"op": "replace", "path": path, "value": new}]


def shorten(report):
    """The report with each injected template as a patch of the object's own template."""
    if "injected" not in report: return report
    objects = {(o.get("kind"), o["metadata"]["name"]): o for o in report.get("objects", [])}
    injected = []
    for entry in report["injected"]:
        entry = dict(entry)
        own = objects.get((entry["kind"], entry["name"]))
        if "template" in entry and own:
            entry["patch"] = patch(own["spec"]["template"], entry.pop("template"))
        injected.append(entry)
    return {**report, "injected": injected}


def pack(case):
    packed = {}
    options = os.path.join(case, "options.yaml")
    if os.path.exists(options):
        packed["options"] = yaml.load(open(options), Loader)
    packed["input"] = Text(open(os.path.join(case, "input.yaml")).read())
    observed = os.path.join(case, "observed.yaml")
    if os.path.exists(observed):
        packed["observed"] = Text(open(observed).read())
    newer, expected = None, {}
    for release in RELEASES:
        recorded = os.path.join(case, "expected", release + ".yaml")
        if not os.path.exists(recorded): continue
        reports = [d for d in yaml.load_all(open(recorded), Loader) if d]
        expected[release] = [shorten(r) for r in reports] if newer is None else patch(newer, reports)
        newer = reports
    packed["expected"] = expected
    return packed


def key(o):
    group, _, _ = o["apiVersion"].rpartition("/")
    kind = o["kind"] + ("." + group if group not in ("", "apps") else "")
    return "/".join([kind, o["metadata"].get("namespace", ""), o["metadata"]["name"]])


def pack_life(case):
    read = lambda name: open(os.path.join(case, name)).read()
    packed = {"scenario": yaml.load(read("scenario.yaml"), Loader)}
    for name in ("input", "config", "input2", "config2", "observed"):
        if os.path.exists(os.path.join(case, name + ".yaml")): packed[name] = Text(read(name + ".yaml"))
    packed["expected"] = [d for d in yaml.load_all(read("expected.yaml"), Loader) if d]
    for report in packed["expected"]:
        new = set(report.get("created", []) + report.get("changed", []))
        if "objects" in report:
            report["objects"] = [o if key(o) in new else key(o) for o in report["objects"]]
    return packed


def pieces(value):
    """Every map and list in a value that is long enough to be worth a name, the outer ones first."""
    if isinstance(value, (dict, list)):
        written = json.dumps(value, sort_keys=True)
        if len(written) >= 250 and not (isinstance(value, dict) and list(value) == ["shared"]): yield written
        for part in value.values() if isinstance(value, dict) else value: yield from pieces(part)


def name(value, path, known):
    if isinstance(value, dict) and value.get("kind") and isinstance(value.get("metadata"), dict):
        stem = f"{value['kind']}/{value['metadata'].get('name', '')}"
    else:
        stem = next((part for part in reversed(path) if isinstance(part, str)), "value")
    number = 0
    while f"{stem}/{number}" in known: number += 1
    return f"{stem}/{number}"


def refer(value, path, counts, names, known):
    """The value with what stands in several cases replaced by its name."""
    if not isinstance(value, (dict, list)): return value
    written = json.dumps(value, sort_keys=True)
    if path and counts.get(written, 0) >= 3:
        if written not in names:
            names[written] = name(value, path, known)
            known[names[written]] = value
        return {"shared": names[written]}
    if isinstance(value, dict): return {k: refer(v, path + [k], counts, names, known) for k, v in value.items()}
    return [refer(v, path + [i], counts, names, known) for i, v in enumerate(value)]


def share(folders):
    for parent in sorted({os.path.dirname(os.path.normpath(f)) for f in folders}):
        files = sorted(
            os.path.join(f, case) for f in folders if os.path.dirname(os.path.normpath(f)) == parent for case in os.listdir(f)
        )
        cases = {file: yaml.load(open(file), Loader) for file in files}
        shared = os.path.join(parent, "shared.yaml")
        known = yaml.load(open(shared), Loader) if os.path.exists(shared) else {}
        counts = {}
        for case in cases.values():
            for written in pieces(case["expected"]): counts[written] = counts.get(written, 0) + 1
        names = {json.dumps(v, sort_keys=True): k for k, v in known.items()}
        for file, case in cases.items():
            for key in ("input", "observed", "config", "input2", "config2"):
                if key in case: case[key] = Text(case[key])
            case["expected"] = refer(case["expected"], [], counts, names, known)
            write(file, case)
        write(shared, known)


def write(file, value):
    with open(file, "w") as out:
        yaml.dump(value, out, Dumper, sort_keys=False, width=120, allow_unicode=True)


def main():
    args, root = sys.argv[1:], TARGET
    if args[:1] == ["--share"]: return share(args[1:])
    if args[:1] == ["--target"]: root, args = args[1], args[2:]
    if not args: sys.exit(__doc__)
    source, folders = args[0], args[1:] or ["catalog", "deep", "observed", "defaults", "life"]
    for folder in folders:
        target = os.path.join(root, folder)
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        of_case = pack_life if folder == "life" else pack
        for case in sorted(os.listdir(os.path.join(source, folder))):
            if not os.path.isdir(os.path.join(source, folder, case)): continue
            write(os.path.join(target, case + ".yaml"), of_case(os.path.join(source, folder, case)))


if __name__ == "__main__":
    main()
