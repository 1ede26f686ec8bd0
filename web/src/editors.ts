// The editors: those of the documents, and the one that shows the objects.
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, codeFolding, foldAll, foldGutter, foldKeymap, indentUnit, syntaxHighlighting, unfoldAll } from "@codemirror/language";
import { type Diagnostic, forceLinting, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Finding, Fix } from "../wasm/kserve_render_wasm.js";
import { type Cursor, type Place, cursorAt } from "./schema";

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--link)" },
  { tag: tags.propertyName, color: "var(--link)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.comment, color: "var(--dim)" },
  { tag: tags.keyword, color: "var(--warning)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--back)", color: "var(--text)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace", lineHeight: "1.45" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--dim)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--panel) 70%, transparent)" },
  "&.cm-focused": { outline: "2px solid var(--link)", outlineOffset: "-2px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--mark) !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--line)", maxWidth: "34rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--back)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--panel)", color: "var(--dim)", border: "1px solid var(--line)" },
  ".cm-diagnosticAction": { backgroundColor: "var(--link)", color: "var(--back)" },
});

const common: Extension = [
  lineNumbers(), codeFolding(), foldGutter({ markerDOM: marker }), yaml(), syntaxHighlighting(colours), bracketMatching(),
  highlightSelectionMatches(), look, EditorView.lineWrapping,
];

function marker(isOpen: boolean): HTMLElement {
  const sign = document.createElement("span");
  sign.textContent = isOpen ? "▾" : "▸";
  sign.title = isOpen ? "Fold" : "Unfold";
  return sign;
}

/** The position of a place; columns count characters, positions count units of UTF-16. */
export function position(doc: Text, line: number, column: number): number {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const units = [...at.text].slice(0, Math.max(column - 1, 0)).join("").length;
  return at.from + units;
}

/** What the page does for editors. */
export interface Hooks {
  changed(text: string): void;
  release(): string;
  schema(resource: string, path: (string | number)[]): Promise<Place | null>;
}

function fixed(view: EditorView, fix: Fix): void {
  const doc = view.state.doc;
  const changes = fix.edits.map((edit) => ({
    from: position(doc, edit.line, edit.column),
    to: position(doc, edit.endLine, edit.endColumn),
    insert: edit.text,
  }));
  view.dispatch({ changes, userEvent: "input.fix" });
  view.focus();
}

export class InputEditor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, label: string, private readonly hooks: Hooks) {
    const complete = (context: CompletionContext) => this.complete(context);
    const extensions: Extension = [
      common, history(), drawSelection(), highlightActiveLine(), indentUnit.of("  "), lintGutter(),
      autocompletion({ override: [complete], activateOnTyping: true }),
      hoverTooltip((_, at) => this.hover(at)),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) hooks.changed(update.state.doc.toString());
      }),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  }

  set text(text: string) {
    if (text === this.view.state.doc.toString()) return;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  goTo(line: number, column = 1): void {
    const at = position(this.view.state.doc, line, column);
    this.view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  apply(fix: Fix): void {
    fixed(this.view, fix);
  }

  /** Shows findings as squiggles, with the words of the program. */
  show(findings: Finding[]): void {
    const doc = this.view.state.doc;
    const diagnostics = findings.flatMap((finding): Diagnostic[] => {
      if (finding.line === undefined || finding.line > doc.lines) return [];
      const from = position(doc, finding.line, finding.column ?? 1);
      const to = Math.max(position(doc, finding.line, finding.endColumn ?? 1), from);
      const actions = (finding.fixes ?? []).map((fix) => ({ name: fix.title, apply: (view: EditorView) => fixed(view, fix) }));
      const message = finding.help ? `${finding.message}; ${finding.help}` : finding.message;
      const severity = finding.severity === "note" ? "info" : finding.severity;
      return [{ from, to: to > from ? to : doc.lineAt(from).to, severity, source: `${finding.code} ${finding.name}`, message, actions }];
    });
    diagnostics.sort((a, b) => a.from - b.from);
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
    forceLinting(this.view);
  }

  private async place(cursor: Cursor, path = cursor.path): Promise<Place | null> {
    return this.hooks.schema(cursor.resource, path);
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const cursor = cursorAt(context.state.doc.toString(), context.pos);
    if (!cursor || (cursor.word === "" && !context.explicit)) return null;
    const place = await this.place(cursor);
    if (!place || context.aborted) return null;
    const from = context.pos - cursor.word.length;
    if (cursor.isValue) {
      const options = place.values.map((label) => ({ label, type: "enum" }));
      return options.length ? { from, options, validFor: /^\S*$/ } : null;
    }
    const line = context.state.doc.lineAt(context.pos);
    const isAlone = line.text.slice(context.pos - line.from).trim() === "";
    const options = place.keys
      .filter((key) => !cursor.siblings.has(key.name))
      .map((key) => ({
        label: key.name,
        detail: key.isRequired ? `${key.type}, required` : key.type,
        type: "property",
        boost: key.isRequired ? 1 : 0,
        apply: isAlone ? `${key.name}:${/^(object|list|map)/.test(key.type) ? "" : " "}` : key.name,
      }));
    return options.length ? { from, options, validFor: /^[\w./-]*$/ } : null;
  }

  private async hover(at: number) {
    const line = this.view.state.doc.lineAt(at);
    const key = /^(\s*(?:- +)*)("?)([\w./-]+)\2\s*:(?= |$)/.exec(line.text);
    if (!key) return null;
    const from = line.from + key[1]!.length;
    const to = from + key[2]!.length * 2 + key[3]!.length;
    if (at < from || at > to) return null;
    const cursor = cursorAt(this.view.state.doc.toString(), from);
    const place = cursor && (await this.place(cursor, [...cursor.path, key[3]!]));
    if (!place) return null;
    return {
      pos: from,
      end: to,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "hover";
        const values = place.values.length ? [`one of ${place.values.join(", ")}`] : [];
        dom.textContent = [`${key[3]}: ${place.type}`, place.description, ...values, ...place.facts].filter(Boolean).join("\n");
        return { dom };
      },
    };
  }
}

/** Shows a text that cannot be changed, with folds. */
export class Viewer {
  readonly view: EditorView;

  constructor(parent: HTMLElement, label: string) {
    const extensions: Extension = [
      common, EditorState.readOnly.of(true),
      keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]),
      EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true" }),
    ];
    this.view = new EditorView({ parent, state: EditorState.create({ extensions }) });
  }

  /** Changes only what differs, so that the place that somebody reads stays where it is. */
  set text(text: string) {
    const old = this.view.state.doc.toString();
    if (text === old) return;
    let from = 0;
    const least = Math.min(text.length, old.length);
    while (from < least && text.charCodeAt(from) === old.charCodeAt(from)) from++;
    let end = 0;
    while (end < least - from && text.charCodeAt(text.length - 1 - end) === old.charCodeAt(old.length - 1 - end)) end++;
    this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
  }

  /** Shows a line. The focus stays where it is, so that keys go on through what is chosen from. */
  goTo(line: number): void {
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines)).from;
    this.view.dispatch({ selection: EditorSelection.cursor(at), effects: EditorView.scrollIntoView(at, { y: "start" }) });
  }

  fold(): void {
    foldAll(this.view);
  }

  unfold(): void {
    unfoldAll(this.view);
  }
}
