// The state as a question, as Markdown and as a command line.
import type { Answer, Document, Part, Question } from "../wasm/kserve_render_wasm.js";
import { FILES, type Input, type State } from "./state";

function document(state: State, input: Input): Document | null {
  return state[input].trim() === "" ? null : { name: FILES[input], text: state[input] };
}

export function toQuestion(state: State, parts: Part[]): Question {
  const cluster = document(state, "cluster");
  const question: Question = {
    inputs: [{ name: FILES.service, text: state.service }],
    config: document(state, "config"),
    context: cluster ? [cluster] : [],
    options: {},
    parts,
    service: state.chosen,
    inject: state.inject,
    html: true,
  };
  if (state.release) question.options!.release = state.release;
  if (state.namespace) question.options!.namespace = state.namespace;
  if (parts.includes("compare")) {
    question.compare = state.compare === "release" ? { release: state.to } : { config: document(state, "other") };
  }
  return question;
}

const fence = (text: string): string => "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));

function block(text: string): string {
  const marks = fence(text);
  return `${marks}yaml\n${text.trimEnd()}\n${marks}\n`;
}

const cell = (text: string | undefined): string => (text ?? "").replaceAll("|", "\\|").replaceAll("\n", " ");

export function toMarkdown(state: State, answer: Answer, link: string | undefined): string {
  const lines = [`KServe ${answer.release}, rendered by ${link === undefined ? "kserve-render" : `[kserve-render](${link})`}:`, ""];
  lines.push("| Service | Mode | Runtime | Ready | URL |", "|---|---|---|---|---|");
  for (const service of answer.services.filter((one) => !one.isFact)) {
    const ready = service.reason ? `${service.ready}: ${service.reason}` : service.ready;
    lines.push(`| ${cell(`${service.namespace}/${service.name}`)} | ${cell(service.mode)} | ${cell(service.runtime)} | ${cell(ready)} | ${cell(service.url)} |`);
  }
  lines.push("");
  for (const finding of answer.findings ?? []) {
    const place = finding.file ? `${finding.file}:${finding.line}: ` : "";
    lines.push(`- **${finding.severity}** ${finding.code} ${finding.name}: ${place}${cell(finding.message)}${finding.help ? `; ${cell(finding.help)}` : ""}`);
  }
  if (answer.findings?.length) lines.push("");
  for (const input of ["service", "config", "cluster"] as const) {
    const text = state[input];
    if (text.trim()) lines.push(`${FILES[input]}:`, "", block(text));
  }
  return lines.join("\n");
}

/** A text as a here-document, whose end is a word that no line of it is. */
function here(text: string): string {
  const lines = text.split("\n");
  let end = "EOF";
  for (let number = 1; lines.includes(end); number++) end = `EOF${number}`;
  return `<<'${end}'\n${text.endsWith("\n") ? text : `${text}\n`}${end}\n`;
}

const quoted = (text: string): string => (/^[\w.:/@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

export function toCommand(state: State): string {
  const words = ["kserve-render"];
  let before = "";
  for (const [input, flag] of [["config", "--config"], ["cluster", "--context"]] as const) {
    if (state[input].trim() === "") continue;
    before += `cat >${FILES[input]} ${here(state[input])}`;
    words.push(flag, FILES[input]);
  }
  if (state.release) words.push("--kserve-version", quoted(state.release));
  if (state.namespace) words.push("--namespace", quoted(state.namespace));
  if (state.inject) words.push("--inject");
  return `${before}${words.join(" ")} ${here(state.service)}`;
}
