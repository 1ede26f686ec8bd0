
use builtin;
use str;

set edit:completion:arg-completer[kserve-render] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'kserve-render'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'kserve-render'= {
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand render 'Print the objects that the controller would create'
            cand status 'Show mode, runtime, URLs and readiness of each service'
            cand explain 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels and objects'
            cand validate 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering'
            cand diff 'Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster'
            cand lint 'Look for what is accepted, but fails or surprises later'
            cand runtimes 'List the serving runtimes known: shipped, from the context and from the inputs'
            cand config 'Show, check and get the configuration: ConfigMap inferenceservice-config'
            cand krm 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output'
            cand completions 'Print the completion script for a shell'
            cand man 'Print the manual page, in roff'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;render'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'What to print: yaml, json, jsonl, name, table, url, status, report or template=FILE'
            cand --output 'What to print: yaml, json, jsonl, name, table, url, status, report or template=FILE'
            cand --template 'Template (Jinja) that is applied to each service'
            cand --output-dir 'Write one file an object, DIR/<namespace>/<kind>/<name>.yaml'
            cand --owner-uid 'Print ownerReferences, with this uid of the InferenceService'
            cand --passthrough 'Copy documents of unknown kinds through; `all` copies everything that is no InferenceService'
            cand --kind 'Print objects of this kind only (Deployment, ksvc, …); repeatable'
            cand --component 'Print objects of this component only; repeatable'
            cand --name 'Print objects of this name only; repeatable'
            cand -l 'Print objects with these labels only, as in kubectl'
            cand --selector 'Print objects with these labels only, as in kubectl'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand --prune 'Remove files of an earlier run that this one does not write'
            cand --inject 'Print pods as the pod webhook makes them, for clusters where it does not run'
            cand --show-secrets 'Print values of Secrets that end up in pods in clear text, such as headers for https downloads'
            cand --no-comments 'Leave out the comments before each service''s objects'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'kserve-render;status'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print it; yaml and json show the InferenceService with its status'
            cand --output 'How to print it; yaml and json show the InferenceService with its status'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;explain'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print it'
            cand --output 'How to print it'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand template 'Try out a domain template or path template, without a service'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;explain;template'= {
            cand --name 'Name of the service or component'
            cand -n 'Its namespace'
            cand --namespace 'Its namespace'
            cand -l 'A label that it has; repeatable'
            cand --label 'A label that it has; repeatable'
            cand --annotation 'An annotation that it has; repeatable'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print it'
            cand --output 'How to print it'
            cand --color 'When to use colour'
            cand --path 'It is a path template, as ingress.pathTemplate'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;explain;help'= {
            cand template 'Try out a domain template or path template, without a service'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;explain;help;template'= {
        }
        &'kserve-render;explain;help;help'= {
        }
        &'kserve-render;validate'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print the findings'
            cand --output 'How to print the findings'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'kserve-render;diff'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand --from-version 'Release of the old side [default: that of --kserve-version]'
            cand --to-version 'Release of the new side: what an upgrade changes'
            cand --to-config 'ConfigMap of the new side'
            cand --live 'What is in the cluster as the old side: a dump, such as of `kubectl get ksvc,deploy,svc,hpa,ing -o yaml`'
            cand -o 'How to print it'
            cand --output 'How to print it'
            cand -U 'Lines of context around a difference'
            cand --unified 'Lines of context around a difference'
            cand --ignore-path 'Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable'
            cand --kind 'Compare only objects of this kind (InferenceService stands for the status); repeatable'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand --stat 'Show only a summary, a line each service'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'kserve-render;lint'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print what is found'
            cand --output 'How to print what is found'
            cand --fail-on 'The least severity with which the exit status is 1'
            cand --suppress 'Leave out a kind of finding, everywhere or for one service; repeatable'
            cand --explain 'Explain a kind of finding, by code or name'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand --list 'List the rules'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'kserve-render;runtimes'= {
            cand -f 'Same as FILES, as in kubectl'
            cand --filename 'Same as FILES, as in kubectl'
            cand -n 'Namespace of documents that have none'
            cand --namespace 'Namespace of documents that have none'
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand --for 'Rank the runtimes for the services in this file, and tell why others are passed over'
            cand -o 'How to print them'
            cand --output 'How to print them'
            cand --color 'When to use colour'
            cand -R 'Read directories with all directories below them'
            cand --recursive 'Read directories with all directories below them'
            cand --keep-going 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;config'= {
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
            cand show 'Show every value in force and where it comes from'
            cand check 'Check the configuration: JSON, types, required values, unknown names'
            cand defaults 'Print what a release ships, as YAML to start from'
            cand crd 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;config;show'= {
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -o 'How to print it'
            cand --output 'How to print it'
            cand --color 'When to use colour'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;config;check'= {
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand --color 'When to use colour'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;config;defaults'= {
            cand --kserve-version 'KServe release'
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;config;crd'= {
            cand --kserve-version 'KServe release'
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;config;help'= {
            cand show 'Show every value in force and where it comes from'
            cand check 'Check the configuration: JSON, types, required values, unknown names'
            cand defaults 'Print what a release ships, as YAML to start from'
            cand crd 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;config;help;show'= {
        }
        &'kserve-render;config;help;check'= {
        }
        &'kserve-render;config;help;defaults'= {
        }
        &'kserve-render;config;help;crd'= {
        }
        &'kserve-render;config;help;help'= {
        }
        &'kserve-render;krm'= {
            cand --context 'Documents that are context only, file or directory; repeatable'
            cand -c 'ConfigMap inferenceservice-config, or only its data'
            cand --config 'ConfigMap inferenceservice-config, or only its data'
            cand --set 'Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable'
            cand --kserve-version 'KServe release to imitate: v0.15 to v0.20'
            cand --observed 'What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects'
            cand --knative-domain 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]'
            cand --knative-url-scheme 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]'
            cand --cluster-domain 'DNS domain of the cluster'
            cand --without-api 'API that is not installed, as in networking.istio.io/v1beta1; repeatable'
            cand --not-ready 'Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable'
            cand --generation 'Generation of the InferenceServices'
            cand -n 'Namespace of objects that have none'
            cand --namespace 'Namespace of objects that have none'
            cand --color 'When to use colour'
            cand --no-defaults 'Leave out the ConfigMap, runtimes and storage container that the release ships'
            cand --inject 'Pods as the pod webhook makes them, for clusters where it does not run'
            cand --show-secrets 'Show values of Secrets that end up in pods in clear text'
            cand --keep-services 'Keep the InferenceServices among the items, before their objects'
            cand --lint 'Put what lint finds among the results'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'kserve-render;completions'= {
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;man'= {
            cand --color 'When to use colour'
            cand -q 'Say less: no notes; twice, no warnings either'
            cand --quiet 'Say less: no notes; twice, no warnings either'
            cand -v 'Say more: events, and what was read'
            cand --verbose 'Say more: events, and what was read'
            cand --strict 'Warnings count as errors'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'kserve-render;help'= {
            cand render 'Print the objects that the controller would create'
            cand status 'Show mode, runtime, URLs and readiness of each service'
            cand explain 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels and objects'
            cand validate 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering'
            cand diff 'Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster'
            cand lint 'Look for what is accepted, but fails or surprises later'
            cand runtimes 'List the serving runtimes known: shipped, from the context and from the inputs'
            cand config 'Show, check and get the configuration: ConfigMap inferenceservice-config'
            cand krm 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output'
            cand completions 'Print the completion script for a shell'
            cand man 'Print the manual page, in roff'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'kserve-render;help;render'= {
        }
        &'kserve-render;help;status'= {
        }
        &'kserve-render;help;explain'= {
            cand template 'Try out a domain template or path template, without a service'
        }
        &'kserve-render;help;explain;template'= {
        }
        &'kserve-render;help;validate'= {
        }
        &'kserve-render;help;diff'= {
        }
        &'kserve-render;help;lint'= {
        }
        &'kserve-render;help;runtimes'= {
        }
        &'kserve-render;help;config'= {
            cand show 'Show every value in force and where it comes from'
            cand check 'Check the configuration: JSON, types, required values, unknown names'
            cand defaults 'Print what a release ships, as YAML to start from'
            cand crd 'Print the custom resource definitions of a release, to check documents where KServe is not installed'
        }
        &'kserve-render;help;config;show'= {
        }
        &'kserve-render;help;config;check'= {
        }
        &'kserve-render;help;config;defaults'= {
        }
        &'kserve-render;help;config;crd'= {
        }
        &'kserve-render;help;krm'= {
        }
        &'kserve-render;help;completions'= {
        }
        &'kserve-render;help;man'= {
        }
        &'kserve-render;help;help'= {
        }
    ]
    $completions[$command]
}
