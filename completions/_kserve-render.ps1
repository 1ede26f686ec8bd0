
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'kserve-render' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'kserve-render'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'kserve-render' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Template (Jinja) that is applied to each service')
            [CompletionResult]::new('--output-dir', '--output-dir', [CompletionResultType]::ParameterName, 'Write one file per object, DIR/<namespace>/<kind>/<name>.yaml')
            [CompletionResult]::new('--owner-uid', '--owner-uid', [CompletionResultType]::ParameterName, 'Print ownerReferences, with this uid of the InferenceService')
            [CompletionResult]::new('--passthrough', '--passthrough', [CompletionResultType]::ParameterName, 'Copy documents of unknown kinds to the output; `all` copies everything that is not rendered')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Print only objects of this kind (Deployment, ksvc, …); repeatable')
            [CompletionResult]::new('--component', '--component', [CompletionResultType]::ParameterName, 'Print only objects of this component; repeatable')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Print only objects of this name; repeatable')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Print only objects with these labels, as in kubectl')
            [CompletionResult]::new('--selector', '--selector', [CompletionResultType]::ParameterName, 'Print only objects with these labels, as in kubectl')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--prune', '--prune', [CompletionResultType]::ParameterName, 'Remove files of an earlier run that this one does not write')
            [CompletionResult]::new('--inject', '--inject', [CompletionResultType]::ParameterName, 'Print pods as the pod webhook makes them, for clusters where it does not run')
            [CompletionResult]::new('--show-secrets', '--show-secrets', [CompletionResultType]::ParameterName, 'Print values of Secrets that end up in pods in clear text, such as headers for https downloads')
            [CompletionResult]::new('--no-comments', '--no-comments', [CompletionResultType]::ParameterName, 'Leave out the comments before each service''s objects')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Print the objects that the controller would create')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Show mode, runtime, URLs and readiness of each service')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what differs between two inputs, two releases or two configurations, or from a dump of the cluster')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Look for what is accepted, but fails or surprises later')
            [CompletionResult]::new('runtimes', 'runtimes', [CompletionResultType]::ParameterValue, 'List the known serving runtimes: those that the release ships, and those of context and inputs')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show, check and print the configuration: ConfigMap inferenceservice-config')
            [CompletionResult]::new('krm', 'krm', [CompletionResultType]::ParameterValue, 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print a manual page, in roff, or write all of them')
            [CompletionResult]::new('version', 'version', [CompletionResultType]::ParameterValue, 'Print the version of this program and the releases of KServe that it imitates')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;render' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Template (Jinja) that is applied to each service')
            [CompletionResult]::new('--output-dir', '--output-dir', [CompletionResultType]::ParameterName, 'Write one file per object, DIR/<namespace>/<kind>/<name>.yaml')
            [CompletionResult]::new('--owner-uid', '--owner-uid', [CompletionResultType]::ParameterName, 'Print ownerReferences, with this uid of the InferenceService')
            [CompletionResult]::new('--passthrough', '--passthrough', [CompletionResultType]::ParameterName, 'Copy documents of unknown kinds to the output; `all` copies everything that is not rendered')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Print only objects of this kind (Deployment, ksvc, …); repeatable')
            [CompletionResult]::new('--component', '--component', [CompletionResultType]::ParameterName, 'Print only objects of this component; repeatable')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Print only objects of this name; repeatable')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Print only objects with these labels, as in kubectl')
            [CompletionResult]::new('--selector', '--selector', [CompletionResultType]::ParameterName, 'Print only objects with these labels, as in kubectl')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--prune', '--prune', [CompletionResultType]::ParameterName, 'Remove files of an earlier run that this one does not write')
            [CompletionResult]::new('--inject', '--inject', [CompletionResultType]::ParameterName, 'Print pods as the pod webhook makes them, for clusters where it does not run')
            [CompletionResult]::new('--show-secrets', '--show-secrets', [CompletionResultType]::ParameterName, 'Print values of Secrets that end up in pods in clear text, such as headers for https downloads')
            [CompletionResult]::new('--no-comments', '--no-comments', [CompletionResultType]::ParameterName, 'Leave out the comments before each service''s objects')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;status' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it; yaml and json show the InferenceService with its status')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it; yaml and json show the InferenceService with its status')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;check' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest severity that makes the exit status 1 [default: error; of lint, warning]')
            [CompletionResult]::new('--suppress', '--suppress', [CompletionResultType]::ParameterName, 'Leave out one kind of finding, everywhere or for one object; repeatable')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Show only these kinds of findings, by code or name')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Leave out these kinds of findings, by code or name')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print the findings')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print the findings')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a kind of finding, by code or name')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the rules')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;validate' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest severity that makes the exit status 1 [default: error; of lint, warning]')
            [CompletionResult]::new('--suppress', '--suppress', [CompletionResultType]::ParameterName, 'Leave out one kind of finding, everywhere or for one object; repeatable')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Show only these kinds of findings, by code or name')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Leave out these kinds of findings, by code or name')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print the findings')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print the findings')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a kind of finding, by code or name')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the rules')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;diff' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--from-version', '--from-version', [CompletionResultType]::ParameterName, 'Release of the old side [default: that of --kserve-version]')
            [CompletionResult]::new('--to-version', '--to-version', [CompletionResultType]::ParameterName, 'Release of the new side: what an upgrade changes')
            [CompletionResult]::new('--to-config', '--to-config', [CompletionResultType]::ParameterName, 'ConfigMap of the new side')
            [CompletionResult]::new('--live', '--live', [CompletionResultType]::ParameterName, 'Take a dump of the cluster as the old side, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject,opentelemetrycollector -A -o yaml` of the kinds that the cluster has')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it; markdown is for comments on pull requests, html is a page for reviews')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it; markdown is for comments on pull requests, html is a page for reviews')
            [CompletionResult]::new('-U', '-U ', [CompletionResultType]::ParameterName, 'Lines of context around a difference')
            [CompletionResult]::new('--unified', '--unified', [CompletionResultType]::ParameterName, 'Lines of context around a difference')
            [CompletionResult]::new('--ignore-path', '--ignore-path', [CompletionResultType]::ParameterName, 'Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable')
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Compare only objects of this kind (the kind of a service stands for its status); repeatable')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--fresh', '--fresh', [CompletionResultType]::ParameterName, 'Compare two new clusters, which know nothing of each other')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Show only a summary, one line per service')
            [CompletionResult]::new('--inject', '--inject', [CompletionResultType]::ParameterName, 'Compare pods as the pod webhook makes them')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;lint' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'The lowest severity that makes the exit status 1 [default: error; of lint, warning]')
            [CompletionResult]::new('--suppress', '--suppress', [CompletionResultType]::ParameterName, 'Leave out one kind of finding, everywhere or for one object; repeatable')
            [CompletionResult]::new('--only', '--only', [CompletionResultType]::ParameterName, 'Show only these kinds of findings, by code or name')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Leave out these kinds of findings, by code or name')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print what is found')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print what is found')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Explain a kind of finding, by code or name')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Fix in the files what can be meant in only one way; comments, order and style stay')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'Also fix what may have been meant otherwise')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what would be fixed, and write nothing; the exit status is 1 if there is anything')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the rules')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;runtimes' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Rank the runtimes for the services in this file, and tell why others are passed over')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print them')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print them')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show every value in force and where it comes from')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check the configuration: JSON, types, required values, unknown names')
            [CompletionResult]::new('defaults', 'defaults', [CompletionResultType]::ParameterValue, 'Print what a release ships, as YAML to start from')
            [CompletionResult]::new('project', 'project', [CompletionResultType]::ParameterValue, 'Show every option of the project file, with the values that it sets')
            [CompletionResult]::new('crd', 'crd', [CompletionResultType]::ParameterValue, 'Print the custom resource definitions of a release, to check documents where KServe is not installed')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print JSON Schemas of the kinds of a release, for editors and kubeconform')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;config;show' {
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;config;check' {
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;config;defaults' {
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;config;project' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;config;crd' {
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;config;schema' {
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release')
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Write each to GROUP/KIND_VERSION.json in a directory, where kubeconform and editors look for it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse fields that the kinds do not know; the API server drops them')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;config;help' {
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show every value in force and where it comes from')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check the configuration: JSON, types, required values, unknown names')
            [CompletionResult]::new('defaults', 'defaults', [CompletionResultType]::ParameterValue, 'Print what a release ships, as YAML to start from')
            [CompletionResult]::new('project', 'project', [CompletionResultType]::ParameterValue, 'Show every option of the project file, with the values that it sets')
            [CompletionResult]::new('crd', 'crd', [CompletionResultType]::ParameterValue, 'Print the custom resource definitions of a release, to check documents where KServe is not installed')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print JSON Schemas of the kinds of a release, for editors and kubeconform')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;config;help;show' {
            break
        }
        'kserve-render;config;help;check' {
            break
        }
        'kserve-render;config;help;defaults' {
            break
        }
        'kserve-render;config;help;project' {
            break
        }
        'kserve-render;config;help;crd' {
            break
        }
        'kserve-render;config;help;schema' {
            break
        }
        'kserve-render;config;help;help' {
            break
        }
        'kserve-render;krm' {
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of objects that have none')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of objects that have none')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--inject', '--inject', [CompletionResultType]::ParameterName, 'Pods as the pod webhook makes them, for clusters where it does not run')
            [CompletionResult]::new('--show-secrets', '--show-secrets', [CompletionResultType]::ParameterName, 'Show values of Secrets that end up in pods in clear text')
            [CompletionResult]::new('--keep-services', '--keep-services', [CompletionResultType]::ParameterName, 'Keep the rendered resources among the items, before their objects')
            [CompletionResult]::new('--lint', '--lint', [CompletionResultType]::ParameterName, 'Add what lint finds to the results')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;man' {
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'Write the pages of all commands into this directory')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;version' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print them')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print them')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'kserve-render;explain' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--payload', '--payload', [CompletionResultType]::ParameterName, 'A request in JSON with which the conditions of graphs are tried')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('--short', '--short', [CompletionResultType]::ParameterName, 'Print only the answers, one per line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'Try out a domain template or path template, without a service')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from')
            [CompletionResult]::new('why', 'why', [CompletionResultType]::ParameterValue, 'Explain why a field of an LLMInferenceService has its value')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;explain;template' {
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Name of the service or component')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of the service or component')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of the service or component')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'A label of the service or component; repeatable')
            [CompletionResult]::new('--label', '--label', [CompletionResultType]::ParameterName, 'A label of the service or component; repeatable')
            [CompletionResult]::new('--annotation', '--annotation', [CompletionResultType]::ParameterName, 'An annotation of the service or component; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The template is one for paths, like ingress.pathTemplate')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;explain;config' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'How to print it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;explain;why' {
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Same as FILES, as in kubectl')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Namespace of documents that have none [default: default]')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Leave out files and directories, by patterns as in .gitignore; repeatable')
            [CompletionResult]::new('--service', '--service', [CompletionResultType]::ParameterName, 'Look only at services of this name, or namespace/name, with * and ?; repeatable')
            [CompletionResult]::new('--param', '--param', [CompletionResultType]::ParameterName, 'Value of a parameter of OpenShift Templates; repeatable')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable')
            [CompletionResult]::new('-c', '-c', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'ConfigMap inferenceservice-config, or only its data')
            [CompletionResult]::new('--set', '--set', [CompletionResultType]::ParameterName, 'Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable')
            [CompletionResult]::new('--kserve-version', '--kserve-version', [CompletionResultType]::ParameterName, 'KServe release to imitate [default: that of the ConfigMap''s images, else the newest]')
            [CompletionResult]::new('--observed', '--observed', [CompletionResultType]::ParameterName, 'What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored')
            [CompletionResult]::new('--knative-domain', '--knative-domain', [CompletionResultType]::ParameterName, 'Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]')
            [CompletionResult]::new('--knative-url-scheme', '--knative-url-scheme', [CompletionResultType]::ParameterName, 'Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]')
            [CompletionResult]::new('--cluster-domain', '--cluster-domain', [CompletionResultType]::ParameterName, 'DNS domain of the cluster [default: cluster.local]')
            [CompletionResult]::new('--without-api', '--without-api', [CompletionResultType]::ParameterName, 'API that is not installed, such as networking.istio.io/v1beta1; repeatable')
            [CompletionResult]::new('--kubernetes-version', '--kubernetes-version', [CompletionResultType]::ParameterName, 'Version of Kubernetes, such as 1.33')
            [CompletionResult]::new('--gateway-rejects-pools', '--gateway-rejects-pools', [CompletionResultType]::ParameterName, 'Which InferencePools Gateways refuse as backends of routes')
            [CompletionResult]::new('--not-ready', '--not-ready', [CompletionResultType]::ParameterName, 'Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable')
            [CompletionResult]::new('--last-applied', '--last-applied', [CompletionResultType]::ParameterName, 'The document that was last applied, for services without kubectl''s annotation of it; repeatable')
            [CompletionResult]::new('--generation', '--generation', [CompletionResultType]::ParameterName, 'Generation of the InferenceServices')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour')
            [CompletionResult]::new('--project', '--project', [CompletionResultType]::ParameterName, 'Project file [default: .kserve-render.yaml in the folder of the inputs or above it]')
            [CompletionResult]::new('-R', '-R ', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--recursive', '--recursive', [CompletionResultType]::ParameterName, 'Read directories with all directories below them')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do')
            [CompletionResult]::new('--kustomize', '--kustomize', [CompletionResultType]::ParameterName, 'Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints')
            [CompletionResult]::new('--helm', '--helm', [CompletionResultType]::ParameterName, 'Run helm on the charts in directories, and read what it prints')
            [CompletionResult]::new('--markdown', '--markdown', [CompletionResultType]::ParameterName, 'Read the blocks of YAML in Markdown too')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Exit with status 0 when there is nothing to look at, as hooks expect')
            [CompletionResult]::new('--pass-over', '--pass-over', [CompletionResultType]::ParameterName, 'Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks')
            [CompletionResult]::new('--no-defaults', '--no-defaults', [CompletionResultType]::ParameterName, 'Leave out the ConfigMap, runtimes and storage container that the release ships')
            [CompletionResult]::new('--keda-webhook', '--keda-webhook', [CompletionResultType]::ParameterName, 'Assume KEDA''s webhook, which refuses a ScaledObject for a workload that another autoscaler scales')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say less: leave out notes; given twice, warnings too')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say more: events, and which files were read; given twice, also what becomes of each service')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Count warnings as errors')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'kserve-render;explain;help' {
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'Try out a domain template or path template, without a service')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from')
            [CompletionResult]::new('why', 'why', [CompletionResultType]::ParameterValue, 'Explain why a field of an LLMInferenceService has its value')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;explain;help;template' {
            break
        }
        'kserve-render;explain;help;config' {
            break
        }
        'kserve-render;explain;help;why' {
            break
        }
        'kserve-render;explain;help;help' {
            break
        }
        'kserve-render;help' {
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Print the objects that the controller would create')
            [CompletionResult]::new('status', 'status', [CompletionResultType]::ParameterValue, 'Show mode, runtime, URLs and readiness of each service')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check services, runtimes and ConfigMap as API server and webhooks would, without rendering')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Show what differs between two inputs, two releases or two configurations, or from a dump of the cluster')
            [CompletionResult]::new('lint', 'lint', [CompletionResultType]::ParameterValue, 'Look for what is accepted, but fails or surprises later')
            [CompletionResult]::new('runtimes', 'runtimes', [CompletionResultType]::ParameterValue, 'List the known serving runtimes: those that the release ships, and those of context and inputs')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show, check and print the configuration: ConfigMap inferenceservice-config')
            [CompletionResult]::new('krm', 'krm', [CompletionResultType]::ParameterValue, 'Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script for a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print a manual page, in roff, or write all of them')
            [CompletionResult]::new('version', 'version', [CompletionResultType]::ParameterValue, 'Print the version of this program and the releases of KServe that it imitates')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'kserve-render;help;render' {
            break
        }
        'kserve-render;help;status' {
            break
        }
        'kserve-render;help;check' {
            break
        }
        'kserve-render;help;validate' {
            break
        }
        'kserve-render;help;diff' {
            break
        }
        'kserve-render;help;lint' {
            break
        }
        'kserve-render;help;runtimes' {
            break
        }
        'kserve-render;help;config' {
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show every value in force and where it comes from')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check the configuration: JSON, types, required values, unknown names')
            [CompletionResult]::new('defaults', 'defaults', [CompletionResultType]::ParameterValue, 'Print what a release ships, as YAML to start from')
            [CompletionResult]::new('project', 'project', [CompletionResultType]::ParameterValue, 'Show every option of the project file, with the values that it sets')
            [CompletionResult]::new('crd', 'crd', [CompletionResultType]::ParameterValue, 'Print the custom resource definitions of a release, to check documents where KServe is not installed')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print JSON Schemas of the kinds of a release, for editors and kubeconform')
            break
        }
        'kserve-render;help;config;show' {
            break
        }
        'kserve-render;help;config;check' {
            break
        }
        'kserve-render;help;config;defaults' {
            break
        }
        'kserve-render;help;config;project' {
            break
        }
        'kserve-render;help;config;crd' {
            break
        }
        'kserve-render;help;config;schema' {
            break
        }
        'kserve-render;help;krm' {
            break
        }
        'kserve-render;help;completions' {
            break
        }
        'kserve-render;help;man' {
            break
        }
        'kserve-render;help;version' {
            break
        }
        'kserve-render;help;explain' {
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'Try out a domain template or path template, without a service')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from')
            [CompletionResult]::new('why', 'why', [CompletionResultType]::ParameterValue, 'Explain why a field of an LLMInferenceService has its value')
            break
        }
        'kserve-render;help;explain;template' {
            break
        }
        'kserve-render;help;explain;config' {
            break
        }
        'kserve-render;help;explain;why' {
            break
        }
        'kserve-render;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
