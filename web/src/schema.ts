// What a schema says about a place, and which place of a YAML text the cursor is at.

export interface Schema {
  type?: string | string[];
  $ref?: string;
  definitions?: Record<string, Schema>;
  anyOf?: Schema[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  enum?: unknown[];
  default?: unknown;
  required?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** What is known of a place, without what lies deeper. */
export interface Place {
  type: string;
  description?: string;
  values: string[];
  facts: string[];
  keys: { name: string; type: string; isRequired: boolean }[];
}

/** A schema with what it refers to; what stands beside the reference goes before. */
function resolved(schema: Schema | undefined, root: Schema): Schema | undefined {
  const name = schema?.$ref?.replace("#/definitions/", "");
  if (!schema || name === undefined) return schema;
  return { ...root.definitions?.[name], ...schema };
}

function typeOf(given: Schema, root: Schema): string {
  const schema = resolved(given, root) ?? given;
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, root)).join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items, root) : "anything"}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object")
    return `map of ${typeOf(schema.additionalProperties, root)}`;
  return schema.type ?? "anything";
}

export function schemaAt(root: Schema | undefined, path: (string | number)[]): Place | undefined {
  if (!root) return undefined;
  let schema = resolved(root, root);
  for (const step of path) {
    const inner = schema?.additionalProperties;
    const next = typeof step === "number" ? schema?.items : (schema?.properties?.[step] ?? (typeof inner === "object" ? inner : undefined));
    schema = resolved(next, root);
  }
  if (!schema) return undefined;
  const values = (schema.enum ?? (schema.type === "boolean" ? [true, false] : [])).map(String);
  const facts: string[] = [];
  if (schema.default !== undefined) facts.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.format) facts.push(`format ${schema.format}`);
  if (schema.pattern && schema.pattern.length < 60) facts.push(`pattern ${schema.pattern}`);
  if (schema.minimum !== undefined) facts.push(`at least ${schema.minimum}`);
  if (schema.maximum !== undefined) facts.push(`at most ${schema.maximum}`);
  const keys = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(property, root),
    isRequired: schema.required?.includes(name) ?? false,
  }));
  return { type: typeOf(schema, root), ...(schema.description ? { description: schema.description } : {}), values, facts, keys };
}

export interface Cursor {
  /** `group/version/kind` of the document. */
  resource: string;
  path: (string | number)[];
  /** The key before the cursor's word, when the cursor is in its value. */
  isValue: boolean;
  /** Keys that stand beside the cursor already. */
  siblings: Set<string>;
  word: string;
}

interface Line {
  indent: number;
  key: string | undefined;
  isItem: boolean;
}

/** The entries of a line: `- name: x` is an item and, deeper, a key. */
function entries(text: string): Line[] {
  const found: Line[] = [];
  let indent = text.length - text.trimStart().length;
  let rest = text.slice(indent);
  if (rest === "" || rest.startsWith("#")) return found;
  while (/^-( |$)/.test(rest)) {
    found.push({ indent, key: undefined, isItem: true });
    const next = rest.slice(1);
    const blank = next.length - next.trimStart().length;
    indent += 1 + blank;
    rest = next.trimStart();
  }
  const key = /^("?)([\w./-]+)\1\s*:( |$)/.exec(rest)?.[2];
  if (key !== undefined) found.push({ indent, key, isItem: false });
  return found;
}

/** Where in which document a place of a text is, for block YAML; documents of other forms have no answer. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const start = Math.max(text.lastIndexOf("\n---", Math.max(offset - 1, 0)) + 1, 0);
  const ends = text.indexOf("\n---", offset);
  const document = text.slice(start, ends < 0 ? undefined : ends);
  const value = (key: string) => new RegExp(`^${key}: *"?([\\w./-]+)`, "m").exec(document)?.[1];
  const [version, kind] = [value("apiVersion"), value("kind")];
  if (!version || !kind) return undefined;
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const inValue = /^(\s*(?:- )*)("?)([\w./-]+)\2\s*: +(\S*)$/.exec(before);
  const atKey = /^(\s*(?:- +)*)([\w./-]*)$/.exec(before);
  if (!inValue && !atKey) return undefined;
  let indent = (inValue?.[1] ?? atKey?.[1] ?? "").length;
  const path: (string | number)[] = inValue ? [inValue[3]!] : [];
  const siblings = new Set<string>();
  const own = entries(inValue ? before : `${before}x:`);
  // Items that begin on the cursor's own line.
  for (const line of own.slice(0, -1).reverse()) {
    path.unshift(0);
    indent = line.indent;
  }
  let isOpen = own.length === 1;
  const above = text.slice(start, Math.max(lineStart - 1, start)).split("\n").reverse();
  for (const line of above) {
    for (const entry of entries(line).reverse()) {
      if (entry.indent === indent && isOpen && entry.key !== undefined) siblings.add(entry.key);
      // A list may stand as deep as its key.
      const isParent = entry.indent < indent || (entry.indent === indent && typeof path[0] === "number" && !entry.isItem);
      if (!isParent) continue;
      path.unshift(entry.isItem ? 0 : (entry.key ?? ""));
      indent = entry.indent;
      isOpen = false;
    }
    if (indent === 0 && typeof path[0] === "string" && !isOpen && path.length > (inValue ? 1 : 0)) {
      if (entries(line).some((entry) => entry.indent === 0)) break;
    }
  }
  return { resource: `${version}/${kind}`, path, isValue: Boolean(inValue), siblings, word: inValue?.[4] ?? atKey?.[2] ?? "" };
}
