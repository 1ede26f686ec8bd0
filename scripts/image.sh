#!/usr/bin/env bash
# Puts together what the image of a release holds, without a daemon, and tries it in a root that has nothing else:
#
#   scripts/image.sh dist/kserve-render-VERSION-x86_64-unknown-linux-musl.tar.gz image
#
# makes image/, an OCI layout that tools such as skopeo and crane read, with the files and settings of packaging/Containerfile. Where
# the archive is for this machine, an example is rendered from inside of it by the user of the image, with arguments and as a KRM function
# without any.
set -euo pipefail
archive=$(realpath "${1:?the archive of a release for Linux}")
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${2:?the folder for the image}"
out=$(realpath "$2")
case "$archive" in
  *x86_64*) architecture=amd64 ;;
  *aarch64*) architecture=arm64 ;;
  *) echo "image: no archive for Linux: $archive" >&2 && exit 2 ;;
esac
user=$(sed -n 's/^USER //p' "$root/packaging/Containerfile")
entry=$(sed -n 's/^ENTRYPOINT //p' "$root/packaging/Containerfile")
command=$(sed -n 's/^CMD //p' "$root/packaging/Containerfile")
folder=$(sed -n 's/^WORKDIR //p' "$root/packaging/Containerfile")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/unpacked" "$work/root/usr/local/bin" "$work/root/licenses" "$work/root$folder"
tar -xzf "$archive" -C "$work/unpacked" --strip-components=1
install -m 755 "$work/unpacked/kserve-render" "$work/root/usr/local/bin/"
install -m 644 "$work/unpacked/LICENSE" "$work/unpacked/NOTICE" "$work/unpacked/THIRD-PARTY.md" "$work/root/licenses/"

# The same archive gives the same image.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$work/root" -cf "$work/layer.tar" .
rm -rf "$out/blobs"
mkdir -p "$out/blobs/sha256"
# Puts a file among the blobs: its digest and size.
blob() {
  local sum
  sum=$(sha256sum "$1" | cut -d' ' -f1)
  cp "$1" "$out/blobs/sha256/$sum"
  printf '"digest":"sha256:%s","size":%s' "$sum" "$(wc -c <"$1")"
}
layer=$(blob "$work/layer.tar")
difference=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
printf '{"architecture":"%s","os":"linux","config":{"User":"%s","Entrypoint":%s,"Cmd":%s,"WorkingDir":"%s"},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
  "$architecture" "$user" "$entry" "$command" "$folder" "$difference" >"$work/config.json"
config=$(blob "$work/config.json")
type=application/vnd.oci.image
printf '{"schemaVersion":2,"mediaType":"%s.manifest.v1+json","config":{"mediaType":"%s.config.v1+json",%s},"layers":[{"mediaType":"%s.layer.v1.tar",%s}]}' \
  "$type" "$type" "$config" "$type" "$layer" >"$work/manifest.json"
printf '{"schemaVersion":2,"manifests":[{"mediaType":"%s.manifest.v1+json",%s,"platform":{"architecture":"%s","os":"linux"}}]}' \
  "$type" "$(blob "$work/manifest.json")" "$architecture" >"$out/index.json"
printf '{"imageLayoutVersion":"1.0.0"}' >"$out/oci-layout"

case "$architecture-$(uname -m)" in
  amd64-x86_64 | arm64-aarch64) ;;
  *) echo "image: made, not tried, since it is for $architecture" && exit 0 ;;
esac
# Who is not root here may still be it in a namespace of their own.
enter=(chroot "--userspec=$user")
[ "$(id -u)" = 0 ] || enter=(unshare --map-root-user chroot)
# From ["a","b"] to a line.
words() { tr -d '[]"' <<<"$1" | tr ',' ' '; }
read -ra program <<<"$(words "$entry")"
"${enter[@]}" "$work/root" "${program[@]}" - -o name <"$root/examples/sklearn-standard.yaml"
read -ra function <<<"$(words "$entry,$command")"
{
  printf 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\nfunctionConfig:\n'
  sed '/^#/d; s/^/  /' "$root/examples/kustomize/as-config-map.yaml"
} >"$work/list.yaml"
made=$("${enter[@]}" "$work/root" "${function[@]}" <"$work/list.yaml")
grep -q 'host: root-classifier-garden.models.acme.example' <<<"$made" || { echo "image: no KRM function: $made" >&2 && exit 1; }
