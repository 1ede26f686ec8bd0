/** A text, and what it is called in places and findings. */
export interface Document {
  name: string;
  text: string;
}

/** What is known about the cluster besides its documents, as with the flags of the program. */
export interface Options {
  /** Such as `v0.20`; by default that of the ConfigMap's images, or else the newest. */
  release?: string;
  /** Namespace of documents that have none. */
  namespace?: string;
  /** Values of the configuration, `section.key=value`. */
  set?: string[];
  knativeDomain?: string;
  knativeUrlScheme?: string;
  clusterDomain?: string;
  /** APIs that are not installed, `group/version`. */
  withoutApi?: string[];
  /** Names of workloads that never become ready. */
  notReady?: string[];
  /** Whether what the release ships is there; it is unless this is false. */
  shipped?: boolean;
}

export type Part = "objects" | "explain" | "findings" | "picture" | "compare" | "composition";

export interface Question {
  /** Services, and what is applied with them. */
  inputs?: Document[];
  /** The ConfigMap inferenceservice-config, or only its data. */
  config?: Document | null;
  /** Facts of the cluster. */
  context?: Document[];
  /** What the cluster holds, such as services with their status. */
  observed?: Document[];
  options?: Options;
  /** What is asked for; everything if it is left out. */
  parts?: Part[];
  /** The only service that is explained and drawn, by its position; all if it is left out. */
  service?: number | null;
  /** The other side of a comparison; what is left out is as in the question. */
  compare?: { release?: string; config?: Document | null } | null;
  /** Whether objects have pods as the pod webhook makes them. */
  inject?: boolean;
  /** Whether pieces of a page are asked for besides the data. */
  html?: boolean;
}

/** A place in a document; lines and columns count from 1, columns in characters. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

export interface Service {
  kind: string;
  namespace: string;
  name: string;
  mode?: string;
  runtime?: string;
  url?: string;
  address?: string;
  /** URLs of the components. */
  components: Record<string, string>;
  /** `True`, `False`, `Unknown`, or `Refused` and `Failed` for a service that gets nowhere. */
  ready: string;
  reason?: string;
  /** The status that the controller reports in the end. */
  status?: unknown;
  place?: Place;
  /** Whether it is only a fact that others read, and no objects are made of it. */
  isFact: boolean;
  /** How many objects it becomes. */
  objects: number;
}

/** An object and its lines in `yaml`, from 1. */
export interface RenderedObject {
  service: number;
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  line: number;
  lines: number;
}

/** A change that fixes a finding: texts that replace pieces of a document. */
export interface Fix {
  title: string;
  /** Whether the change restores what the user certainly meant. */
  safe: boolean;
  edits: { file: string; line: number; column: number; endLine: number; endColumn: number; text: string }[];
}

/** As `kserve-render check -o json` has it. */
export interface Finding {
  code: string;
  name: string;
  severity: "error" | "warning" | "note";
  message: string;
  explanation: string;
  subject: string;
  path: string;
  refusal: boolean;
  file?: string;
  line?: number;
  column?: number;
  endColumn?: number;
  option?: string;
  help?: string;
  /** The fix in words. */
  fix?: string;
  mending?: "safe" | "unsafe";
  fixes?: Fix[];
  related?: { message: string; file: string; line: number; column: number }[];
}

export interface Picture {
  service: number;
  mermaid: string;
  tree: string;
  svg: string;
}

export interface Answer {
  /** Why there is no answer; then nothing else is there. */
  error?: string;
  release: string;
  /** Whether part of the question is missing from the answer because it could not be read. */
  incomplete: boolean;
  services: Service[];
  /** The objects of all services, as `kserve-render --keep-going` prints them. */
  yaml?: string;
  objects?: RenderedObject[];
  /** As `kserve-render explain -o json` has them. */
  explain?: Record<string, unknown>[];
  findings?: Finding[];
  /** The documents that `kserve-render lint --fix` would change, with its changes. */
  mended?: Document[];
  pictures?: Picture[];
  /** As `kserve-render diff -o json` has it. */
  compare?: { services: Record<string, unknown>[] };
  /** As `kserve-render explain config -o json` has it. */
  composition?: Record<string, unknown>[];
  /** Pieces of a page, by the names of the parts. */
  html?: Partial<Record<Part, string>>;
}
