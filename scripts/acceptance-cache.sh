#!/usr/bin/env bash
# Fills the cache that the acceptance tests use: kube-apiserver and kubectl, built from their Go module, and the
# CRDs of the APIs that KServe's objects belong to, KServe's own, and the schemas of Kubernetes. Needs Go and some minutes; etcd comes from the system
# (Debian: etcd-server). Run again after a change of versions; what is there is kept.
#
# usage: scripts/acceptance-cache.sh [DIR]     (default: $KSERVE_RENDER_ACCEPTANCE or ~/.cache/kserve-render/acceptance)
set -euo pipefail

KUBERNETES=1.35.4
CRDS=(
  knative.dev/serving@v0.51.0
  istio.io/api@v1.31.4
  sigs.k8s.io/gateway-api@v1.6.3
  github.com/kedacore/keda/v2@v2.20.2
  github.com/open-telemetry/opentelemetry-operator@v0.140.0
  sigs.k8s.io/lws@v0.8.0
  sigs.k8s.io/gateway-api-inference-extension@v1.5.0
  sigs.k8s.io/gateway-api-inference-extension@v1.3.1
  github.com/llm-d/llm-d-workload-variant-autoscaler@v0.7.0
  github.com/prometheus-operator/prometheus-operator@v0.85.0
)
FILES=(
  'config/core/300-resources/*.yaml'
  'kubernetes/customresourcedefinitions.gen.yaml'
  'config/crd/standard/*_httproutes.yaml'
  'config/crd/bases/keda.sh_scaledobjects.yaml'
  'config/crd/bases/opentelemetry.io_opentelemetrycollectors.yaml'
  'config/crd/bases/leaderworkerset.x-k8s.io_leaderworkersets.yaml'
  'config/crd/bases/inference.networking.k8s.io_inferencepools.yaml'
  # Later versions have no definition of the older group any more.
  'config/crd/bases/inference.networking.x-k8s.io_inferencepools.yaml'
  'config/crd/bases/llmd.ai_variantautoscalings.yaml'
  'example/prometheus-operator-crd/*_*monitors.yaml'
)
KSERVE=(v0.15.2 v0.16.0 v0.17.0 v0.18.0 v0.19.0 v0.20.0)

cache=${1:-${KSERVE_RENDER_ACCEPTANCE:-$HOME/.cache/kserve-render/acceptance}}
mkdir -p "$cache/crds"
command -v go >/dev/null || { echo "acceptance-cache: Go is not installed" >&2; exit 1; }
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"

for tool in kube-apiserver kubectl; do
  [ -x "$cache/$tool-$KUBERNETES" ] && continue
  if [ ! -e go.mod ]; then
    # The staging modules are released beside Kubernetes under v0 numbers; its own go.mod replaces them by folders.
    dir=$(go mod download -json "k8s.io/kubernetes@v$KUBERNETES" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    {
      printf 'module acceptance\n\ngo 1.25.0\n\nrequire k8s.io/kubernetes v%s\n\nreplace (\n' "$KUBERNETES"
      sed -n 's/^[[:space:]]*\(k8s\.io\/[a-z-]*\) => .*/\1/p' "$dir/go.mod" | while read -r module; do
        printf '\t%s => %s v0.%s\n' "$module" "$module" "${KUBERNETES#1.}"
      done
      printf ')\n'
    } >go.mod
    printf 'package main\n\nimport _ "k8s.io/kubernetes/cmd/kube-apiserver/app"\n\nfunc main() {}\n' >main.go
  fi
  echo "building $tool $KUBERNETES"
  GOFLAGS=-mod=mod go build -o "$cache/$tool-$KUBERNETES" "k8s.io/kubernetes/cmd/$tool"
done
ln -sf "kube-apiserver-$KUBERNETES" "$cache/kube-apiserver"
ln -sf "kubectl-$KUBERNETES" "$cache/kubectl"

for i in "${!CRDS[@]}"; do
  dir=$(cd "$work" && go mod download -json "${CRDS[$i]}" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  for file in "$dir"/${FILES[$i]}; do
    install -m 644 "$file" "$cache/crds/$i-$(basename "$file")"
  done
done
# KServe's own definitions, to compare with those that are printed; a release that cannot be had is left out.
for version in "${KSERVE[@]}"; do
  minor=$cache/kserve/${version%.*}
  # All releases have this kind, the last one.
  [ -f "$minor/trainedmodels.yaml" ] && continue
  dir=$(go mod download -json "github.com/kserve/kserve@$version" 2>/dev/null | sed -n 's/.*"Dir": "\(.*\)".*/\1/p' || true)
  [ -n "$dir" ] || { echo "acceptance-cache: no definitions of KServe $version" >&2; continue; }
  mkdir -p "$minor"
  find "$dir/config/crd/full" -name 'serving.kserve.io_*.yaml' | sort | while read -r file; do
    kind=$(basename "$file")
    install -m 644 "$file" "$minor/${kind#serving.kserve.io_}"
  done
done

# The schemas of Kubernetes' own kinds, as the server publishes them, for kubeconform.
schemas() {
  local ports=(24790 24791 24792) server kubectl
  server=https://127.0.0.1:${ports[2]}
  kubectl=("$cache/kubectl" --server "$server" --insecure-skip-tls-verify --token acceptance)
  echo 'acceptance,admin,1,system:masters' >tokens.csv
  etcd --data-dir etcd --listen-client-urls "http://127.0.0.1:${ports[0]}" --advertise-client-urls "http://127.0.0.1:${ports[0]}" \
    --listen-peer-urls "http://127.0.0.1:${ports[1]}" >etcd.log 2>&1 &
  pids=($!)
  "$cache/kube-apiserver" --etcd-servers "http://127.0.0.1:${ports[0]}" --secure-port "${ports[2]}" --bind-address 127.0.0.1 \
    --advertise-address 127.0.0.1 --endpoint-reconciler-type none --service-cluster-ip-range 10.0.0.0/16 --cert-dir certificates \
    --service-account-issuer https://localhost --service-account-key-file certificates/apiserver.key \
    --service-account-signing-key-file certificates/apiserver.key --token-auth-file tokens.csv --authorization-mode RBAC \
    --disable-admission-plugins ServiceAccount >apiserver.log 2>&1 &
  pids+=($!)
  for _ in $(seq 300); do
    KUBECONFIG=/dev/null "${kubectl[@]}" get --raw /readyz >/dev/null 2>&1 && break
    sleep 0.2
  done
  mkdir -p "$cache/openapi"
  for path in api/v1 apis/apps/v1 apis/autoscaling/v2 apis/networking.k8s.io/v1; do
    KUBECONFIG=/dev/null "${kubectl[@]}" get --raw "/openapi/v3/$path" >openapi.json
    install -m 644 openapi.json "$cache/openapi/${path//\//_}.json"
  done
  kill "${pids[@]}"
  wait "${pids[@]}" 2>/dev/null || true
  pids=()
}
if ! command -v etcd >/dev/null; then
  echo "acceptance-cache: etcd is not installed (Debian: apt-get install etcd-server)" >&2
elif [ ! -e "$cache/openapi/apis_networking.k8s.io_v1.json" ]; then
  schemas
fi
ls "$cache" "$cache/crds"
