_kserve__render() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="kserve__render"
                ;;
            kserve__render,check)
                cmd="kserve__render__subcmd__check"
                ;;
            kserve__render,completions)
                cmd="kserve__render__subcmd__completions"
                ;;
            kserve__render,config)
                cmd="kserve__render__subcmd__config"
                ;;
            kserve__render,diff)
                cmd="kserve__render__subcmd__diff"
                ;;
            kserve__render,explain)
                cmd="kserve__render__subcmd__explain"
                ;;
            kserve__render,help)
                cmd="kserve__render__subcmd__help"
                ;;
            kserve__render,krm)
                cmd="kserve__render__subcmd__krm"
                ;;
            kserve__render,lint)
                cmd="kserve__render__subcmd__lint"
                ;;
            kserve__render,man)
                cmd="kserve__render__subcmd__man"
                ;;
            kserve__render,render)
                cmd="kserve__render__subcmd__render"
                ;;
            kserve__render,runtimes)
                cmd="kserve__render__subcmd__runtimes"
                ;;
            kserve__render,status)
                cmd="kserve__render__subcmd__status"
                ;;
            kserve__render,validate)
                cmd="kserve__render__subcmd__validate"
                ;;
            kserve__render,version)
                cmd="kserve__render__subcmd__version"
                ;;
            kserve__render__subcmd__config,check)
                cmd="kserve__render__subcmd__config__subcmd__check"
                ;;
            kserve__render__subcmd__config,crd)
                cmd="kserve__render__subcmd__config__subcmd__crd"
                ;;
            kserve__render__subcmd__config,defaults)
                cmd="kserve__render__subcmd__config__subcmd__defaults"
                ;;
            kserve__render__subcmd__config,help)
                cmd="kserve__render__subcmd__config__subcmd__help"
                ;;
            kserve__render__subcmd__config,project)
                cmd="kserve__render__subcmd__config__subcmd__project"
                ;;
            kserve__render__subcmd__config,schema)
                cmd="kserve__render__subcmd__config__subcmd__schema"
                ;;
            kserve__render__subcmd__config,show)
                cmd="kserve__render__subcmd__config__subcmd__show"
                ;;
            kserve__render__subcmd__config__subcmd__help,check)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__check"
                ;;
            kserve__render__subcmd__config__subcmd__help,crd)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__crd"
                ;;
            kserve__render__subcmd__config__subcmd__help,defaults)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__defaults"
                ;;
            kserve__render__subcmd__config__subcmd__help,help)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__help"
                ;;
            kserve__render__subcmd__config__subcmd__help,project)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__project"
                ;;
            kserve__render__subcmd__config__subcmd__help,schema)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__schema"
                ;;
            kserve__render__subcmd__config__subcmd__help,show)
                cmd="kserve__render__subcmd__config__subcmd__help__subcmd__show"
                ;;
            kserve__render__subcmd__explain,config)
                cmd="kserve__render__subcmd__explain__subcmd__config"
                ;;
            kserve__render__subcmd__explain,help)
                cmd="kserve__render__subcmd__explain__subcmd__help"
                ;;
            kserve__render__subcmd__explain,template)
                cmd="kserve__render__subcmd__explain__subcmd__template"
                ;;
            kserve__render__subcmd__explain,why)
                cmd="kserve__render__subcmd__explain__subcmd__why"
                ;;
            kserve__render__subcmd__explain__subcmd__help,config)
                cmd="kserve__render__subcmd__explain__subcmd__help__subcmd__config"
                ;;
            kserve__render__subcmd__explain__subcmd__help,help)
                cmd="kserve__render__subcmd__explain__subcmd__help__subcmd__help"
                ;;
            kserve__render__subcmd__explain__subcmd__help,template)
                cmd="kserve__render__subcmd__explain__subcmd__help__subcmd__template"
                ;;
            kserve__render__subcmd__explain__subcmd__help,why)
                cmd="kserve__render__subcmd__explain__subcmd__help__subcmd__why"
                ;;
            kserve__render__subcmd__help,check)
                cmd="kserve__render__subcmd__help__subcmd__check"
                ;;
            kserve__render__subcmd__help,completions)
                cmd="kserve__render__subcmd__help__subcmd__completions"
                ;;
            kserve__render__subcmd__help,config)
                cmd="kserve__render__subcmd__help__subcmd__config"
                ;;
            kserve__render__subcmd__help,diff)
                cmd="kserve__render__subcmd__help__subcmd__diff"
                ;;
            kserve__render__subcmd__help,explain)
                cmd="kserve__render__subcmd__help__subcmd__explain"
                ;;
            kserve__render__subcmd__help,help)
                cmd="kserve__render__subcmd__help__subcmd__help"
                ;;
            kserve__render__subcmd__help,krm)
                cmd="kserve__render__subcmd__help__subcmd__krm"
                ;;
            kserve__render__subcmd__help,lint)
                cmd="kserve__render__subcmd__help__subcmd__lint"
                ;;
            kserve__render__subcmd__help,man)
                cmd="kserve__render__subcmd__help__subcmd__man"
                ;;
            kserve__render__subcmd__help,render)
                cmd="kserve__render__subcmd__help__subcmd__render"
                ;;
            kserve__render__subcmd__help,runtimes)
                cmd="kserve__render__subcmd__help__subcmd__runtimes"
                ;;
            kserve__render__subcmd__help,status)
                cmd="kserve__render__subcmd__help__subcmd__status"
                ;;
            kserve__render__subcmd__help,validate)
                cmd="kserve__render__subcmd__help__subcmd__validate"
                ;;
            kserve__render__subcmd__help,version)
                cmd="kserve__render__subcmd__help__subcmd__version"
                ;;
            kserve__render__subcmd__help__subcmd__config,check)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__check"
                ;;
            kserve__render__subcmd__help__subcmd__config,crd)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__crd"
                ;;
            kserve__render__subcmd__help__subcmd__config,defaults)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__defaults"
                ;;
            kserve__render__subcmd__help__subcmd__config,project)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__project"
                ;;
            kserve__render__subcmd__help__subcmd__config,schema)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__schema"
                ;;
            kserve__render__subcmd__help__subcmd__config,show)
                cmd="kserve__render__subcmd__help__subcmd__config__subcmd__show"
                ;;
            kserve__render__subcmd__help__subcmd__explain,config)
                cmd="kserve__render__subcmd__help__subcmd__explain__subcmd__config"
                ;;
            kserve__render__subcmd__help__subcmd__explain,template)
                cmd="kserve__render__subcmd__help__subcmd__explain__subcmd__template"
                ;;
            kserve__render__subcmd__help__subcmd__explain,why)
                cmd="kserve__render__subcmd__help__subcmd__explain__subcmd__why"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        kserve__render)
            opts="-q -v -f -R -n -c -o -l -h -V --quiet --verbose --color --strict --project --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --template --output-dir --prune --inject --show-secrets --owner-uid --passthrough --kind --component --name --selector --no-comments --help --version render status check validate diff lint runtimes config krm completions man version explain help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "yaml json jsonl name table url status report tree mermaid dot html template=FILE" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "yaml json jsonl name table url status report tree mermaid dot html template=FILE" -- "${cur}"))
                    return 0
                    ;;
                --template)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --owner-uid)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --passthrough)
                    COMPREPLY=($(compgen -W "unknown all" -- "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "ClusterRoleBinding ConfigMap Deployment HTTPRoute HorizontalPodAutoscaler InferenceGraph InferencePool InferenceService Ingress LLMInferenceService LLMInferenceServiceConfig LeaderWorkerSet OpenTelemetryCollector ResourceClaimTemplate Role RoleBinding ScaledObject Secret Service ServiceAccount TrainedModel VariantAutoscaling VirtualService" -- "${cur}"))
                    return 0
                    ;;
                --component)
                    COMPREPLY=($(compgen -W "predictor transformer explainer" -- "${cur}"))
                    return 0
                    ;;
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --selector)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -l)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__check)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --fail-on --suppress --only --ignore --output --explain --list --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --suppress)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__completions)
            opts="-q -v -h --quiet --verbose --color --strict --project --help bash elvish fish nushell powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config)
            opts="-q -v -h --quiet --verbose --color --strict --project --help show check defaults project crd schema help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__check)
            opts="-c -q -v -h --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__crd)
            opts="-q -v -h --kserve-version --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__defaults)
            opts="-q -v -h --kserve-version --quiet --verbose --color --strict --project --help config runtimes storage"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help)
            opts="show check defaults project crd schema help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__crd)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__defaults)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__project)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__schema)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__help__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__project)
            opts="-q -v -h --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__schema)
            opts="-q -v -h --kserve-version --dir --strict --quiet --verbose --color --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__config__subcmd__show)
            opts="-c -o -q -v -h --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "table yaml json" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "table yaml json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__diff)
            opts="-f -R -n -c -o -U -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --from-version --to-version --to-config --fresh --live --output --stat --inject --unified --ignore-path --kind --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --to-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --to-config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --live)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json markdown html" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json markdown html" -- "${cur}"))
                    return 0
                    ;;
                --unified)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -U)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --ignore-path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "ClusterRoleBinding ConfigMap Deployment HTTPRoute HorizontalPodAutoscaler InferenceGraph InferencePool InferenceService Ingress LLMInferenceService LLMInferenceServiceConfig LeaderWorkerSet OpenTelemetryCollector ResourceClaimTemplate Role RoleBinding ScaledObject Secret Service ServiceAccount TrainedModel VariantAutoscaling VirtualService" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain)
            opts="mode runtime url hosts autoscaler storage labels objects steps ready route -f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --payload --output --short --quiet --verbose --color --strict --project --help mode runtime url hosts autoscaler storage labels objects steps ready route template config why help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --payload)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__config)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json markdown html" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json markdown html" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__help)
            opts="template config why help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__help__subcmd__config)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__help__subcmd__template)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__help__subcmd__why)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__template)
            opts="-n -l -c -o -q -v -h --path --name --namespace --label --annotation --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --label)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -l)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --annotation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__explain__subcmd__why)
            opts="-f -R -n -c -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help)
            opts="render status check validate diff lint runtimes config krm completions man version explain help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__completions)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config)
            opts="show check defaults project crd schema"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__check)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__crd)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__defaults)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__project)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__schema)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__config__subcmd__show)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__diff)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__explain)
            opts="template config why"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__explain__subcmd__config)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__explain__subcmd__template)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__explain__subcmd__why)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 4 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__help)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__krm)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__lint)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__man)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__render)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__runtimes)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__status)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__validate)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__help__subcmd__version)
            opts=""
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 3 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__krm)
            opts="-c -n -q -v -h --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --namespace --inject --show-secrets --keep-services --lint --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__lint)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --fail-on --suppress --only --ignore --fix --unsafe-fixes --diff --output --explain --list --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --suppress)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__man)
            opts="-q -v -h --dir --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__render)
            opts="-f -R -n -c -o -l -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --template --output-dir --prune --inject --show-secrets --owner-uid --passthrough --kind --component --name --selector --no-comments --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "yaml json jsonl name table url status report tree mermaid dot html template=FILE" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "yaml json jsonl name table url status report tree mermaid dot html template=FILE" -- "${cur}"))
                    return 0
                    ;;
                --template)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --owner-uid)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --passthrough)
                    COMPREPLY=($(compgen -W "unknown all" -- "${cur}"))
                    return 0
                    ;;
                --kind)
                    COMPREPLY=($(compgen -W "ClusterRoleBinding ConfigMap Deployment HTTPRoute HorizontalPodAutoscaler InferenceGraph InferencePool InferenceService Ingress LLMInferenceService LLMInferenceServiceConfig LeaderWorkerSet OpenTelemetryCollector ResourceClaimTemplate Role RoleBinding ScaledObject Secret Service ServiceAccount TrainedModel VariantAutoscaling VirtualService" -- "${cur}"))
                    return 0
                    ;;
                --component)
                    COMPREPLY=($(compgen -W "predictor transformer explainer" -- "${cur}"))
                    return 0
                    ;;
                --name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --selector)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -l)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__runtimes)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --for --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --for)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "table yaml json name" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "table yaml json name" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__status)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "table wide yaml json" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "table wide yaml json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__validate)
            opts="-f -R -n -c -o -q -v -h --filename --recursive --namespace --keep-going --exclude --service --kustomize --helm --markdown --param --allow-empty --pass-over --context --no-defaults --config --set --kserve-version --observed --knative-domain --knative-url-scheme --cluster-domain --without-api --kubernetes-version --gateway-rejects-pools --not-ready --keda-webhook --last-applied --generation --fail-on --suppress --only --ignore --output --explain --list --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --filename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --namespace)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -n)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --service)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --param)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --config)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -c)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --set)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --kserve-version)
                    COMPREPLY=($(compgen -W "v0.15 v0.16 v0.17 v0.18 v0.19 v0.20" -- "${cur}"))
                    return 0
                    ;;
                --observed)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --knative-url-scheme)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --cluster-domain)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --without-api)
                    COMPREPLY=($(compgen -W "gateway.networking.k8s.io/v1 inference.networking.k8s.io/v1 inference.networking.x-k8s.io/v1alpha2 keda.sh/v1alpha1 leaderworkerset.x-k8s.io/v1 llmd.ai/v1alpha1 networking.istio.io/v1beta1 opentelemetry.io/v1beta1 resource.k8s.io/v1 serving.knative.dev/v1" -- "${cur}"))
                    return 0
                    ;;
                --kubernetes-version)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --gateway-rejects-pools)
                    COMPREPLY=($(compgen -W "v1alpha2 all" -- "${cur}"))
                    return 0
                    ;;
                --not-ready)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --last-applied)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --generation)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --fail-on)
                    COMPREPLY=($(compgen -W "error warning note never" -- "${cur}"))
                    return 0
                    ;;
                --suppress)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --only)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json sarif github gitlab junit markdown" -- "${cur}"))
                    return 0
                    ;;
                --explain)
                    COMPREPLY=($(compgen -W "KSR001 KSR002 KSR003 KSR004 KSR005 KSR006 KSR007 KSR008 KSR009 KSR010 KSR011 KSR012 KSR013 KSR014 KSR015 KSR016 KSR017 KSR018 KSR019 KSR020 KSR021 KSR022 KSR023 KSR024 KSR025 KSR026 KSR027 KSR028 KSR029 KSR030 KSR031 KSR032 KSR033 KSR034 KSR035 KSR036 KSR037 KSR038 KSR039 KSR040 KSR041 KSR042 KSR043 KSR044 KSR045 KSR046 KSR047 KSR048 KSR049 KSR050 KSR051 KSR052 KSR053 KSR056 KSR057 KSR060 KSR061 KSR062 KSR063 KSR064 KSR065 KSR066 KSR067 KSR068 KSR069 KSR070 KSR071 KSR072 KSR073 KSR074 KSR075 KSR076 KSR077 KSR078 KSR079 KSR080 KSR081 KSR082 KSR083 KSR084 KSR085 KSR101 KSR102 KSR103 KSR104 KSR201 KSR202 KSR203 KSR204 KSR205 KSR206 KSR207 KSR208 KSR209 KSR210 KSR211 KSR212 KSR213 KSR214 KSR215 KSR216 KSR217 KSR218 KSR219 KSR221 KSR222 KSR223 KSR224 KSR225 KSR226 KSV001 KSV002 KSV003 KSV006 KSV007 KSV008 KSV009 KSV010 KSV011 KSV012 KSV013 KSV014 KSV015 KSV016 KSV017 KSV101 KSV201 KSV202 KSV203 KSV204 KSV205 KSV301 KSV302 KSV303 KSV304 KSV305 KSV306 KSV307 KSV308 KSV401 KSV402 KSV403 KSV404 KSV405 KSV406 KSV407 KSV408 KSV409 KSV410 KSV411 KSV412 KSV413 KSV414 KSV415 KSV416 KSV417 KSV418 KSV419 KSV420 KSV421 KSV422 KSV423 KSV430 KSV431 KSV432 KSV433 KSV434 KSV435 KSV436 KSV437 KSV438 KSV439 KSV440 KSV441 KSV442 KSV451 KSV452 KSV453 KSV454 KSV455 KSV456 KSV501 KSV502 KSV901 KSV902 KSV903 KSV904 KSV905" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        kserve__render__subcmd__version)
            opts="-o -q -v -h --output --quiet --verbose --color --strict --project --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -W "text json" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                --project)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _kserve__render -o nosort -o bashdefault -o default kserve-render
else
    complete -F _kserve__render -o bashdefault -o default kserve-render
fi
