#!/bin/sh
# Makes `kubectl kserve-render` work: links the plugin's name to kserve-render in the folder DIR, by default that of kserve-render.
#
# usage: install.sh [DIR]
set -eu
program=$(command -v kserve-render) || { echo "install: kserve-render is not on the PATH" >&2; exit 1; }
directory=${1:-$(dirname "$program")}
ln -sf "$program" "$directory/kubectl-kserve_render"
