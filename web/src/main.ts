import "../../src/output/page.css";
import "./style.css";
import examples from "virtual:examples";
import type { Answer, Part } from "../wasm/kserve_render_wasm.js";
import { Client } from "./client";
import { InputEditor, Viewer } from "./editors";
import { toCommand, toMarkdown, toQuestion } from "./question";
import type { Place } from "./schema";
import { EMPTY, FILES, type Input, type State, type Tab, fromFragment, toFragment } from "./state";
import { Tabs } from "./tabs";

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

const PARTS: Record<Tab, Part[]> = {
  objects: ["objects"], explain: ["explain"], findings: [], compare: ["compare"], picture: ["picture"], composition: ["composition"],
};

class Page {
  private state: State = { ...EMPTY };
  private answer: Answer | undefined;
  private readonly client = new Client();
  private readonly inputs: Tabs;
  private readonly answers: Tabs;
  private readonly editors = {} as Record<Input, InputEditor>;
  private readonly viewer: Viewer;
  private isLoading = false;
  private linkTimer = 0;

  constructor() {
    const inputs = [
      { id: "service", title: "Service" }, { id: "config", title: "ConfigMap" },
      { id: "cluster", title: "Cluster facts" }, { id: "other", title: "Other ConfigMap" },
    ];
    this.inputs = new Tabs(find("input-tabs"), find("input-panels"), "input", inputs, (id) => this.change({ input: id as Input }));
    for (const { id, title } of inputs) {
      const input = id as Input;
      const hooks = {
        changed: (text: string) => this.change({ [input]: text }),
        release: () => this.release,
        schema: (resource: string, path: (string | number)[]) => this.client.schema(this.release, resource, path) as Promise<Place | null>,
      };
      this.editors[input] = new InputEditor(this.inputs.panel(id), `${title}, ${FILES[input]}`, hooks);
    }
    const answers = [
      { id: "objects", title: "Objects" }, { id: "explain", title: "Explain" }, { id: "findings", title: "Findings" },
      { id: "compare", title: "Compare" }, { id: "picture", title: "Picture" }, { id: "composition", title: "Merged spec" },
    ];
    this.answers = new Tabs(find("answer-tabs"), find("answer-panels"), "answer", answers, (id) => this.change({ tab: id as Tab }));
    this.viewer = this.makeObjects();
    this.makeCompare();
    this.wire();
  }

  private get release(): string {
    return this.answer?.release || this.state.release || this.newest;
  }

  private newest = "";

  async start(): Promise<void> {
    for (const { name, about } of examples) find<HTMLSelectElement>("example").add(new Option(about ? `${name}: ${about}` : name, name));
    try {
      const { releases, newest } = await this.client.about();
      this.newest = newest;
      const select = find<HTMLSelectElement>("release");
      select.add(new Option(`of the ConfigMap, else ${newest}`, ""));
      const to = find<HTMLSelectElement>("compare-to");
      for (const release of [...releases].reverse()) {
        select.add(new Option(release, release));
        to.add(new Option(release, release));
      }
    } catch (error) {
      return this.say(`The module cannot be loaded: ${String(error)}. This page needs WebAssembly.`);
    }
    await this.open();
    window.addEventListener("hashchange", () => void this.open());
    document.documentElement.dataset.ready = "true";
  }

  /** Opens the state of the link, else the first example. */
  private async open(): Promise<void> {
    try {
      const state = await fromFragment(location.hash);
      if (state) this.load(state);
      else if (!this.answer) this.openExample(examples.find(({ name }) => name === "sklearn-standard")?.name ?? examples[0]?.name ?? "");
    } catch (error) {
      this.say(`This cannot be opened: ${(error as Error).message}.`);
      if (!this.answer) this.load({ ...EMPTY });
    }
  }

  private openExample(name: string): void {
    const example = examples.find((one) => one.name === name);
    if (!example) return;
    const { release, tab, compare, to } = this.state;
    this.load({ ...EMPTY, release, tab: tab === "composition" ? "objects" : tab, compare, to, service: example.service, config: example.config, cluster: example.cluster });
    find<HTMLSelectElement>("example").value = name;
  }

  private load(state: State): void {
    this.isLoading = true;
    this.state = { ...state };
    for (const input of Object.keys(FILES) as Input[]) this.editors[input].text = state[input];
    find<HTMLSelectElement>("example").value = "";
    find<HTMLSelectElement>("release").value = state.release;
    find<HTMLInputElement>("namespace").value = state.namespace;
    find<HTMLInputElement>("inject").checked = state.inject;
    find<HTMLSelectElement>("compare-kind").value = state.compare;
    this.isLoading = false;
    this.change({});
  }

