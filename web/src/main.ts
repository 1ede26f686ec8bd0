import "../../src/output/page.css";
import "./style.css";
import examples from "virtual:examples";
import type { Answer, Part } from "../wasm/kserve_render_wasm.js";
import { Client } from "./client";
import { InputEditor, Viewer } from "./editors";
import { toCommand, toMarkdown, toQuestion } from "./question";
import type { Place } from "./schema";
import { EMPTY, FILES, type Input, type State, type Tab, fromFragment, holdsSecret, toFragment } from "./state";
import { Tabs } from "./tabs";

const find = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;

const PARTS: Record<Tab, Part[]> = {
  objects: ["objects"], explain: ["explain"], findings: [], compare: ["compare"], picture: ["picture"], composition: ["composition"],
};

const NOTHING: Partial<Record<Tab, string>> = {
  explain: "There is nothing to explain.",
  picture: "There is nothing to draw.",
  composition: "There is no LLMInferenceService in the documents.",
};
const CHANGED = "The document changed meanwhile; try again.";
/** Browsers cut longer addresses off. */
const LONGEST_LINK = 1_000_000;

class Page {
  private state: State = { ...EMPTY };
  private answer: Answer | undefined;
  private readonly client = new Client();
  private readonly inputs: Tabs;
  private readonly answers: Tabs;
  private readonly editors = {} as Record<Input, InputEditor>;
  private readonly viewer: Viewer;
  /** What the answer that is shown was made of. */
  private answered: State = { ...EMPTY };
  private isLoading = false;
  private linkTimer = 0;
  private linksMade = 0;

