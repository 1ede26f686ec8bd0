//! A kube-apiserver with etcd on loopback, behind `kubectl proxy` for plain HTTP.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use kserve_render::Value;

use crate::client::Client;
use crate::tools;

/// How long the server may take to start.
const PATIENCE: Duration = Duration::from_secs(120);
/// The token of the only user, who may do everything. The server listens only on loopback.
const TOKEN: &str = "acceptance";

/// The programs and CustomResourceDefinitions that make up the server.
pub struct Parts {
    etcd: PathBuf,
    apiserver: PathBuf,
    kubectl: PathBuf,
    definitions: PathBuf,
    /// KServe's own definitions, one folder for each release.
    pub of_kserve: PathBuf,
}

impl Parts {
    /// What `scripts/acceptance-cache.sh` has built, and the system's etcd; the error says what is missing.
    pub fn find() -> Result<Parts, String> {
        let program =
            |name| tools::find(name).ok_or_else(|| format!("there is no {name}; scripts/acceptance-cache.sh makes it"));
        let cache = tools::cache("acceptance").unwrap_or_default();
        let definitions = cache.join("crds");
        if !definitions.is_dir() {
            return Err(format!("there is no {}; scripts/acceptance-cache.sh makes it", definitions.display()));
        }
        Ok(Parts {
            apiserver: program("kube-apiserver")?,
            kubectl: program("kubectl")?,
            definitions,
            of_kserve: cache.join("kserve"),
            etcd: tools::find("etcd").ok_or("etcd is not installed (Debian: etcd-server)")?,
        })
    }
}

/// A running server. When this is dropped, all processes stop and the folder is removed.
pub struct Server {
    pub parts: Parts,
    /// The processes, in the order in which they are stopped.
    processes: Vec<Process>,
    folder: Folder,
    /// The port of the proxy.
    port: u16,
}

