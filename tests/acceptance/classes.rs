//! Why the server refuses an object that is as the controller creates it.

use std::sync::LazyLock;

use regex::Regex;

/// What causes a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The real controller would create the same object and get the same refusal; this rule of `lint` reports it.
    Controller(&'static str),
    /// The cluster of the test lacks something that a cluster with KServe has.
    Cluster,
}

/// A class of refusals.
#[derive(Debug)]
pub struct Class {
    pub name: &'static str,
    pub fault: Fault,
    /// The form of the server's texts: between the kind of the object and the value.
    pattern: &'static str,
}

const CLASSES: &[Class] = &[
    Class {
        name: "rollout of a Deployment that is no percentage",
        fault: Fault::Controller("rollout-value"),
        pattern: r"^Deployment\S* spec\.strategy\.rollingUpdate\.max\w+: Invalid value: .* a valid percent string must be",
    },
    Class {
        name: "target of a HorizontalPodAutoscaler without value or type",
        fault: Fault::Controller("autoscaler-refused"),
        pattern: r"^HorizontalPodAutoscaler\S* spec\.metrics\[\d+\]\.resource\.target\.",
    },
    Class {
        name: "ScaledObject without triggers",
        fault: Fault::Controller("autoscaler-refused"),
        pattern: r"^ScaledObject\S* spec\.triggers: Required value",
    },
    Class {
        name: "one of several ports of a Service without name",
        fault: Fault::Controller("port-without-name"),
        pattern: r"^Service spec\.ports\[\d+\]\.name: Required value",
    },
    Class {
        name: "name of more than 63 characters",
        fault: Fault::Controller("child-name-too-long"),
        pattern: r"^\S+ metadata\.name: Invalid value: ",
    },
    Class {
        name: "request above the limit",
        fault: Fault::Controller("requests-above-limits"),
        pattern: r"^Deployment\S* spec\.template\.spec\.containers\[\d+\]\.resources\.requests: Invalid value: .* limit of",
    },
    Class {
        name: "pods of a Deployment",
        fault: Fault::Controller("pod-refused"),
        pattern: r"^Deployment\S* spec\.template\.spec\.",
    },
    Class {
        name: "label that is none",
        fault: Fault::Controller("label-refused"),
        pattern: r"^\S+ ((metadata|spec\.template)\.(labels|annotations)|spec\.selector\S*): (Invalid value|Too long): ",
    },
    Class {
        name: "class of an Ingress in two ways",
        fault: Fault::Controller("ingress-class"),
        pattern: r"^Ingress\S* annotations\.kubernetes\.io/ingress\.class: Invalid value: ",
    },
    Class {
        name: "HTTPRoute with more than 16 host names",
        fault: Fault::Controller("too-many-hosts"),
        pattern: r"^HTTPRoute\S* spec\.hostnames: Too many: ",
    },
    Class {
        name: "selector of devices that is no expression",
        fault: Fault::Controller("llm-device-selector"),
        pattern: r"^ResourceClaimTemplate\S* \S+\.selectors\[\d+\]\.cel\.expression: (Invalid value|Too long): ",
    },
    Class {
        name: "route without gateway",
        fault: Fault::Controller("route-without-gateway"),
        pattern: r"^(Service spec\.externalName|VirtualService\S* spec\.http\[\d+\]\.route\[\d+\]\.destination\.host): Required value",
    },
    Class {
        name: "pod field that Knative Services do not have",
        fault: Fault::Controller("knative-unknown-field"),
        pattern: r"^Service\.serving\.knative\.dev \S+: field not declared in schema",
    },
    Class {
        name: "upgradeStrategy of an OpenTelemetryCollector, which the operator's webhook fills in",
        fault: Fault::Cluster,
        pattern: r#"^OpenTelemetryCollector\S* spec\.upgradeStrategy: Unsupported value: """#,
    },
];

/// The class of an error; `None` if no pattern matches.
pub fn of(kind: &str, error: &str) -> Option<&'static Class> {
    static PATTERNS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
        CLASSES.iter().map(|class| Regex::new(class.pattern).expect("a regular expression")).collect()
    });
    let text = format!("{kind} {error}");
    CLASSES.iter().zip(PATTERNS.iter()).find(|(_, pattern)| pattern.is_match(&text)).map(|(class, _)| class)
}

/// The individual errors in a refusal, `path: reason`, as the server joins them.
pub fn errors(refusal: &str) -> Vec<&str> {
    static START: LazyLock<Regex> = LazyLock::new(|| {
        let kinds = "Required|Invalid|Unsupported|Duplicate|Forbidden|Too|Not found|Internal|field not declared";
        Regex::new(&format!(r#"(?:^|, |: \[?|\): |\n\s*)([\w.<>\[\]/="-]+: (?:{kinds}))"#))
            .expect("a regular expression")
    });
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = START.captures_at(refusal, at).and_then(|captures| captures.get(1)) {
        starts.push(found.start());
        at = found.end();
    }
    let ends = starts.iter().skip(1).copied().chain([refusal.len()]);
    let one = |(start, end): (&usize, usize)| refusal[*start..end].trim_end_matches([',', ' ', ']', '\n']);
    let all = starts.iter().zip(ends).map(one);
    // A consequence of the other errors.
    let errors: Vec<&str> = all.filter(|error| !error.contains("some validation rules were not checked")).collect();
    if errors.is_empty() { vec![refusal] } else { errors }
}