  constructor() {
    const inputs = [
      { id: "service", title: "Service" }, { id: "config", title: "ConfigMap" },
      { id: "cluster", title: "Cluster facts" }, { id: "other", title: "Other ConfigMap" },
    ];
    this.inputs = new Tabs(find("input-tabs"), find("input-panels"), "input", inputs, (id) => this.change({ input: id as Input }));
    for (const { id, title } of inputs) {
      const input = id as Input;
      const hooks = {
        changed: (text: string) => {
          if (!this.isLoading) find<HTMLSelectElement>("example").value = "";
          this.change({ [input]: text });
        },
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
  private releases: string[] = [];

  /** What is compared with unless somebody chose: the newest release, or the one before it. */
  private get to(): string {
    const older = this.releases.filter((release) => release !== this.newest).at(-1);
    return this.state.to || (this.release === this.newest && older ? older : this.newest);
  }

  async start(): Promise<void> {
    for (const { name, about } of examples) find<HTMLSelectElement>("example").add(new Option(about ? `${name}: ${about}` : name, name));
    try {
      const { releases, newest } = await this.client.about();
      this.newest = newest;
      this.releases = releases;
      const select = find<HTMLSelectElement>("release");
      select.add(new Option(`auto (${newest})`, ""));
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
      if (!this.answer) this.load({ ...EMPTY });
      this.say(`This cannot be opened: ${(error as Error).message}.`);
    }
  }

  private openExample(name: string): void {
    const example = examples.find((one) => one.name === name);
    if (!example) return;
    const { release, tab, compare, to } = this.state;
    this.load({ ...EMPTY, release, tab: tab === "composition" ? "objects" : tab, compare, to, service: example.service, config: example.config, cluster: example.cluster });
    find<HTMLSelectElement>("example").value = name;
  }

  /** What somebody chose to open is a step of the history: going back leads to what was there before. */
  private async chooseExample(name: string): Promise<void> {
    await this.keepLink();
    this.openExample(name);
    await this.keepLink((link) => history.pushState(null, "", link));
  }

  private load(state: State): void {
    this.isLoading = true;
    this.linksMade++;
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
    this.say("");
    const { state } = this;
    find("compare-to-label").hidden = state.compare !== "release";
    find("compare-note").hidden = state.compare !== "config";
    this.inputs.hide("other", state.compare !== "config" || state.tab !== "compare");
    if (state.input === "other" && (state.compare !== "config" || state.tab !== "compare")) state.input = "service";
    this.inputs.show(state.input);
    this.answers.show(state.tab);
    this.ask();
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => void this.keepLink(), 200);
  }

  /** The address is a link to what is shown, without a step of the history for each key. */
  private async keepLink(keep = (link: string) => history.replaceState(null, "", link)): Promise<string | undefined> {
    clearTimeout(this.linkTimer);
    const number = ++this.linksMade;
    const fragment = await toFragment(this.state);
    // What was opened or typed since then has an address of its own.
    if (number !== this.linksMade) return undefined;
    const link = new URL(`#${fragment}`, location.href).href;
    const isTooLong = link.length > LONGEST_LINK;
    keep(isTooLong ? location.pathname + location.search : link);
    return isTooLong ? undefined : link;
  }

  private ask(): void {
    const asked = performance.now();
    const parts: Part[] = ["findings", ...PARTS[this.state.tab]];
    const state = { ...this.state };
    find<HTMLSelectElement>("compare-to").value = this.to;
    this.client.askLatest(toQuestion({ ...state, to: this.to }, parts), (answer) => {
      this.answered = state;
      this.show(answer);
      document.documentElement.dataset.answered = String(Number(document.documentElement.dataset.answered ?? 0) + 1);
      document.documentElement.dataset.milliseconds = (performance.now() - asked).toFixed(1);
    });
  }

  private show(answer: Answer): void {
    this.answer = answer;
    this.showSummary(answer);
    // The release that the ConfigMap tells, else the newest.
    if (!this.answered.release && answer.release) find<HTMLSelectElement>("release").options[0]!.text = `auto (${answer.release})`;
    find<HTMLSelectElement>("compare-to").value = this.to;
    const findings = answer.findings ?? [];
    for (const input of Object.keys(FILES) as Input[]) {
      this.editors[input].show(findings.filter((finding) => finding.file === FILES[input]));
    }
    this.answers.title("findings", findings.length ? `Findings (${findings.length})` : "Findings");
    const hasComposition = answer.services.some((service) => service.kind === "LLMInferenceService");
    this.answers.hide("composition", !hasComposition && this.state.tab !== "composition");
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
        put(find("compare-answer"), answer.html?.compare ?? "");
        break;
      default:
        put(panel, answer.html?.[this.state.tab] || `<p class="note">${NOTHING[this.state.tab]}</p>`);
    }
  }

  private showSummary(answer: Answer): void {
    const summary = find("summary");
    const shown = answer.services.map((service, at) => ({ service, at })).filter(({ service }) => !service.isFact);
    if (!shown.some(({ at }) => at === this.state.chosen)) this.state.chosen = shown[0]?.at ?? 0;
    this.showChoice(shown.map(({ service, at }) => new Option(`${service.kind} ${service.namespace}/${service.name}`, String(at))));
    summary.replaceChildren();
    if (answer.error !== undefined) {
      summary.append(line("state", "error", answer.error));
      return;
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

  /** The choice among several resources; it stays where it is, so that keys can go through it. */
  private showChoice(options: HTMLOptionElement[]): void {
    const select = find<HTMLSelectElement>("chosen");
    find("choice").hidden = options.length < 2;
    if (options.map(({ text, value }) => value + text).join("\n") !== [...select.options].map(({ text, value }) => value + text).join("\n"))
      select.replaceChildren(...options);
    select.value = String(this.state.chosen);
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
          if (this.state[input] !== this.answered[input]) return this.say(CHANGED);
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
      if (!input) continue;
      if (this.state[input] !== this.answered[input]) return this.say(CHANGED);
      this.editors[input].text = text;
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
    find<HTMLSelectElement>("example").onchange = (event) => void this.chooseExample((event.target as HTMLSelectElement).value);
    find<HTMLSelectElement>("chosen").onchange = (event) => this.choose(Number((event.target as HTMLSelectElement).value));
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
    find("copy-command").onclick = () => void this.copy(toCommand(this.state), "The command is", this.warning);
    const theme = find<HTMLSelectElement>("theme");
    theme.onchange = () => {
      useTheme(theme.value);
      remember(theme.value);
    };
    theme.value = remembered();
    useTheme(theme.value);
  }

  private get warning(): string {
    return holdsSecret(this.state) ? " It holds your documents, with a Secret among them." : "";
  }

  private async copyLink(): Promise<void> {
    const link = await this.keepLink();
    if (link === undefined) return this.say("The documents are too long for a link; copy them as Markdown or as a command.");
    const long = link.length > 8000 ? ` It has ${link.length.toLocaleString("en")} characters; some programs cut such links off.` : "";
    await this.copy(link, "The link is", this.warning + long);
  }

  private async copyMarkdown(): Promise<void> {
    const { answer, answered } = this;
    if (answer) await this.copy(toMarkdown(answered, answer, await this.keepLink()), "The Markdown is", this.warning);
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

/** Puts a piece of a page where it is not yet, so that what somebody opened or selected in it stays. */
const shownPieces = new WeakMap<HTMLElement, string>();
function put(element: HTMLElement, html: string): void {
  if (shownPieces.get(element) === html) return;
  element.innerHTML = html;
  shownPieces.set(element, html);
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

// Browsers may keep pages from remembering.
function remember(theme: string): void {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // The theme lasts as long as the page then.
  }
}

function remembered(): string {
  try {
    return localStorage.getItem("theme") ?? "";
  } catch {
    return "";
  }
}

function useTheme(theme: string): void {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

const page = new Page();
Object.assign(window, { kserveRender: page.worker });
void page.start();
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
