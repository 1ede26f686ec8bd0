module completions {

  def "nu-complete kserve-render color" [] {
    [ "auto" "always" "never" ]
  }

  def "nu-complete kserve-render kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render output" [] {
    [ "yaml" "json" "jsonl" "name" "table" "url" "status" "report" "tree" "mermaid" "dot" "html" "template=FILE" ]
  }

  def "nu-complete kserve-render passthrough" [] {
    [ "unknown" "all" ]
  }

  def "nu-complete kserve-render kind" [] {
    [ "ClusterRoleBinding" "ConfigMap" "Deployment" "HTTPRoute" "HorizontalPodAutoscaler" "InferenceGraph" "InferencePool" "InferenceService" "Ingress" "LLMInferenceService" "LLMInferenceServiceConfig" "LeaderWorkerSet" "OpenTelemetryCollector" "ResourceClaimTemplate" "Role" "RoleBinding" "ScaledObject" "Secret" "Service" "ServiceAccount" "TrainedModel" "VariantAutoscaling" "VirtualService" ]
  }

  def "nu-complete kserve-render component" [] {
    [ "predictor" "transformer" "explainer" ]
  }

  # Render KServe resources offline, exactly as the controllers would
  export extern kserve-render [
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render output" # What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE
    --template: string        # Template (Jinja) that is applied to each service
    --output-dir: path        # Write one file per object, DIR/<namespace>/<kind>/<name>.yaml
    --prune                   # Remove files of an earlier run that this one does not write
    --inject                  # Print pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Print values of Secrets that end up in pods in clear text, such as headers for https downloads
    --owner-uid: string       # Print ownerReferences, with this uid of the InferenceService
    --passthrough: string@"nu-complete kserve-render passthrough" # Copy documents of unknown kinds to the output; `all` copies everything that is not rendered
    --kind: string@"nu-complete kserve-render kind" # Print only objects of this kind (Deployment, ksvc, …); repeatable
    --component: string@"nu-complete kserve-render component" # Print only objects of this component; repeatable
    --name: string            # Print only objects of this name; repeatable
    --selector(-l): string    # Print only objects with these labels, as in kubectl
    --no-comments             # Leave out the comments before each service's objects
    --help(-h)                # Print help (see more with '--help')
    --version(-V)             # Print version
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render render kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render render without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render render gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render render output" [] {
    [ "yaml" "json" "jsonl" "name" "table" "url" "status" "report" "tree" "mermaid" "dot" "html" "template=FILE" ]
  }

  def "nu-complete kserve-render render passthrough" [] {
    [ "unknown" "all" ]
  }

  def "nu-complete kserve-render render kind" [] {
    [ "ClusterRoleBinding" "ConfigMap" "Deployment" "HTTPRoute" "HorizontalPodAutoscaler" "InferenceGraph" "InferencePool" "InferenceService" "Ingress" "LLMInferenceService" "LLMInferenceServiceConfig" "LeaderWorkerSet" "OpenTelemetryCollector" "ResourceClaimTemplate" "Role" "RoleBinding" "ScaledObject" "Secret" "Service" "ServiceAccount" "TrainedModel" "VariantAutoscaling" "VirtualService" ]
  }

  def "nu-complete kserve-render render component" [] {
    [ "predictor" "transformer" "explainer" ]
  }

  def "nu-complete kserve-render render color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the objects that the controller would create
  export extern "kserve-render render" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render render kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render render without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render render gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render render output" # What to print: yaml, json, jsonl, name, table, url, status, report, tree, mermaid, dot, html or template=FILE
    --template: string        # Template (Jinja) that is applied to each service
    --output-dir: path        # Write one file per object, DIR/<namespace>/<kind>/<name>.yaml
    --prune                   # Remove files of an earlier run that this one does not write
    --inject                  # Print pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Print values of Secrets that end up in pods in clear text, such as headers for https downloads
    --owner-uid: string       # Print ownerReferences, with this uid of the InferenceService
    --passthrough: string@"nu-complete kserve-render render passthrough" # Copy documents of unknown kinds to the output; `all` copies everything that is not rendered
    --kind: string@"nu-complete kserve-render render kind" # Print only objects of this kind (Deployment, ksvc, …); repeatable
    --component: string@"nu-complete kserve-render render component" # Print only objects of this component; repeatable
    --name: string            # Print only objects of this name; repeatable
    --selector(-l): string    # Print only objects with these labels, as in kubectl
    --no-comments             # Leave out the comments before each service's objects
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render render color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render status kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render status without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render status gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render status output" [] {
    [ "table" "wide" "yaml" "json" ]
  }

  def "nu-complete kserve-render status color" [] {
    [ "auto" "always" "never" ]
  }

  # Show mode, runtime, URLs and readiness of each service
  export extern "kserve-render status" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render status kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render status without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render status gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render status output" # How to print it; yaml and json show the InferenceService with its status
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render status color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render check kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render check without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render check gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render check fail_on" [] {
    [ "error" "warning" "note" "never" ]
  }

  def "nu-complete kserve-render check suppress" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render check only" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render check ignore" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render check output" [] {
    [ "text" "json" "sarif" "github" "gitlab" "junit" "markdown" ]
  }

  def "nu-complete kserve-render check explain" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render check color" [] {
    [ "auto" "always" "never" ]
  }

  # Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint
  export extern "kserve-render check" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render check kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render check without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render check gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --fail-on: string@"nu-complete kserve-render check fail_on" # The lowest severity that makes the exit status 1 [default: error; of lint, warning]
    --suppress: string@"nu-complete kserve-render check suppress" # Leave out one kind of finding, everywhere or for one object; repeatable
    --only: string@"nu-complete kserve-render check only" # Show only these kinds of findings, by code or name
    --ignore: string@"nu-complete kserve-render check ignore" # Leave out these kinds of findings, by code or name
    --output(-o): string@"nu-complete kserve-render check output" # How to print the findings
    --explain: string@"nu-complete kserve-render check explain" # Explain a kind of finding, by code or name
    --list                    # List the rules
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render check color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render validate kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render validate without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render validate gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render validate fail_on" [] {
    [ "error" "warning" "note" "never" ]
  }

  def "nu-complete kserve-render validate suppress" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render validate only" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render validate ignore" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render validate output" [] {
    [ "text" "json" "sarif" "github" "gitlab" "junit" "markdown" ]
  }

  def "nu-complete kserve-render validate explain" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render validate color" [] {
    [ "auto" "always" "never" ]
  }

  # Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
  export extern "kserve-render validate" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render validate kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render validate without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render validate gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --fail-on: string@"nu-complete kserve-render validate fail_on" # The lowest severity that makes the exit status 1 [default: error; of lint, warning]
    --suppress: string@"nu-complete kserve-render validate suppress" # Leave out one kind of finding, everywhere or for one object; repeatable
    --only: string@"nu-complete kserve-render validate only" # Show only these kinds of findings, by code or name
    --ignore: string@"nu-complete kserve-render validate ignore" # Leave out these kinds of findings, by code or name
    --output(-o): string@"nu-complete kserve-render validate output" # How to print the findings
    --explain: string@"nu-complete kserve-render validate explain" # Explain a kind of finding, by code or name
    --list                    # List the rules
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render validate color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render diff kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render diff without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render diff gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render diff from_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render diff to_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render diff output" [] {
    [ "text" "json" "markdown" "html" ]
  }

  def "nu-complete kserve-render diff kind" [] {
    [ "ClusterRoleBinding" "ConfigMap" "Deployment" "HTTPRoute" "HorizontalPodAutoscaler" "InferenceGraph" "InferencePool" "InferenceService" "Ingress" "LLMInferenceService" "LLMInferenceServiceConfig" "LeaderWorkerSet" "OpenTelemetryCollector" "ResourceClaimTemplate" "Role" "RoleBinding" "ScaledObject" "Secret" "Service" "ServiceAccount" "TrainedModel" "VariantAutoscaling" "VirtualService" ]
  }

  def "nu-complete kserve-render diff color" [] {
    [ "auto" "always" "never" ]
  }

  # Show what differs between two inputs, two releases or two configurations, or from a dump of the cluster
  export extern "kserve-render diff" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render diff kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render diff without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render diff gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --from-version: string@"nu-complete kserve-render diff from_version" # Release of the old side [default: that of --kserve-version]
    --to-version: string@"nu-complete kserve-render diff to_version" # Release of the new side: what an upgrade changes
    --to-config: path         # ConfigMap of the new side
    --fresh                   # Compare two new clusters, which know nothing of each other
    --live: path              # Take a dump of the cluster as the old side, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject,opentelemetrycollector -A -o yaml` of the kinds that the cluster has
    --output(-o): string@"nu-complete kserve-render diff output" # How to print it; markdown is for comments on pull requests, html is a page for reviews
    --stat                    # Show only a summary, one line per service
    --inject                  # Compare pods as the pod webhook makes them
    --unified(-U): string     # Lines of context around a difference
    --ignore-path: string     # Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable
    --kind: string@"nu-complete kserve-render diff kind" # Compare only objects of this kind (the kind of a service stands for its status); repeatable
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render diff color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render lint kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render lint without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render lint gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render lint fail_on" [] {
    [ "error" "warning" "note" "never" ]
  }

  def "nu-complete kserve-render lint suppress" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render lint only" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render lint ignore" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render lint output" [] {
    [ "text" "json" "sarif" "github" "gitlab" "junit" "markdown" ]
  }

  def "nu-complete kserve-render lint explain" [] {
    [ "KSR001" "KSR002" "KSR003" "KSR004" "KSR005" "KSR006" "KSR007" "KSR008" "KSR009" "KSR010" "KSR011" "KSR012" "KSR013" "KSR014" "KSR015" "KSR016" "KSR017" "KSR018" "KSR019" "KSR020" "KSR021" "KSR022" "KSR023" "KSR024" "KSR025" "KSR026" "KSR027" "KSR028" "KSR029" "KSR030" "KSR031" "KSR032" "KSR033" "KSR034" "KSR035" "KSR036" "KSR037" "KSR038" "KSR039" "KSR040" "KSR041" "KSR042" "KSR043" "KSR044" "KSR045" "KSR046" "KSR047" "KSR048" "KSR049" "KSR050" "KSR051" "KSR052" "KSR053" "KSR056" "KSR057" "KSR060" "KSR061" "KSR062" "KSR063" "KSR064" "KSR065" "KSR066" "KSR067" "KSR068" "KSR069" "KSR070" "KSR071" "KSR072" "KSR073" "KSR074" "KSR075" "KSR076" "KSR077" "KSR078" "KSR079" "KSR080" "KSR081" "KSR082" "KSR083" "KSR084" "KSR085" "KSR101" "KSR102" "KSR103" "KSR104" "KSR201" "KSR202" "KSR203" "KSR204" "KSR205" "KSR206" "KSR207" "KSR208" "KSR209" "KSR210" "KSR211" "KSR212" "KSR213" "KSR214" "KSR215" "KSR216" "KSR217" "KSR218" "KSR219" "KSR221" "KSR222" "KSR223" "KSR224" "KSR225" "KSR226" "KSV001" "KSV002" "KSV003" "KSV006" "KSV007" "KSV008" "KSV009" "KSV010" "KSV011" "KSV012" "KSV013" "KSV014" "KSV015" "KSV016" "KSV017" "KSV101" "KSV201" "KSV202" "KSV203" "KSV204" "KSV205" "KSV301" "KSV302" "KSV303" "KSV304" "KSV305" "KSV306" "KSV307" "KSV308" "KSV401" "KSV402" "KSV403" "KSV404" "KSV405" "KSV406" "KSV407" "KSV408" "KSV409" "KSV410" "KSV411" "KSV412" "KSV413" "KSV414" "KSV415" "KSV416" "KSV417" "KSV418" "KSV419" "KSV420" "KSV421" "KSV422" "KSV423" "KSV430" "KSV431" "KSV432" "KSV433" "KSV434" "KSV435" "KSV436" "KSV437" "KSV438" "KSV439" "KSV440" "KSV441" "KSV442" "KSV451" "KSV452" "KSV453" "KSV454" "KSV455" "KSV456" "KSV501" "KSV502" "KSV901" "KSV902" "KSV903" "KSV904" "KSV905" ]
  }

  def "nu-complete kserve-render lint color" [] {
    [ "auto" "always" "never" ]
  }

  # Look for what is accepted, but fails or surprises later
  export extern "kserve-render lint" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render lint kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render lint without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render lint gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --fail-on: string@"nu-complete kserve-render lint fail_on" # The lowest severity that makes the exit status 1 [default: error; of lint, warning]
    --suppress: string@"nu-complete kserve-render lint suppress" # Leave out one kind of finding, everywhere or for one object; repeatable
    --only: string@"nu-complete kserve-render lint only" # Show only these kinds of findings, by code or name
    --ignore: string@"nu-complete kserve-render lint ignore" # Leave out these kinds of findings, by code or name
    --fix                     # Fix in the files what can be meant in only one way; comments, order and style stay
    --unsafe-fixes            # Also fix what may have been meant otherwise
    --diff                    # Show what would be fixed, and write nothing; the exit status is 1 if there is anything
    --output(-o): string@"nu-complete kserve-render lint output" # How to print what is found
    --explain: string@"nu-complete kserve-render lint explain" # Explain a kind of finding, by code or name
    --list                    # List the rules
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render lint color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render runtimes kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render runtimes without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render runtimes gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render runtimes output" [] {
    [ "table" "yaml" "json" "name" ]
  }

  def "nu-complete kserve-render runtimes color" [] {
    [ "auto" "always" "never" ]
  }

  # List the known serving runtimes: those that the release ships, and those of context and inputs
  export extern "kserve-render runtimes" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render runtimes kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render runtimes without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render runtimes gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --for: path               # Rank the runtimes for the services in this file, and tell why others are passed over
    --output(-o): string@"nu-complete kserve-render runtimes output" # How to print them
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render runtimes color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render config color" [] {
    [ "auto" "always" "never" ]
  }

  # Show, check and print the configuration: ConfigMap inferenceservice-config
  export extern "kserve-render config" [
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
  ]

  def "nu-complete kserve-render config show kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render config show without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render config show gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render config show output" [] {
    [ "table" "yaml" "json" ]
  }

  def "nu-complete kserve-render config show color" [] {
    [ "auto" "always" "never" ]
  }

  # Show every value in force and where it comes from
  export extern "kserve-render config show" [
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render config show kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render config show without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render config show gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render config show output" # How to print it
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config show color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
  ]

  def "nu-complete kserve-render config check kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render config check without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render config check gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render config check color" [] {
    [ "auto" "always" "never" ]
  }

  # Check the configuration: JSON, types, required values, unknown names
  export extern "kserve-render config check" [
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render config check kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render config check without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render config check gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config check color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    file?: path               # ConfigMap, or only its data; same as --config
  ]

  def "nu-complete kserve-render config defaults kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render config defaults what" [] {
    [ "config" "runtimes" "storage" ]
  }

  def "nu-complete kserve-render config defaults color" [] {
    [ "auto" "always" "never" ]
  }

  # Print what a release ships, as YAML to start from
  export extern "kserve-render config defaults" [
    --kserve-version: string@"nu-complete kserve-render config defaults kserve_version" # KServe release
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config defaults color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
    ...what: string@"nu-complete kserve-render config defaults what" # Which of the objects; all if none is named
  ]

  def "nu-complete kserve-render config project color" [] {
    [ "auto" "always" "never" ]
  }

  # Show every option of the project file, with the values that it sets
  export extern "kserve-render config project" [
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config project color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
    ...files: path            # Files and directories of the project; without any, the current one
  ]

  def "nu-complete kserve-render config crd kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render config crd color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render config crd" [
    --kserve-version: string@"nu-complete kserve-render config crd kserve_version" # KServe release
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config crd color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
    ...kinds: string          # Which of the kinds, such as InferenceService or isvc; all if none is named
  ]

  def "nu-complete kserve-render config schema kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render config schema color" [] {
    [ "auto" "always" "never" ]
  }

  # Print JSON Schemas of the kinds of a release, for editors and kubeconform
  export extern "kserve-render config schema" [
    --kserve-version: string@"nu-complete kserve-render config schema kserve_version" # KServe release
    --dir: path               # Write each to GROUP/KIND_VERSION.json in a directory, where kubeconform and editors look for it
    --strict                  # Refuse fields that the kinds do not know; the API server drops them
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render config schema color" # When to use colour
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
    ...kinds: string          # Which of the kinds, such as InferenceService or isvc; all if none is named
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render config help" [
  ]

  # Show every value in force and where it comes from
  export extern "kserve-render config help show" [
  ]

  # Check the configuration: JSON, types, required values, unknown names
  export extern "kserve-render config help check" [
  ]

  # Print what a release ships, as YAML to start from
  export extern "kserve-render config help defaults" [
  ]

  # Show every option of the project file, with the values that it sets
  export extern "kserve-render config help project" [
  ]

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render config help crd" [
  ]

  # Print JSON Schemas of the kinds of a release, for editors and kubeconform
  export extern "kserve-render config help schema" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render config help help" [
  ]

  def "nu-complete kserve-render krm kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render krm without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render krm gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render krm color" [] {
    [ "auto" "always" "never" ]
  }

  # Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
  export extern "kserve-render krm" [
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render krm kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render krm without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render krm gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --namespace(-n): string   # Namespace of objects that have none
    --inject                  # Pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Show values of Secrets that end up in pods in clear text
    --keep-services           # Keep the rendered resources among the items, before their objects
    --lint                    # Add what lint finds to the results
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render krm color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
  ]

  def "nu-complete kserve-render completions shell" [] {
    [ "bash" "elvish" "fish" "nushell" "powershell" "zsh" ]
  }

  def "nu-complete kserve-render completions color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the completion script for a shell
  export extern "kserve-render completions" [
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render completions color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    shell: string@"nu-complete kserve-render completions shell" # Shell to complete in
  ]

  def "nu-complete kserve-render man color" [] {
    [ "auto" "always" "never" ]
  }

  # Print a manual page, in roff, or write all of them
  export extern "kserve-render man" [
    --dir: path               # Write the pages of all commands into this directory
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render man color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
    ...command: string        # Command to print the page of, such as render or config show
  ]

  def "nu-complete kserve-render version output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render version color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the version of this program and the releases of KServe that it imitates
  export extern "kserve-render version" [
    --output(-o): string@"nu-complete kserve-render version output" # How to print them
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render version color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help
  ]

  def "nu-complete kserve-render explain kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render explain without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render explain gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render explain output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render explain files" [] {
    [ "mode" "runtime" "url" "hosts" "autoscaler" "storage" "labels" "objects" "steps" "ready" "route" ]
  }

  def "nu-complete kserve-render explain color" [] {
    [ "auto" "always" "never" ]
  }

  # Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs
  export extern "kserve-render explain" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render explain kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render explain without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render explain gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --payload: path           # A request in JSON with which the conditions of graphs are tried
    --output(-o): string@"nu-complete kserve-render explain output" # How to print it
    --short                   # Print only the answers, one per line
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render explain color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: string@"nu-complete kserve-render explain files" # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render explain template kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render explain template without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render explain template gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render explain template output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render explain template color" [] {
    [ "auto" "always" "never" ]
  }

  # Try out a domain template or path template, without a service
  export extern "kserve-render explain template" [
    --path                    # The template is one for paths, like ingress.pathTemplate
    --name: string            # Name of the service or component
    --namespace(-n): string   # Namespace of the service or component
    --label(-l): string       # A label of the service or component; repeatable
    --annotation: string      # An annotation of the service or component; repeatable
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render explain template kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render explain template without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render explain template gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render explain template output" # How to print it
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render explain template color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    text?: string             # The template; without one, that of the configuration
  ]

  def "nu-complete kserve-render explain config kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render explain config without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render explain config gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render explain config output" [] {
    [ "text" "json" "markdown" "html" ]
  }

  def "nu-complete kserve-render explain config color" [] {
    [ "auto" "always" "never" ]
  }

  # Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from
  export extern "kserve-render explain config" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render explain config kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render explain config without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render explain config gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render explain config output" # How to print it
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render explain config color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render explain why kserve_version" [] {
    [ "v0.15" "v0.16" "v0.17" "v0.18" "v0.19" "v0.20" ]
  }

  def "nu-complete kserve-render explain why without_api" [] {
    [ "gateway.networking.k8s.io/v1" "inference.networking.k8s.io/v1" "inference.networking.x-k8s.io/v1alpha2" "keda.sh/v1alpha1" "leaderworkerset.x-k8s.io/v1" "llmd.ai/v1alpha1" "networking.istio.io/v1beta1" "opentelemetry.io/v1beta1" "resource.k8s.io/v1" "serving.knative.dev/v1" ]
  }

  def "nu-complete kserve-render explain why gateway_rejects_pools" [] {
    [ "v1alpha2" "all" ]
  }

  def "nu-complete kserve-render explain why color" [] {
    [ "auto" "always" "never" ]
  }

  # Explain why a field of an LLMInferenceService has its value
  export extern "kserve-render explain why" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none [default: default]
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --exclude: string         # Leave out files and directories, by patterns as in .gitignore; repeatable
    --service: string         # Look only at services of this name, or namespace/name, with * and ?; repeatable
    --kustomize               # Run kustomize (or kubectl) on the Kustomizations in directories, and read what it prints
    --helm                    # Run helm on the charts in directories, and read what it prints
    --markdown                # Read the blocks of YAML in Markdown too
    --param: string           # Value of a parameter of OpenShift Templates; repeatable
    --allow-empty             # Exit with status 0 when there is nothing to look at, as hooks expect
    --pass-over               # Pass over named files that hold nothing of KServe, such as Helm templates, as in directories; for hooks
    --context: path           # What else the cluster has, such as runtimes and Secrets: a file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, such as ingress.ingressDomain=example.org; repeatable
    --kserve-version: string@"nu-complete kserve-render explain why kserve_version" # KServe release to imitate [default: that of the ConfigMap's images, else the newest]
    --observed: path          # What the cluster holds: a dump of services, with their status, and of their objects, made with `kubectl get isvc,ksvc,deploy,svc,hpa,ing,httproute,virtualservice,scaledobject -A -o yaml` of the kinds that it has. Without FILES, the services of the dump are looked at, as they are stored
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster [default: cluster.local]
    --without-api: string@"nu-complete kserve-render explain why without_api" # API that is not installed, such as networking.istio.io/v1beta1; repeatable
    --kubernetes-version: string # Version of Kubernetes, such as 1.33
    --gateway-rejects-pools: string@"nu-complete kserve-render explain why gateway_rejects_pools" # Which InferencePools Gateways refuse as backends of routes
    --not-ready: string       # Name of an object that never becomes ready, such as a Deployment, Knative Service or HTTPRoute; repeatable
    --keda-webhook            # Assume KEDA's webhook, which refuses a ScaledObject for a workload that another autoscaler scales
    --last-applied: path      # The document that was last applied, for services without kubectl's annotation of it; repeatable
    --generation: string      # Generation of the InferenceServices
    --quiet(-q)               # Say less: leave out notes; given twice, warnings too
    --verbose(-v)             # Say more: events, and which files were read; given twice, also what becomes of each service
    --color: string@"nu-complete kserve-render explain why color" # When to use colour
    --strict                  # Count warnings as errors
    --project: path           # Project file [default: .kserve-render.yaml in the folder of the inputs or above it]
    --help(-h)                # Print help (see more with '--help')
    path: string              # The field, such as template.containers[main].args; of one that holds others, all of them are explained
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render explain help" [
  ]

  # Try out a domain template or path template, without a service
  export extern "kserve-render explain help template" [
  ]

  # Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from
  export extern "kserve-render explain help config" [
  ]

  # Explain why a field of an LLMInferenceService has its value
  export extern "kserve-render explain help why" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render explain help help" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render help" [
  ]

  # Print the objects that the controller would create
  export extern "kserve-render help render" [
  ]

  # Show mode, runtime, URLs and readiness of each service
  export extern "kserve-render help status" [
  ]

  # Check services, runtimes and ConfigMap in every way: schema, webhooks, controller, pods, and the rules of lint
  export extern "kserve-render help check" [
  ]

  # Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
  export extern "kserve-render help validate" [
  ]

  # Show what differs between two inputs, two releases or two configurations, or from a dump of the cluster
  export extern "kserve-render help diff" [
  ]

  # Look for what is accepted, but fails or surprises later
  export extern "kserve-render help lint" [
  ]

  # List the known serving runtimes: those that the release ships, and those of context and inputs
  export extern "kserve-render help runtimes" [
  ]

  # Show, check and print the configuration: ConfigMap inferenceservice-config
  export extern "kserve-render help config" [
  ]

  # Show every value in force and where it comes from
  export extern "kserve-render help config show" [
  ]

  # Check the configuration: JSON, types, required values, unknown names
  export extern "kserve-render help config check" [
  ]

  # Print what a release ships, as YAML to start from
  export extern "kserve-render help config defaults" [
  ]

  # Show every option of the project file, with the values that it sets
  export extern "kserve-render help config project" [
  ]

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render help config crd" [
  ]

  # Print JSON Schemas of the kinds of a release, for editors and kubeconform
  export extern "kserve-render help config schema" [
  ]

  # Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
  export extern "kserve-render help krm" [
  ]

  # Print the completion script for a shell
  export extern "kserve-render help completions" [
  ]

  # Print a manual page, in roff, or write all of them
  export extern "kserve-render help man" [
  ]

  # Print the version of this program and the releases of KServe that it imitates
  export extern "kserve-render help version" [
  ]

  # Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels, objects, and the steps of graphs
  export extern "kserve-render help explain" [
  ]

  # Try out a domain template or path template, without a service
  export extern "kserve-render help explain template" [
  ]

  # Show what an LLMInferenceService is made of: its configs, and where each field of the effective spec comes from
  export extern "kserve-render help explain config" [
  ]

  # Explain why a field of an LLMInferenceService has its value
  export extern "kserve-render help explain why" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render help help" [
  ]

}

export use completions *
