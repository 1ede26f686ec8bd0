#!/bin/sh
# Renders the services of this folder into `rendered`, one file an object, for review and for a GitOps tool to apply.
set -eu
cd "$(dirname "$0")"
exec "${KSERVE_RENDER:-kserve-render}" ../one-node.yaml ../own-preset --context ../gateway.yaml --output-dir "${1:-rendered}" --prune
