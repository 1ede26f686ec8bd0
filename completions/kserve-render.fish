# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_kserve_render_global_optspecs
    string join \n q/quiet v/verbose color= strict project= f/filename= R/recursive n/namespace= keep-going exclude= service= kustomize helm markdown param= allow-empty context= no-defaults c/config= set= kserve-version= observed= knative-domain= knative-url-scheme= cluster-domain= without-api= kubernetes-version= gateway-rejects-pools= not-ready= keda-webhook last-applied= generation= o/output= template= output-dir= prune inject show-secrets owner-uid= passthrough= kind= component= name= l/selector= no-comments h/help V/version
end

function __fish_kserve_render_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_kserve_render_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_kserve_render_using_subcommand
    set -l cmd (__fish_kserve_render_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c kserve-render -n "__fish_kserve_render_needs_command" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s o -l output -d 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot or template=FILE' -r -f -a "yaml\t'YAML stream to apply'
json\t'a List in JSON'
jsonl\t'one JSON object a line'
name\t'names as in kubectl -o name'
table\t'the objects as a table'
url\t'status.url, one a line'
status\t'the services as a table'
report\t'everything known about each service'
tree\t'what becomes of each service up to its URL, and the steps of graphs'
mermaid\t'the same as a flowchart of Mermaid'
dot\t'the same for Graphviz'
template=FILE\t'a template of your own (Jinja)'"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l template -d 'Template (Jinja) that is applied to each service' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l output-dir -d 'Write one file an object, DIR/<namespace>/<kind>/<name>.yaml' -r -F
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l owner-uid -d 'Print ownerReferences, with this uid of the InferenceService' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l passthrough -d 'Copy documents of unknown kinds through; `all` copies everything that is no InferenceService' -r -f -a "unknown\t'Kinds that the tool does not know, after the rendered objects'
all\t'Also what is a fact of the cluster, such as Secrets and runtimes, before the rendered objects'"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l kind -d 'Print objects of this kind only (Deployment, ksvc, …); repeatable' -r -f -a "ClusterRoleBinding\t''
ConfigMap\t''
Deployment\t''
HTTPRoute\t''
HorizontalPodAutoscaler\t''
InferenceGraph\t''
InferencePool\t''
InferenceService\t''
Ingress\t''
LLMInferenceService\t''
LLMInferenceServiceConfig\t''
LeaderWorkerSet\t''
OpenTelemetryCollector\t''
ResourceClaimTemplate\t''
Role\t''
RoleBinding\t''
ScaledObject\t''
Secret\t''
Service\t''
ServiceAccount\t''
TrainedModel\t''
VariantAutoscaling\t''
VirtualService\t''"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l component -d 'Print objects of this component only; repeatable' -r -f -a "predictor\t''
transformer\t''
explainer\t''"
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l name -d 'Print objects of this name only; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s l -l selector -d 'Print objects with these labels only, as in kubectl' -r
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l prune -d 'Remove files of an earlier run that this one does not write'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l inject -d 'Print pods as the pod webhook makes them, for clusters where it does not run'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l show-secrets -d 'Print values of Secrets that end up in pods in clear text, such as headers for https downloads'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -l no-comments -d 'Leave out the comments before each service\'s objects'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -s V -l version -d 'Print version'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "render" -d 'Print the objects that the controller would create'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "status" -d 'Show mode, runtime, URLs and readiness of each service'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "check" -d 'Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "validate" -d 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "diff" -d 'Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "lint" -d 'Look for what is accepted, but fails or surprises later'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "runtimes" -d 'List the serving runtimes known: shipped, from the context and from the inputs'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "config" -d 'Show, check and get the configuration: ConfigMap inferenceservice-config'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "krm" -d 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "completions" -d 'Print the completion script for a shell'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "man" -d 'Print a manual page, in roff, or write all of them'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "explain" -d 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs'
complete -c kserve-render -n "__fish_kserve_render_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s o -l output -d 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot or template=FILE' -r -f -a "yaml\t'YAML stream to apply'
json\t'a List in JSON'
jsonl\t'one JSON object a line'
name\t'names as in kubectl -o name'
table\t'the objects as a table'
url\t'status.url, one a line'
status\t'the services as a table'
report\t'everything known about each service'
tree\t'what becomes of each service up to its URL, and the steps of graphs'
mermaid\t'the same as a flowchart of Mermaid'
dot\t'the same for Graphviz'
template=FILE\t'a template of your own (Jinja)'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l template -d 'Template (Jinja) that is applied to each service' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l output-dir -d 'Write one file an object, DIR/<namespace>/<kind>/<name>.yaml' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l owner-uid -d 'Print ownerReferences, with this uid of the InferenceService' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l passthrough -d 'Copy documents of unknown kinds through; `all` copies everything that is no InferenceService' -r -f -a "unknown\t'Kinds that the tool does not know, after the rendered objects'
all\t'Also what is a fact of the cluster, such as Secrets and runtimes, before the rendered objects'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l kind -d 'Print objects of this kind only (Deployment, ksvc, …); repeatable' -r -f -a "ClusterRoleBinding\t''
ConfigMap\t''
Deployment\t''
HTTPRoute\t''
HorizontalPodAutoscaler\t''
InferenceGraph\t''
InferencePool\t''
InferenceService\t''
Ingress\t''
LLMInferenceService\t''
LLMInferenceServiceConfig\t''
LeaderWorkerSet\t''
OpenTelemetryCollector\t''
ResourceClaimTemplate\t''
Role\t''
RoleBinding\t''
ScaledObject\t''
Secret\t''
Service\t''
ServiceAccount\t''
TrainedModel\t''
VariantAutoscaling\t''
VirtualService\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l component -d 'Print objects of this component only; repeatable' -r -f -a "predictor\t''
transformer\t''
explainer\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l name -d 'Print objects of this name only; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s l -l selector -d 'Print objects with these labels only, as in kubectl' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l prune -d 'Remove files of an earlier run that this one does not write'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l inject -d 'Print pods as the pod webhook makes them, for clusters where it does not run'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l show-secrets -d 'Print values of Secrets that end up in pods in clear text, such as headers for https downloads'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l no-comments -d 'Leave out the comments before each service\'s objects'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s o -l output -d 'How to print it; yaml and json show the InferenceService with its status' -r -f -a "table\t'Name, mode, runtime, readiness and URL'
wide\t'Also addresses, the URLs of components, and reasons'
yaml\t''
json\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l fail-on -d 'The least severity with which the exit status is 1 [default: error; of lint, warning]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l suppress -d 'Leave out a kind of finding, everywhere or for one object; repeatable' -r -f -a "KSR001\t'pod-webhook'
KSR002\t'reconcile-fails'
KSR003\t'host-not-dns'
KSR004\t'child-name-too-long'
KSR005\t'config-refused'
KSR006\t'config-unread'
KSR007\t'template-without-namespace'
KSR008\t'gateway-required-without-ingress'
KSR009\t'same-url'
KSR010\t'transformer-host'
KSR011\t'no-external-url'
KSR012\t'https-without-tls'
KSR013\t'path-template-without-effect'
KSR014\t'headless-address'
KSR015\t'route-timeout'
KSR016\t'old-predictor-host'
KSR017\t'port-name'
KSR018\t'no-url'
KSR019\t'min-above-max'
KSR020\t'no-scale-to-zero'
KSR021\t'canary-traffic-in-standard'
KSR022\t'scale-annotation-dropped'
KSR023\t'scaling-ignored'
KSR024\t'concurrency-in-standard'
KSR025\t'unknown-deployment-mode'
KSR026\t'stop-value'
KSR027\t'misspelt-annotation'
KSR028\t'auto-update-disabled'
KSR029\t'legacy-framework'
KSR030\t'equal-priorities'
KSR031\t'protocol-assumed'
KSR032\t'storage-without-container'
KSR033\t'oci-among-uris'
KSR034\t'deleted-again'
KSR035\t'floating-tag'
KSR036\t'gpu-with-cpu-image'
KSR037\t'requests-above-limits'
KSR038\t'float-quantity'
KSR039\t'argument-twice'
KSR040\t'knative-pod-field'
KSR041\t'not-in-input'
KSR042\t'main-container'
KSR043\t'rollout-value'
KSR044\t'autoscaler-refused'
KSR045\t'port-without-name'
KSR046\t'route-without-gateway'
KSR047\t'knative-unknown-field'
KSR048\t'pod-refused'
KSR049\t'label-refused'
KSR050\t'pod-webhook-refuses'
KSR051\t'canary-without-traffic'
KSR052\t'visibility-label'
KSR053\t'unknown-suppression'
KSR056\t'namespace-left-out'
KSR057\t'too-many-hosts'
KSR070\t'llm-not-combined'
KSR071\t'llm-unread'
KSR072\t'llm-replaced-list'
KSR073\t'llm-initializer'
KSR074\t'llm-worker-account'
KSR075\t'llm-long-name'
KSR076\t'llm-image'
KSR077\t'llm-storage-container'
KSR078\t'llm-same-model'
KSR201\t'graph-service-missing'
KSR202\t'graph-service-not-ready'
KSR203\t'graph-service-without-path'
KSR204\t'graph-protocols-mixed'
KSR205\t'graph-unknown-node'
KSR206\t'graph-cycle'
KSR207\t'graph-node-not-reached'
KSR208\t'graph-weight-without-effect'
KSR209\t'graph-odd-weight'
KSR210\t'graph-condition-missing'
KSR211\t'graph-condition-without-effect'
KSR212\t'graph-condition-odd'
KSR213\t'graph-condition-on-first-step'
KSR214\t'graph-name-too-long'
KSR215\t'graph-without-steps'
KSR221\t'model-service-missing'
KSR222\t'model-service-not-ready'
KSR223\t'model-service-of-one-model'
KSR224\t'model-memory-short'
KSR225\t'model-label-by-hand'
KSV001\t'broken-yaml'
KSV002\t'unreadable-file'
KSV003\t'no-object'
KSV006\t'unreadable-knative-config'
KSV007\t'config-as-yaml'
KSV008\t'config-incomplete'
KSV009\t'option-without-effect'
KSV010\t'service-in-context'
KSV011\t'status-ignored'
KSV012\t'release'
KSV013\t'template-parameter'
KSV014\t'placeholder'
KSV015\t'build-failed'
KSV016\t'unknown-project-option'
KSV101\t'unknown-field'
KSV201\t'wrong-type'
KSV202\t'unreadable-config'
KSV203\t'no-predictor'
KSV204\t'unusable-local-model'
KSV205\t'config-not-read'
KSV301\t'schema-type'
KSV302\t'schema-required'
KSV303\t'schema-enum'
KSV304\t'schema-pattern'
KSV305\t'schema-bounds'
KSV306\t'schema-duplicate'
KSV307\t'schema-rule'
KSV308\t'metadata'
KSV401\t'mode-change'
KSV402\t'predictor-rename'
KSV403\t'name'
KSV404\t'autoscaler-class'
KSV405\t'blocked-env'
KSV406\t'multi-node'
KSV407\t'gpu-type'
KSV408\t'collocated-storage'
KSV409\t'container-name'
KSV410\t'two-storages'
KSV411\t'storage-uris'
KSV412\t'confidential'
KSV413\t'confidential-no-effect'
KSV414\t'exactly-one'
KSV415\t'protocol'
KSV416\t'runtime-version'
KSV417\t'storage-format'
KSV418\t'concurrency'
KSV419\t'replicas'
KSV420\t'logger'
KSV421\t'scaling'
KSV422\t'deployment-strategy'
KSV423\t'canary'
KSV430\t'llm-route'
KSV431\t'llm-group'
KSV432\t'llm-parallelism'
KSV433\t'llm-scheduler'
KSV434\t'llm-scaling'
KSV435\t'llm-adapter'
KSV436\t'llm-cache'
KSV437\t'llm-devices'
KSV438\t'llm-size'
KSV439\t'llm-confidential'
KSV440\t'llm-config'
KSV441\t'llm-template'
KSV442\t'llm-preset'
KSV451\t'graph-root'
KSV452\t'step-name'
KSV453\t'step-target'
KSV454\t'step-weight'
KSV455\t'model-uri'
KSV456\t'model-memory'
KSV501\t'runtime-priority'
KSV502\t'runtime-multi-node'
KSV901\t'unknown-kind'
KSV902\t'misspelt-kind'
KSV903\t'unknown-version'
KSV904\t'repeated-key'
KSV905\t'repeated-object'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s o -l output -d 'How to print the findings' -r -f -a "text\t'For people'
json\t'A list of findings'
sarif\t'For code review (Static Analysis Results Interchange Format)'
github\t'Annotations of GitHub Actions'
gitlab\t'A code quality report of GitLab'
junit\t'A test report, for build servers'
markdown\t'A table, for comments on changes'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l fail-on -d 'The least severity with which the exit status is 1 [default: error; of lint, warning]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l suppress -d 'Leave out a kind of finding, everywhere or for one object; repeatable' -r -f -a "KSR001\t'pod-webhook'
KSR002\t'reconcile-fails'
KSR003\t'host-not-dns'
KSR004\t'child-name-too-long'
KSR005\t'config-refused'
KSR006\t'config-unread'
KSR007\t'template-without-namespace'
KSR008\t'gateway-required-without-ingress'
KSR009\t'same-url'
KSR010\t'transformer-host'
KSR011\t'no-external-url'
KSR012\t'https-without-tls'
KSR013\t'path-template-without-effect'
KSR014\t'headless-address'
KSR015\t'route-timeout'
KSR016\t'old-predictor-host'
KSR017\t'port-name'
KSR018\t'no-url'
KSR019\t'min-above-max'
KSR020\t'no-scale-to-zero'
KSR021\t'canary-traffic-in-standard'
KSR022\t'scale-annotation-dropped'
KSR023\t'scaling-ignored'
KSR024\t'concurrency-in-standard'
KSR025\t'unknown-deployment-mode'
KSR026\t'stop-value'
KSR027\t'misspelt-annotation'
KSR028\t'auto-update-disabled'
KSR029\t'legacy-framework'
KSR030\t'equal-priorities'
KSR031\t'protocol-assumed'
KSR032\t'storage-without-container'
KSR033\t'oci-among-uris'
KSR034\t'deleted-again'
KSR035\t'floating-tag'
KSR036\t'gpu-with-cpu-image'
KSR037\t'requests-above-limits'
KSR038\t'float-quantity'
KSR039\t'argument-twice'
KSR040\t'knative-pod-field'
KSR041\t'not-in-input'
KSR042\t'main-container'
KSR043\t'rollout-value'
KSR044\t'autoscaler-refused'
KSR045\t'port-without-name'
KSR046\t'route-without-gateway'
KSR047\t'knative-unknown-field'
KSR048\t'pod-refused'
KSR049\t'label-refused'
KSR050\t'pod-webhook-refuses'
KSR051\t'canary-without-traffic'
KSR052\t'visibility-label'
KSR053\t'unknown-suppression'
KSR056\t'namespace-left-out'
KSR057\t'too-many-hosts'
KSR070\t'llm-not-combined'
KSR071\t'llm-unread'
KSR072\t'llm-replaced-list'
KSR073\t'llm-initializer'
KSR074\t'llm-worker-account'
KSR075\t'llm-long-name'
KSR076\t'llm-image'
KSR077\t'llm-storage-container'
KSR078\t'llm-same-model'
KSR201\t'graph-service-missing'
KSR202\t'graph-service-not-ready'
KSR203\t'graph-service-without-path'
KSR204\t'graph-protocols-mixed'
KSR205\t'graph-unknown-node'
KSR206\t'graph-cycle'
KSR207\t'graph-node-not-reached'
KSR208\t'graph-weight-without-effect'
KSR209\t'graph-odd-weight'
KSR210\t'graph-condition-missing'
KSR211\t'graph-condition-without-effect'
KSR212\t'graph-condition-odd'
KSR213\t'graph-condition-on-first-step'
KSR214\t'graph-name-too-long'
KSR215\t'graph-without-steps'
KSR221\t'model-service-missing'
KSR222\t'model-service-not-ready'
KSR223\t'model-service-of-one-model'
KSR224\t'model-memory-short'
KSR225\t'model-label-by-hand'
KSV001\t'broken-yaml'
KSV002\t'unreadable-file'
KSV003\t'no-object'
KSV006\t'unreadable-knative-config'
KSV007\t'config-as-yaml'
KSV008\t'config-incomplete'
KSV009\t'option-without-effect'
KSV010\t'service-in-context'
KSV011\t'status-ignored'
KSV012\t'release'
KSV013\t'template-parameter'
KSV014\t'placeholder'
KSV015\t'build-failed'
KSV016\t'unknown-project-option'
KSV101\t'unknown-field'
KSV201\t'wrong-type'
KSV202\t'unreadable-config'
KSV203\t'no-predictor'
KSV204\t'unusable-local-model'
KSV205\t'config-not-read'
KSV301\t'schema-type'
KSV302\t'schema-required'
KSV303\t'schema-enum'
KSV304\t'schema-pattern'
KSV305\t'schema-bounds'
KSV306\t'schema-duplicate'
KSV307\t'schema-rule'
KSV308\t'metadata'
KSV401\t'mode-change'
KSV402\t'predictor-rename'
KSV403\t'name'
KSV404\t'autoscaler-class'
KSV405\t'blocked-env'
KSV406\t'multi-node'
KSV407\t'gpu-type'
KSV408\t'collocated-storage'
KSV409\t'container-name'
KSV410\t'two-storages'
KSV411\t'storage-uris'
KSV412\t'confidential'
KSV413\t'confidential-no-effect'
KSV414\t'exactly-one'
KSV415\t'protocol'
KSV416\t'runtime-version'
KSV417\t'storage-format'
KSV418\t'concurrency'
KSV419\t'replicas'
KSV420\t'logger'
KSV421\t'scaling'
KSV422\t'deployment-strategy'
KSV423\t'canary'
KSV430\t'llm-route'
KSV431\t'llm-group'
KSV432\t'llm-parallelism'
KSV433\t'llm-scheduler'
KSV434\t'llm-scaling'
KSV435\t'llm-adapter'
KSV436\t'llm-cache'
KSV437\t'llm-devices'
KSV438\t'llm-size'
KSV439\t'llm-confidential'
KSV440\t'llm-config'
KSV441\t'llm-template'
KSV442\t'llm-preset'
KSV451\t'graph-root'
KSV452\t'step-name'
KSV453\t'step-target'
KSV454\t'step-weight'
KSV455\t'model-uri'
KSV456\t'model-memory'
KSV501\t'runtime-priority'
KSV502\t'runtime-multi-node'
KSV901\t'unknown-kind'
KSV902\t'misspelt-kind'
KSV903\t'unknown-version'
KSV904\t'repeated-key'
KSV905\t'repeated-object'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s o -l output -d 'How to print the findings' -r -f -a "text\t'For people'
json\t'A list of findings'
sarif\t'For code review (Static Analysis Results Interchange Format)'
github\t'Annotations of GitHub Actions'
gitlab\t'A code quality report of GitLab'
junit\t'A test report, for build servers'
markdown\t'A table, for comments on changes'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand validate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l from-version -d 'Release of the old side [default: that of --kserve-version]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l to-version -d 'Release of the new side: what an upgrade changes' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l to-config -d 'ConfigMap of the new side' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l live -d 'What is in the cluster as the old side: a dump, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject,opentelemetrycollector -A -o yaml` of the kinds that the cluster has' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s o -l output -d 'How to print it; markdown is for comments on pull requests' -r -f -a "text\t''
json\t''
markdown\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s U -l unified -d 'Lines of context around a difference' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l ignore-path -d 'Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l kind -d 'Compare only objects of this kind (InferenceService stands for the status); repeatable' -r -f -a "ClusterRoleBinding\t''
ConfigMap\t''
Deployment\t''
HTTPRoute\t''
HorizontalPodAutoscaler\t''
InferenceGraph\t''
InferencePool\t''
InferenceService\t''
Ingress\t''
LLMInferenceService\t''
LLMInferenceServiceConfig\t''
LeaderWorkerSet\t''
OpenTelemetryCollector\t''
ResourceClaimTemplate\t''
Role\t''
RoleBinding\t''
ScaledObject\t''
Secret\t''
Service\t''
ServiceAccount\t''
TrainedModel\t''
VariantAutoscaling\t''
VirtualService\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l fresh -d 'Compare two new clusters, which know nothing of each other'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l stat -d 'Show only a summary, a line each service'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l inject -d 'Compare pods as the pod webhook makes them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l fail-on -d 'The least severity with which the exit status is 1 [default: error; of lint, warning]' -r -f -a "error\t''
warning\t''
note\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l suppress -d 'Leave out a kind of finding, everywhere or for one object; repeatable' -r -f -a "KSR001\t'pod-webhook'
KSR002\t'reconcile-fails'
KSR003\t'host-not-dns'
KSR004\t'child-name-too-long'
KSR005\t'config-refused'
KSR006\t'config-unread'
KSR007\t'template-without-namespace'
KSR008\t'gateway-required-without-ingress'
KSR009\t'same-url'
KSR010\t'transformer-host'
KSR011\t'no-external-url'
KSR012\t'https-without-tls'
KSR013\t'path-template-without-effect'
KSR014\t'headless-address'
KSR015\t'route-timeout'
KSR016\t'old-predictor-host'
KSR017\t'port-name'
KSR018\t'no-url'
KSR019\t'min-above-max'
KSR020\t'no-scale-to-zero'
KSR021\t'canary-traffic-in-standard'
KSR022\t'scale-annotation-dropped'
KSR023\t'scaling-ignored'
KSR024\t'concurrency-in-standard'
KSR025\t'unknown-deployment-mode'
KSR026\t'stop-value'
KSR027\t'misspelt-annotation'
KSR028\t'auto-update-disabled'
KSR029\t'legacy-framework'
KSR030\t'equal-priorities'
KSR031\t'protocol-assumed'
KSR032\t'storage-without-container'
KSR033\t'oci-among-uris'
KSR034\t'deleted-again'
KSR035\t'floating-tag'
KSR036\t'gpu-with-cpu-image'
KSR037\t'requests-above-limits'
KSR038\t'float-quantity'
KSR039\t'argument-twice'
KSR040\t'knative-pod-field'
KSR041\t'not-in-input'
KSR042\t'main-container'
KSR043\t'rollout-value'
KSR044\t'autoscaler-refused'
KSR045\t'port-without-name'
KSR046\t'route-without-gateway'
KSR047\t'knative-unknown-field'
KSR048\t'pod-refused'
KSR049\t'label-refused'
KSR050\t'pod-webhook-refuses'
KSR051\t'canary-without-traffic'
KSR052\t'visibility-label'
KSR053\t'unknown-suppression'
KSR056\t'namespace-left-out'
KSR057\t'too-many-hosts'
KSR070\t'llm-not-combined'
KSR071\t'llm-unread'
KSR072\t'llm-replaced-list'
KSR073\t'llm-initializer'
KSR074\t'llm-worker-account'
KSR075\t'llm-long-name'
KSR076\t'llm-image'
KSR077\t'llm-storage-container'
KSR078\t'llm-same-model'
KSR201\t'graph-service-missing'
KSR202\t'graph-service-not-ready'
KSR203\t'graph-service-without-path'
KSR204\t'graph-protocols-mixed'
KSR205\t'graph-unknown-node'
KSR206\t'graph-cycle'
KSR207\t'graph-node-not-reached'
KSR208\t'graph-weight-without-effect'
KSR209\t'graph-odd-weight'
KSR210\t'graph-condition-missing'
KSR211\t'graph-condition-without-effect'
KSR212\t'graph-condition-odd'
KSR213\t'graph-condition-on-first-step'
KSR214\t'graph-name-too-long'
KSR215\t'graph-without-steps'
KSR221\t'model-service-missing'
KSR222\t'model-service-not-ready'
KSR223\t'model-service-of-one-model'
KSR224\t'model-memory-short'
KSR225\t'model-label-by-hand'
KSV001\t'broken-yaml'
KSV002\t'unreadable-file'
KSV003\t'no-object'
KSV006\t'unreadable-knative-config'
KSV007\t'config-as-yaml'
KSV008\t'config-incomplete'
KSV009\t'option-without-effect'
KSV010\t'service-in-context'
KSV011\t'status-ignored'
KSV012\t'release'
KSV013\t'template-parameter'
KSV014\t'placeholder'
KSV015\t'build-failed'
KSV016\t'unknown-project-option'
KSV101\t'unknown-field'
KSV201\t'wrong-type'
KSV202\t'unreadable-config'
KSV203\t'no-predictor'
KSV204\t'unusable-local-model'
KSV205\t'config-not-read'
KSV301\t'schema-type'
KSV302\t'schema-required'
KSV303\t'schema-enum'
KSV304\t'schema-pattern'
KSV305\t'schema-bounds'
KSV306\t'schema-duplicate'
KSV307\t'schema-rule'
KSV308\t'metadata'
KSV401\t'mode-change'
KSV402\t'predictor-rename'
KSV403\t'name'
KSV404\t'autoscaler-class'
KSV405\t'blocked-env'
KSV406\t'multi-node'
KSV407\t'gpu-type'
KSV408\t'collocated-storage'
KSV409\t'container-name'
KSV410\t'two-storages'
KSV411\t'storage-uris'
KSV412\t'confidential'
KSV413\t'confidential-no-effect'
KSV414\t'exactly-one'
KSV415\t'protocol'
KSV416\t'runtime-version'
KSV417\t'storage-format'
KSV418\t'concurrency'
KSV419\t'replicas'
KSV420\t'logger'
KSV421\t'scaling'
KSV422\t'deployment-strategy'
KSV423\t'canary'
KSV430\t'llm-route'
KSV431\t'llm-group'
KSV432\t'llm-parallelism'
KSV433\t'llm-scheduler'
KSV434\t'llm-scaling'
KSV435\t'llm-adapter'
KSV436\t'llm-cache'
KSV437\t'llm-devices'
KSV438\t'llm-size'
KSV439\t'llm-confidential'
KSV440\t'llm-config'
KSV441\t'llm-template'
KSV442\t'llm-preset'
KSV451\t'graph-root'
KSV452\t'step-name'
KSV453\t'step-target'
KSV454\t'step-weight'
KSV455\t'model-uri'
KSV456\t'model-memory'
KSV501\t'runtime-priority'
KSV502\t'runtime-multi-node'
KSV901\t'unknown-kind'
KSV902\t'misspelt-kind'
KSV903\t'unknown-version'
KSV904\t'repeated-key'
KSV905\t'repeated-object'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s o -l output -d 'How to print what is found' -r -f -a "text\t'For people'
json\t'A list of findings'
sarif\t'For code review (Static Analysis Results Interchange Format)'
github\t'Annotations of GitHub Actions'
gitlab\t'A code quality report of GitLab'
junit\t'A test report, for build servers'
markdown\t'A table, for comments on changes'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l explain -d 'Explain a kind of finding, by code or name' -r -f -a "KSR001\t'pod-webhook'
KSR002\t'reconcile-fails'
KSR003\t'host-not-dns'
KSR004\t'child-name-too-long'
KSR005\t'config-refused'
KSR006\t'config-unread'
KSR007\t'template-without-namespace'
KSR008\t'gateway-required-without-ingress'
KSR009\t'same-url'
KSR010\t'transformer-host'
KSR011\t'no-external-url'
KSR012\t'https-without-tls'
KSR013\t'path-template-without-effect'
KSR014\t'headless-address'
KSR015\t'route-timeout'
KSR016\t'old-predictor-host'
KSR017\t'port-name'
KSR018\t'no-url'
KSR019\t'min-above-max'
KSR020\t'no-scale-to-zero'
KSR021\t'canary-traffic-in-standard'
KSR022\t'scale-annotation-dropped'
KSR023\t'scaling-ignored'
KSR024\t'concurrency-in-standard'
KSR025\t'unknown-deployment-mode'
KSR026\t'stop-value'
KSR027\t'misspelt-annotation'
KSR028\t'auto-update-disabled'
KSR029\t'legacy-framework'
KSR030\t'equal-priorities'
KSR031\t'protocol-assumed'
KSR032\t'storage-without-container'
KSR033\t'oci-among-uris'
KSR034\t'deleted-again'
KSR035\t'floating-tag'
KSR036\t'gpu-with-cpu-image'
KSR037\t'requests-above-limits'
KSR038\t'float-quantity'
KSR039\t'argument-twice'
KSR040\t'knative-pod-field'
KSR041\t'not-in-input'
KSR042\t'main-container'
KSR043\t'rollout-value'
KSR044\t'autoscaler-refused'
KSR045\t'port-without-name'
KSR046\t'route-without-gateway'
KSR047\t'knative-unknown-field'
KSR048\t'pod-refused'
KSR049\t'label-refused'
KSR050\t'pod-webhook-refuses'
KSR051\t'canary-without-traffic'
KSR052\t'visibility-label'
KSR053\t'unknown-suppression'
KSR056\t'namespace-left-out'
KSR057\t'too-many-hosts'
KSR070\t'llm-not-combined'
KSR071\t'llm-unread'
KSR072\t'llm-replaced-list'
KSR073\t'llm-initializer'
KSR074\t'llm-worker-account'
KSR075\t'llm-long-name'
KSR076\t'llm-image'
KSR077\t'llm-storage-container'
KSR078\t'llm-same-model'
KSR201\t'graph-service-missing'
KSR202\t'graph-service-not-ready'
KSR203\t'graph-service-without-path'
KSR204\t'graph-protocols-mixed'
KSR205\t'graph-unknown-node'
KSR206\t'graph-cycle'
KSR207\t'graph-node-not-reached'
KSR208\t'graph-weight-without-effect'
KSR209\t'graph-odd-weight'
KSR210\t'graph-condition-missing'
KSR211\t'graph-condition-without-effect'
KSR212\t'graph-condition-odd'
KSR213\t'graph-condition-on-first-step'
KSR214\t'graph-name-too-long'
KSR215\t'graph-without-steps'
KSR221\t'model-service-missing'
KSR222\t'model-service-not-ready'
KSR223\t'model-service-of-one-model'
KSR224\t'model-memory-short'
KSR225\t'model-label-by-hand'
KSV001\t'broken-yaml'
KSV002\t'unreadable-file'
KSV003\t'no-object'
KSV006\t'unreadable-knative-config'
KSV007\t'config-as-yaml'
KSV008\t'config-incomplete'
KSV009\t'option-without-effect'
KSV010\t'service-in-context'
KSV011\t'status-ignored'
KSV012\t'release'
KSV013\t'template-parameter'
KSV014\t'placeholder'
KSV015\t'build-failed'
KSV016\t'unknown-project-option'
KSV101\t'unknown-field'
KSV201\t'wrong-type'
KSV202\t'unreadable-config'
KSV203\t'no-predictor'
KSV204\t'unusable-local-model'
KSV205\t'config-not-read'
KSV301\t'schema-type'
KSV302\t'schema-required'
KSV303\t'schema-enum'
KSV304\t'schema-pattern'
KSV305\t'schema-bounds'
KSV306\t'schema-duplicate'
KSV307\t'schema-rule'
KSV308\t'metadata'
KSV401\t'mode-change'
KSV402\t'predictor-rename'
KSV403\t'name'
KSV404\t'autoscaler-class'
KSV405\t'blocked-env'
KSV406\t'multi-node'
KSV407\t'gpu-type'
KSV408\t'collocated-storage'
KSV409\t'container-name'
KSV410\t'two-storages'
KSV411\t'storage-uris'
KSV412\t'confidential'
KSV413\t'confidential-no-effect'
KSV414\t'exactly-one'
KSV415\t'protocol'
KSV416\t'runtime-version'
KSV417\t'storage-format'
KSV418\t'concurrency'
KSV419\t'replicas'
KSV420\t'logger'
KSV421\t'scaling'
KSV422\t'deployment-strategy'
KSV423\t'canary'
KSV430\t'llm-route'
KSV431\t'llm-group'
KSV432\t'llm-parallelism'
KSV433\t'llm-scheduler'
KSV434\t'llm-scaling'
KSV435\t'llm-adapter'
KSV436\t'llm-cache'
KSV437\t'llm-devices'
KSV438\t'llm-size'
KSV439\t'llm-confidential'
KSV440\t'llm-config'
KSV441\t'llm-template'
KSV442\t'llm-preset'
KSV451\t'graph-root'
KSV452\t'step-name'
KSV453\t'step-target'
KSV454\t'step-weight'
KSV455\t'model-uri'
KSV456\t'model-memory'
KSV501\t'runtime-priority'
KSV502\t'runtime-multi-node'
KSV901\t'unknown-kind'
KSV902\t'misspelt-kind'
KSV903\t'unknown-version'
KSV904\t'repeated-key'
KSV905\t'repeated-object'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l list -d 'List the rules'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l for -d 'Rank the runtimes for the services in this file, and tell why others are passed over' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s o -l output -d 'How to print them' -r -f -a "table\t''
yaml\t''
json\t''
name\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand runtimes" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -s h -l help -d 'Print help'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "show" -d 'Show every value in force and where it comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "check" -d 'Check the configuration: JSON, types, required values, unknown names'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "defaults" -d 'Print what a release ships, as YAML to start from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "project" -d 'Show every option of the project file, with the values that it sets'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "crd" -d 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and not __fish_seen_subcommand_from show check defaults project crd help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -s o -l output -d 'How to print it' -r -f -a "table\t''
yaml\t''
json\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -l kserve-version -d 'KServe release' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from defaults" -s h -l help -d 'Print help'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from project" -s h -l help -d 'Print help'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -l kserve-version -d 'KServe release' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from crd" -s h -l help -d 'Print help'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show every value in force and where it comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "check" -d 'Check the configuration: JSON, types, required values, unknown names'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "defaults" -d 'Print what a release ships, as YAML to start from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "project" -d 'Show every option of the project file, with the values that it sets'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "crd" -d 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -s n -l namespace -d 'Namespace of objects that have none' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l inject -d 'Pods as the pod webhook makes them, for clusters where it does not run'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l show-secrets -d 'Show values of Secrets that end up in pods in clear text'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l keep-services -d 'Keep the InferenceServices among the items, before their objects'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l lint -d 'Put what lint finds among the results'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand krm" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -l dir -d 'Write the pages of all commands into this directory' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand man" -s h -l help -d 'Print help'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l payload -d 'A request, in JSON, on which the conditions of graphs are tried' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s o -l output -d 'How to print it' -r -f -a "text\t''
json\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l short -d 'Print the answers only, a line each'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -a "template" -d 'Try out a domain template or path template, without a service'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -a "config" -d 'Of what an LLMInferenceService is made: its configs, and where each field of the effective spec comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -a "why" -d 'Why a field of an LLMInferenceService has its value'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and not __fish_seen_subcommand_from template config why help" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l name -d 'Name of the service or component' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s n -l namespace -d 'Its namespace' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s l -l label -d 'A label that it has; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l annotation -d 'An annotation that it has; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s o -l output -d 'How to print it' -r -f -a "text\t''
json\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l path -d 'It is a path template, as ingress.pathTemplate'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from template" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s o -l output -d 'How to print it' -r -f -a "text\t''
json\t''
markdown\t''
html\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from config" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s f -l filename -d 'Same as FILES, as in kubectl' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s n -l namespace -d 'Namespace of documents that have none [default: default]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l exclude -d 'Leave out files and directories, by patterns as in .gitignore; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l service -d 'Look only at services of this name, or namespace/name, with * and ?; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l param -d 'Value of a parameter of OpenShift Templates; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l context -d 'Documents that are context only, file or directory; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s c -l config -d 'ConfigMap inferenceservice-config, or only its data' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l set -d 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l kserve-version -d 'KServe release to imitate [default: that of the ConfigMap\'s images, else the newest]' -r -f -a "v0.15\t''
v0.16\t''
v0.17\t''
v0.18\t''
v0.19\t''
v0.20\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l observed -d 'What the cluster holds: a dump of services with status and of objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES its own services are looked at, as they are stored' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l knative-domain -d 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l knative-url-scheme -d 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l cluster-domain -d 'DNS domain of the cluster [default: cluster.local]' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l without-api -d 'API that is not installed, as in networking.istio.io/v1beta1; repeatable' -r -f -a "gateway.networking.k8s.io/v1\t''
inference.networking.k8s.io/v1\t''
inference.networking.x-k8s.io/v1alpha2\t''
keda.sh/v1alpha1\t''
leaderworkerset.x-k8s.io/v1\t''
llmd.ai/v1alpha1\t''
networking.istio.io/v1beta1\t''
opentelemetry.io/v1beta1\t''
resource.k8s.io/v1\t''
serving.knative.dev/v1\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l kubernetes-version -d 'Minor version of Kubernetes, as in 1.33' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l gateway-rejects-pools -d 'InferencePools that Gateways refuse as backends of routes' -r -f -a "v1alpha2\t'Those of inference.networking.x-k8s.io/v1alpha2'
all\t'All'"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l not-ready -d 'Deployment, Knative Service, HTTPRoute or other workload that never becomes ready; repeatable' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l last-applied -d 'The document that was applied last, for services that do not remember it; repeatable' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l generation -d 'Generation of the InferenceServices' -r
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l color -d 'When to use colour' -r -f -a "auto\t''
always\t''
never\t''"
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l project -d 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]' -r -F
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s R -l recursive -d 'Read directories with all directories below them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l keep-going -d 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l kustomize -d 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l helm -d 'Run helm on the charts in directories, and read what it makes'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l markdown -d 'Read the blocks of YAML in Markdown too'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l allow-empty -d 'End with exit status 0 when there is nothing to look at, as hooks want it'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l no-defaults -d 'Leave out the ConfigMap, runtimes and storage container that the release ships'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l keda-webhook -d 'KEDA\'s webhook runs, which refuses a ScaledObject for a workload that another autoscaler scales'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s q -l quiet -d 'Say less: no notes; twice, no warnings either'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s v -l verbose -d 'Say more: events, and what was read'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -l strict -d 'Warnings count as errors'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from why" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from help" -f -a "template" -d 'Try out a domain template or path template, without a service'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from help" -f -a "config" -d 'Of what an LLMInferenceService is made: its configs, and where each field of the effective spec comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from help" -f -a "why" -d 'Why a field of an LLMInferenceService has its value'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand explain; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "render" -d 'Print the objects that the controller would create'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "status" -d 'Show mode, runtime, URLs and readiness of each service'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "check" -d 'Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "validate" -d 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "diff" -d 'Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "lint" -d 'Look for what is accepted, but fails or surprises later'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "runtimes" -d 'List the serving runtimes known: shipped, from the context and from the inputs'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "config" -d 'Show, check and get the configuration: ConfigMap inferenceservice-config'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "krm" -d 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "completions" -d 'Print the completion script for a shell'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "man" -d 'Print a manual page, in roff, or write all of them'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "explain" -d 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and not __fish_seen_subcommand_from render status check validate diff lint runtimes config krm completions man explain help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'Show every value in force and where it comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "check" -d 'Check the configuration: JSON, types, required values, unknown names'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "defaults" -d 'Print what a release ships, as YAML to start from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "project" -d 'Show every option of the project file, with the values that it sets'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "crd" -d 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from explain" -f -a "template" -d 'Try out a domain template or path template, without a service'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from explain" -f -a "config" -d 'Of what an LLMInferenceService is made: its configs, and where each field of the effective spec comes from'
complete -c kserve-render -n "__fish_kserve_render_using_subcommand help; and __fish_seen_subcommand_from explain" -f -a "why" -d 'Why a field of an LLMInferenceService has its value'
