module completions {

  def "nu-complete kserve-render color" [] {
    [ "auto" "always" "never" ]
  }

  def "nu-complete kserve-render output" [] {
    [ "yaml" "json" "jsonl" "name" "table" "url" "status" "report" "template=FILE" ]
  }

  def "nu-complete kserve-render passthrough" [] {
    [ "unknown" "all" ]
  }

  def "nu-complete kserve-render component" [] {
    [ "predictor" "transformer" "explainer" ]
  }

  # Render KServe InferenceServices offline, exactly as the controller would
  export extern kserve-render [
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render color" # When to use colour
    --strict                  # Warnings count as errors
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render output" # What to print: yaml, json, jsonl, name, table, url, status, report or template=FILE
    --template: string        # Template (Jinja) that is applied to each service
    --output-dir: path        # Write one file an object, DIR/<namespace>/<kind>/<name>.yaml
    --prune                   # Remove files of an earlier run that this one does not write
    --inject                  # Print pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Print values of Secrets that end up in pods in clear text, such as headers for https downloads
    --owner-uid: string       # Print ownerReferences, with this uid of the InferenceService
    --passthrough: string@"nu-complete kserve-render passthrough" # Copy documents of unknown kinds through; `all` copies everything that is no InferenceService
    --kind: string            # Print objects of this kind only (Deployment, ksvc, …); repeatable
    --component: string@"nu-complete kserve-render component" # Print objects of this component only; repeatable
    --name: string            # Print objects of this name only; repeatable
    --selector(-l): string    # Print objects with these labels only, as in kubectl
    --no-comments             # Leave out the comments before each service's objects
    --help(-h)                # Print help (see more with '--help')
    --version(-V)             # Print version
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render render output" [] {
    [ "yaml" "json" "jsonl" "name" "table" "url" "status" "report" "template=FILE" ]
  }

  def "nu-complete kserve-render render passthrough" [] {
    [ "unknown" "all" ]
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
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render render output" # What to print: yaml, json, jsonl, name, table, url, status, report or template=FILE
    --template: string        # Template (Jinja) that is applied to each service
    --output-dir: path        # Write one file an object, DIR/<namespace>/<kind>/<name>.yaml
    --prune                   # Remove files of an earlier run that this one does not write
    --inject                  # Print pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Print values of Secrets that end up in pods in clear text, such as headers for https downloads
    --owner-uid: string       # Print ownerReferences, with this uid of the InferenceService
    --passthrough: string@"nu-complete kserve-render render passthrough" # Copy documents of unknown kinds through; `all` copies everything that is no InferenceService
    --kind: string            # Print objects of this kind only (Deployment, ksvc, …); repeatable
    --component: string@"nu-complete kserve-render render component" # Print objects of this component only; repeatable
    --name: string            # Print objects of this name only; repeatable
    --selector(-l): string    # Print objects with these labels only, as in kubectl
    --no-comments             # Leave out the comments before each service's objects
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render render color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render status output" [] {
    [ "table" "yaml" "json" ]
  }

  def "nu-complete kserve-render status color" [] {
    [ "auto" "always" "never" ]
  }