  private change(changes: Partial<State>): void {
    if (this.isLoading) return;
    Object.assign(this.state, changes);
    const { state } = this;
    if (state.to === "") state.to = "v0.19";
    find<HTMLSelectElement>("compare-to").value = state.to;
    find("compare-to-label").hidden = state.compare !== "release";
    find("compare-note").hidden = state.compare !== "config";
    this.inputs.hide("other", state.compare !== "config" || state.tab !== "compare");
    if (state.input === "other" && (state.compare !== "config" || state.tab !== "compare")) state.input = "service";
    this.inputs.show(state.input);
    this.answers.show(state.tab);
    this.ask();
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => void this.keepLink(), 400);
  }

  /** The address is a link to what is shown, without a step of the history for each key. */
  private async keepLink(): Promise<void> {
    const fragment = await toFragment(this.state);
    history.replaceState(null, "", `#${fragment}`);
  }

  private ask(): void {
    const asked = performance.now();
    const parts: Part[] = ["findings", ...PARTS[this.state.tab]];
    this.client.askLatest(toQuestion(this.state, parts), (answer) => {
      this.show(answer);
      document.documentElement.dataset.answered = String(Number(document.documentElement.dataset.answered ?? 0) + 1);
      document.documentElement.dataset.milliseconds = (performance.now() - asked).toFixed(1);
    });
  }

  private show(answer: Answer): void {
    if (answer.error !== undefined) return this.say(answer.error);
    this.answer = answer;
    this.showSummary(answer);
    const findings = answer.findings ?? [];
    for (const input of Object.keys(FILES) as Input[]) {
      this.editors[input].show(findings.filter((finding) => finding.file === FILES[input]));
    }
    this.answers.title("findings", findings.length ? `Findings (${findings.length})` : "Findings");
    const hasComposition = answer.services.some((service) => service.kind === "LLMInferenceService");
    this.answers.hide("composition", !hasComposition);
    const panel = this.answers.panel(this.state.tab);
    switch (this.state.tab) {
      case "objects":
        this.showObjects(answer);
        break;
      case "findings":
        panel.innerHTML = answer.html?.findings ?? "";
        this.addFixes(panel, answer);
        break;
      case "compare":
        find("compare-answer").innerHTML = answer.html?.compare ?? "";
        break;
      default:
        panel.innerHTML = answer.html?.[this.state.tab] ?? "";
    }
  }

  private showSummary(answer: Answer): void {
    const summary = find("summary");
    const shown = answer.services.map((service, at) => ({ service, at })).filter(({ service }) => !service.isFact);
    if (!shown.some(({ at }) => at === this.state.chosen)) this.state.chosen = shown[0]?.at ?? 0;
    summary.replaceChildren();
    if (shown.length > 1) {
      const select = document.createElement("select");
      select.id = "chosen";
      for (const { service, at } of shown) select.add(new Option(`${service.kind} ${service.namespace}/${service.name}`, String(at)));
      select.value = String(this.state.chosen);
      select.onchange = () => this.choose(Number(select.value));
      const label = document.createElement("label");
      label.append("Resource ", select);
      summary.append(label);
    }
    const service = answer.services[this.state.chosen];
    if (!service) {
      summary.append(line("state", "", answer.incomplete ? "Something cannot be read; the findings tell what." : "There is no service in the documents."));
      return;
    }
    const state = service.ready === "True" ? "good" : service.ready === "Refused" || service.ready === "Failed" ? "error" : "warning";
    const ready = service.ready === "True" ? "Ready" : service.ready === "Unknown" || service.ready === "False" ? `Ready: ${service.ready}` : service.ready;
    const first = line("state", "", "");
    const badge = document.createElement("strong");
    badge.className = state;
    badge.id = "ready";
    badge.textContent = ready;
    const url = document.createElement("code");
    url.id = "url";
    url.textContent = service.url ?? "no URL";
    first.append(badge, " ", url);
    summary.append(first);
    if (service.reason) summary.append(line("reason", state, service.reason));
    const facts = [service.mode && `mode ${service.mode}`, service.runtime && `runtime ${service.runtime}`, service.address && `inside the cluster ${service.address}`, `KServe ${answer.release}`];
    summary.append(line("facts", "note", facts.filter(Boolean).join(" · ")));
  }

  private choose(at: number): void {
    const line = this.answer?.objects?.find((object) => object.service === at)?.line;
    this.change({ chosen: at });
    if (this.state.tab === "objects" && line !== undefined) this.viewer.goTo(line);
  }

  private makeObjects(): Viewer {
    const panel = this.answers.panel("objects");
    const bar = document.createElement("div");
    bar.className = "tools";
    const label = document.createElement("label");
    const jump = document.createElement("select");
    jump.id = "object";
    jump.onchange = () => {
      const object = this.answer?.objects?.[Number(jump.value)];
      if (object) this.viewer.goTo(object.line);
    };
    label.append("Object ", jump);
    bar.append(
      label,
      button("Fold all", () => this.viewer.fold()),
      button("Unfold all", () => this.viewer.unfold()),
      button("Copy YAML", () => void this.copy(this.answer?.yaml ?? "", "The objects are")),
    );
    const holder = document.createElement("div");
    holder.className = "editor";
    panel.append(bar, holder);
    return new Viewer(holder, "Objects, YAML");
  }

  private showObjects(answer: Answer): void {
    this.viewer.text = answer.yaml ?? "";
    const jump = find<HTMLSelectElement>("object");
    const titles = (answer.objects ?? []).map((object) => `${object.kind} ${object.namespace}/${object.name}`);
    const old = [...jump.options].map((option) => option.text);
    if (titles.join("\n") !== old.join("\n")) jump.replaceChildren(...titles.map((title, at) => new Option(title, String(at))));
  }

  private makeCompare(): void {
    const panel = this.answers.panel("compare");
    panel.innerHTML = `<div class="tools">
      <label>Compare with <select id="compare-kind"><option value="release">another release</option><option value="config">another ConfigMap</option></select></label>
      <label id="compare-to-label">Release <select id="compare-to"></select></label>
      <span id="compare-note" class="note">The tab Other ConfigMap on the left has the other side.</span>
    </div><div id="compare-answer" aria-live="polite"></div>`;
    find<HTMLSelectElement>("compare-kind").onchange = (event) => {
      const compare = (event.target as HTMLSelectElement).value as State["compare"];
      this.change(compare === "config" ? { compare, input: "other" } : { compare });
    };
    find<HTMLSelectElement>("compare-to").onchange = (event) => this.change({ to: (event.target as HTMLSelectElement).value });
  }

  /** Buttons that mend findings, and that tell what they do. */
  private addFixes(panel: HTMLElement, answer: Answer): void {
    if (answer.mended?.length) panel.prepend(button("Fix everything that is safe", () => this.fixAll()));
    for (const item of panel.querySelectorAll<HTMLElement>("[data-finding]")) {
      const finding = answer.findings?.[Number(item.dataset.finding)];
      for (const fix of finding?.fixes ?? []) {
        const input = (Object.keys(FILES) as Input[]).find((one) => FILES[one] === fix.edits[0]?.file);
        if (!input) continue;
        item.append(button(fix.title, () => {
          this.change({ input });
          this.editors[input].apply(fix);
        }));
      }
    }
  }

  /** Mends what `lint --fix` mends. */
  private fixAll(): void {
    for (const { name, text } of this.answer?.mended ?? []) {
      const input = (Object.keys(FILES) as Input[]).find((one) => FILES[one] === name);
      if (input) this.editors[input].text = text;
    }
  }

  private goTo(file: string, lineNumber: number): void {
    const input = (Object.keys(FILES) as Input[]).find((one) => FILES[one] === file);
    if (!input) return;
    this.change({ input });
    this.editors[input].goTo(lineNumber);
  }

  private wire(): void {
    find<HTMLSelectElement>("example").add(new Option("choose one", ""));
    find<HTMLSelectElement>("example").onchange = (event) => this.openExample((event.target as HTMLSelectElement).value);
    find<HTMLSelectElement>("release").onchange = (event) => this.change({ release: (event.target as HTMLSelectElement).value });
    find<HTMLInputElement>("namespace").oninput = (event) => this.change({ namespace: (event.target as HTMLInputElement).value.trim() });
    find<HTMLInputElement>("inject").onchange = (event) => this.change({ inject: (event.target as HTMLInputElement).checked });
    find("answer-panels").addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-file]");
      if (!link) return;
      event.preventDefault();
      this.goTo(link.dataset.file!, Number(link.dataset.line));
    });
    find("copy-link").onclick = () => void this.copyLink();
    find("copy-markdown").onclick = () => void this.copyMarkdown();
    find("copy-command").onclick = () => void this.copy(toCommand(this.state), "The command is");
    const theme = find<HTMLSelectElement>("theme");
    theme.onchange = () => {
      useTheme(theme.value);
      localStorage.setItem("theme", theme.value);
    };
    theme.value = localStorage.getItem("theme") ?? "";
    useTheme(theme.value);
  }

  private async link(): Promise<string> {
    await this.keepLink();
    return location.href;
  }

  private async copyLink(): Promise<void> {
    const secret = /^kind: *Secret *$/m.test(this.state.service + "\n" + this.state.cluster);
    await this.copy(await this.link(), "The link is", secret ? " It holds your documents, with a Secret among them." : "");
  }

  private async copyMarkdown(): Promise<void> {
    if (this.answer) await this.copy(toMarkdown(this.state, this.answer, await this.link()), "The Markdown is");
  }

  private async copy(text: string, what: string, more = ""): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${what} in the clipboard.${more}`);
    } catch {
      this.say("The browser does not let this page use the clipboard.");
    }
  }

  private say(text: string): void {
    find("message").textContent = text;
  }

  /** For tests and for the curious: answers of the worker without the page. */
  get worker(): Client {
    return this.client;
  }
}

function line(id: string, className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = `line ${className}`;
  element.dataset.part = id;
  element.textContent = text;
  return element;
}

function button(text: string, action: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.onclick = action;
  return element;
}

function useTheme(theme: string): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

const page = new Page();
Object.assign(window, { kserveRender: page.worker });
void page.start();
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