impl Server {
    pub fn start(parts: Parts) -> Result<Server, String> {
        let folder = Folder::new()?;
        let [client_port, peer_port, port] = free_ports()?;
        let etcd = format!("http://127.0.0.1:{client_port}");
        let peer = format!("http://127.0.0.1:{peer_port}");
        let mut processes = Vec::new();
        let mut command = Command::new(&parts.etcd);
        command
            .arg("--data-dir")
            .arg(folder.0.join("etcd"))
            .args(["--listen-client-urls", &etcd, "--advertise-client-urls", &etcd])
            .args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer])
            .args(["--initial-cluster", &format!("default={peer}")]);
        processes.insert(0, Process::start("etcd", &mut command, &folder)?);

        let certificates = folder.0.join("certificates");
        // The server generates this key itself; that it also signs tokens does not matter here.
        let key = certificates.join("apiserver.key");
        let tokens = folder.write("tokens.csv", &format!("{TOKEN},admin,1,system:masters\n"))?;
        let mut command = Command::new(&parts.apiserver);
        command
            .args(["--etcd-servers", &etcd, "--secure-port", &port.to_string()])
            .args(["--bind-address", "127.0.0.1", "--advertise-address", "127.0.0.1"])
            .args(["--endpoint-reconciler-type", "none", "--service-cluster-ip-range", "10.0.0.0/16"])
            .args(["--authorization-mode", "RBAC", "--disable-admission-plugins", "ServiceAccount"])
            .args(["--service-account-issuer", "https://localhost"])
            .arg("--cert-dir")
            .arg(&certificates)
            .arg("--service-account-key-file")
            .arg(&key)
            .arg("--service-account-signing-key-file")
            .arg(&key)
            .arg("--token-auth-file")
            .arg(tokens);
        processes.insert(0, Process::start("kube-apiserver", &mut command, &folder)?);

        let mut command = Command::new(&parts.kubectl);
        command
            .args(["proxy", "--port", "0", "--insecure-skip-tls-verify", "--token", TOKEN])
            .args(["--server", &format!("https://127.0.0.1:{port}")])
            .env("KUBECONFIG", "/dev/null");
        let (process, port) = Process::start_proxy(&mut command)?;
        processes.insert(0, process);

        let mut server = Server { parts, processes, folder, port };
        server.wait_for("the API server", |client| client.get("/readyz").is_ok_and(|answer| answer.is_success()))?;
        server.install()?;
        Ok(server)
    }

    pub fn client(&self) -> Client {
        Client::new(self.port)
    }

    /// A command that talks to the server.
    pub fn kubectl(&self) -> Command {
        let mut command = Command::new(&self.parts.kubectl);
        command.args(["--server", &format!("http://127.0.0.1:{}", self.port)]).env("KUBECONFIG", "/dev/null");
        command.env("KUBECACHEDIR", self.folder.0.join("discovery"));
        command
    }

    /// The path of a file that belongs to the server.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.0.join(name)
    }

    /// Writes a file that belongs to the server.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        self.folder.write(name, text)
    }

    /// Installs the definitions from the cache.
    fn install(&mut self) -> Result<(), String> {
        let mut command = self.kubectl();
        command.args(["apply", "--server-side", "-f"]).arg(&self.parts.definitions);
        let output = command.output().map_err(|error| format!("kubectl: {error}"))?;
        if !output.status.success() {
            return Err(format!("the definitions are refused: {}", String::from_utf8_lossy(&output.stderr)));
        }
        self.wait_for("the definitions", all_established)
    }

    /// Polls until the answer is yes.
    pub fn wait_for(&mut self, what: &str, mut asked: impl FnMut(&mut Client) -> bool) -> Result<(), String> {
        let start = Instant::now();
        let mut client = self.client();
        while !asked(&mut client) {
            for process in &mut self.processes {
                if let Some(log) = process.end() {
                    return Err(format!("{} has ended:\n{log}", process.name));
                }
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("{what}: not ready after {} s", PATIENCE.as_secs()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

fn all_established(client: &mut Client) -> bool {
    let is_established = |definition: &Value| {
        let conditions = definition.pointer("/status/conditions").and_then(Value::as_array);
        conditions.into_iter().flatten().any(|c| c["type"] == "Established" && c["status"] == "True")
    };
    client.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions").is_ok_and(|answer| {
        answer.body.get("items").and_then(Value::as_array).is_some_and(|items| items.iter().all(is_established))
    })
}

/// Different ports that nothing listens on.
fn free_ports<const N: usize>() -> Result<[u16; N], String> {
    let mut held = Vec::new();
    let mut ports = [0; N];
    for port in &mut ports {
        let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(|error| format!("no free port: {error}"))?;
        *port = listener.local_addr().map_err(|error| error.to_string())?.port();
        held.push(listener);
    }
    Ok(ports)
}

/// Runs a server until its standard input ends. That happens when the process that holds the other end dies, in whatever way, so
/// that a test that is killed leaves no server behind. It also ends with the server.
const GUARD: &str = r#"
"$0" "$@" </dev/null &
server=$!
{ while kill -0 $server 2>/dev/null; do sleep 1; done; kill $$; } 2>/dev/null &
cat >/dev/null
kill -KILL $server 2>/dev/null
"#;

/// A process that is stopped when this is dropped, or when the test dies.
struct Process {
    name: &'static str,
    child: Child,
    log: PathBuf,
}

impl Process {
    fn start(name: &'static str, command: &mut Command, folder: &Folder) -> Result<Process, String> {
        let log = folder.0.join(format!("{name}.log"));
        let file = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        let child = guarded(command).stdout(Stdio::null()).stderr(file).spawn();
        Ok(Process { name, child: child.map_err(|error| format!("{name}: {error}"))?, log })
    }

    /// Starts the proxy, which chooses a port and prints it.
    fn start_proxy(command: &mut Command) -> Result<(Process, u16), String> {
        let child = guarded(command).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let child = child.map_err(|error| format!("kubectl: {error}"))?;
        let mut process = Process { name: "kubectl proxy", child, log: PathBuf::new() };
        let mut line = String::new();
        if let Some(stdout) = process.child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line).map_err(|error| format!("kubectl proxy: {error}"))?;
        }
        let port = line.trim_end().rsplit(':').next().and_then(|port| port.parse().ok());
        Ok((process, port.ok_or_else(|| format!("kubectl proxy says {line:?}"))?))
    }

    /// The end of the log, if the process has exited.
    fn end(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten()?;
        let log = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        Some(lines[lines.len().saturating_sub(20)..].join("\n"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Its state is no longer needed.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// The command wrapped in the guard, which waits for the end of its standard input.
fn guarded(command: &Command) -> Command {
    let mut guarded = Command::new("sh");
    guarded.args(["-c", GUARD]).arg(command.get_program()).args(command.get_args()).stdin(Stdio::piped());
    for (key, value) in command.get_envs() {
        match value {
            Some(value) => guarded.env(key, value),
            None => guarded.env_remove(key),
        };
    }
    guarded
}

/// A folder that is removed when this is dropped; in memory if the system supports that.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Folder, String> {
        let name = format!("kserve-render-acceptance-{}", std::process::id());
        for parent in [Path::new("/dev/shm"), &std::env::temp_dir()] {
            let path = parent.join(&name);
            if parent.is_dir() && std::fs::create_dir(&path).is_ok() {
                return Ok(Folder(path));
            }
        }
        Err("no place for temporary files".into())
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