  # Show mode, runtime, URLs and readiness of each service
  export extern "kserve-render status" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render status output" # How to print it; yaml and json show the InferenceService with its status
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render status color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render explain output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render explain color" [] {
    [ "auto" "always" "never" ]
  }

  # Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels and objects
  export extern "kserve-render explain" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render explain output" # How to print it
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render explain color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render explain template output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render explain template color" [] {
    [ "auto" "always" "never" ]
  }

  # Try out a domain template or path template, without a service
  export extern "kserve-render explain template" [
    --path                    # It is a path template, as ingress.pathTemplate
    --name: string            # Name of the service or component
    --namespace(-n): string   # Its namespace
    --label(-l): string       # A label that it has; repeatable
    --annotation: string      # An annotation that it has; repeatable
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render explain template output" # How to print it
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render explain template color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    text?: string             # The template; without one, that of the configuration
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render explain help" [
  ]

  # Try out a domain template or path template, without a service
  export extern "kserve-render explain help template" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render explain help help" [
  ]

  def "nu-complete kserve-render validate output" [] {
    [ "text" "json" "sarif" "github" "gitlab" "junit" "markdown" ]
  }

  def "nu-complete kserve-render validate color" [] {
    [ "auto" "always" "never" ]
  }

  # Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
  export extern "kserve-render validate" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render validate output" # How to print the findings
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render validate color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render diff output" [] {
    [ "text" "json" ]
  }

  def "nu-complete kserve-render diff color" [] {
    [ "auto" "always" "never" ]
  }

  # Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster
  export extern "kserve-render diff" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --from-version: string    # Release of the old side [default: that of --kserve-version]
    --to-version: string      # Release of the new side: what an upgrade changes
    --to-config: path         # ConfigMap of the new side
    --live: path              # What is in the cluster as the old side: a dump, such as of `kubectl get ksvc,deploy,svc,hpa,ing -o yaml`
    --output(-o): string@"nu-complete kserve-render diff output" # How to print it
    --stat                    # Show only a summary, a line each service
    --unified(-U): string     # Lines of context around a difference
    --ignore-path: string     # Leave out a path and what lies below it, as in metadata.annotations[acme.example/x]; repeatable
    --kind: string            # Compare only objects of this kind (InferenceService stands for the status); repeatable
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render diff color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render lint output" [] {
    [ "text" "json" "sarif" "github" "gitlab" "junit" "markdown" ]
  }

  def "nu-complete kserve-render lint fail_on" [] {
    [ "error" "warning" "note" "never" ]
  }

  def "nu-complete kserve-render lint color" [] {
    [ "auto" "always" "never" ]
  }

  # Look for what is accepted, but fails or surprises later
  export extern "kserve-render lint" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render lint output" # How to print what is found
    --fail-on: string@"nu-complete kserve-render lint fail_on" # The least severity with which the exit status is 1
    --suppress: string        # Leave out a kind of finding, everywhere or for one service; repeatable
    --explain: string         # Explain a kind of finding, by code or name
    --list                    # List the rules
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render lint color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help (see more with '--help')
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render runtimes output" [] {
    [ "table" "yaml" "json" "name" ]
  }

  def "nu-complete kserve-render runtimes color" [] {
    [ "auto" "always" "never" ]
  }

  # List the serving runtimes known: shipped, from the context and from the inputs
  export extern "kserve-render runtimes" [
    --filename(-f): path      # Same as FILES, as in kubectl
    --recursive(-R)           # Read directories with all directories below them
    --namespace(-n): string   # Namespace of documents that have none
    --keep-going              # Do what is possible even if some inputs cannot be read or are refused; validate, lint and check always do
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --for: path               # Rank the runtimes for the services in this file, and tell why others are passed over
    --output(-o): string@"nu-complete kserve-render runtimes output" # How to print them
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render runtimes color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    ...files: path            # Files and directories to read; `-` is standard input, also read when none is named
  ]

  def "nu-complete kserve-render config color" [] {
    [ "auto" "always" "never" ]
  }

  # Show, check and get the configuration: ConfigMap inferenceservice-config
  export extern "kserve-render config" [
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render config color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
  ]

  def "nu-complete kserve-render config show output" [] {
    [ "table" "yaml" "json" ]
  }

  def "nu-complete kserve-render config show color" [] {
    [ "auto" "always" "never" ]
  }

  # Show every value in force and where it comes from
  export extern "kserve-render config show" [
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --output(-o): string@"nu-complete kserve-render config show output" # How to print it
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render config show color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
  ]

  def "nu-complete kserve-render config check color" [] {
    [ "auto" "always" "never" ]
  }

  # Check the configuration: JSON, types, required values, unknown names
  export extern "kserve-render config check" [
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render config check color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    file?: path               # ConfigMap, or only its data; same as --config
  ]

  def "nu-complete kserve-render config defaults what" [] {
    [ "config" "runtimes" "storage" ]
  }

  def "nu-complete kserve-render config defaults color" [] {
    [ "auto" "always" "never" ]
  }

  # Print what a release ships, as YAML to start from
  export extern "kserve-render config defaults" [
    --kserve-version: string  # KServe release
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render config defaults color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    ...what: string@"nu-complete kserve-render config defaults what" # Which of the objects; all if none is named
  ]

  def "nu-complete kserve-render config crd color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render config crd" [
    --kserve-version: string  # KServe release
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render config crd color" # When to use colour
    --strict                  # Warnings count as errors
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

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render config help crd" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render config help help" [
  ]

  def "nu-complete kserve-render krm color" [] {
    [ "auto" "always" "never" ]
  }

  # Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
  export extern "kserve-render krm" [
    --context: path           # Documents that are context only, file or directory; repeatable
    --no-defaults             # Leave out the ConfigMap, runtimes and storage container that the release ships
    --config(-c): path        # ConfigMap inferenceservice-config, or only its data
    --set: string             # Set one value of the configuration, as in ingress.ingressDomain=example.org; repeatable
    --kserve-version: string  # KServe release to imitate: v0.15 to v0.20
    --observed: path          # What the cluster holds (a dump of `kubectl get … -o yaml`): services with status, objects
    --knative-domain: string  # Domain that Knative gives to public routes [default: that of config-domain in the context, else example.com]
    --knative-url-scheme: string # Scheme of the URLs that Knative reports [default: that of config-network in the context, else http]
    --cluster-domain: string  # DNS domain of the cluster
    --without-api: string     # API that is not installed, as in networking.istio.io/v1beta1; repeatable
    --not-ready: string       # Deployment, Knative Service or HTTPRoute that never becomes ready; repeatable
    --generation: string      # Generation of the InferenceServices
    --namespace(-n): string   # Namespace of objects that have none
    --inject                  # Pods as the pod webhook makes them, for clusters where it does not run
    --show-secrets            # Show values of Secrets that end up in pods in clear text
    --keep-services           # Keep the InferenceServices among the items, before their objects
    --lint                    # Put what lint finds among the results
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render krm color" # When to use colour
    --strict                  # Warnings count as errors
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
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render completions color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    shell: string@"nu-complete kserve-render completions shell" # Shell to complete in
  ]

  def "nu-complete kserve-render man color" [] {
    [ "auto" "always" "never" ]
  }

  # Print the manual page, in roff
  export extern "kserve-render man" [
    --quiet(-q)               # Say less: no notes; twice, no warnings either
    --verbose(-v)             # Say more: events, and what was read
    --color: string@"nu-complete kserve-render man color" # When to use colour
    --strict                  # Warnings count as errors
    --help(-h)                # Print help
    command?: string          # Command to print the page of, such as render
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

  # Explain why: mode, runtime, URL, hosts, autoscaler, storage, labels and objects
  export extern "kserve-render help explain" [
  ]

  # Try out a domain template or path template, without a service
  export extern "kserve-render help explain template" [
  ]

  # Check services, runtimes and ConfigMap as API server and webhooks would, without rendering
  export extern "kserve-render help validate" [
  ]

  # Show what differs between two inputs, two releases, two configurations, or from a dump of the cluster
  export extern "kserve-render help diff" [
  ]

  # Look for what is accepted, but fails or surprises later
  export extern "kserve-render help lint" [
  ]

  # List the serving runtimes known: shipped, from the context and from the inputs
  export extern "kserve-render help runtimes" [
  ]

  # Show, check and get the configuration: ConfigMap inferenceservice-config
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

  # Print the custom resource definitions of a release, to check documents where KServe is not installed
  export extern "kserve-render help config crd" [
  ]

  # Work as a KRM function: a ResourceList comes in on standard input and goes out on standard output
  export extern "kserve-render help krm" [
  ]

  # Print the completion script for a shell
  export extern "kserve-render help completions" [
  ]

  # Print the manual page, in roff
  export extern "kserve-render help man" [
  ]

  # Print this message or the help of the given subcommand(s)
  export extern "kserve-render help help" [
  ]

}

export use completions *
