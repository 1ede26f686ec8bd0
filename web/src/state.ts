// What the page shows, and links that carry it. A link of an older version is read by the reader of its version.

export const FILES = { service: "service.yaml", config: "config.yaml", cluster: "cluster.yaml", other: "other-config.yaml" } as const;
export type Input = keyof typeof FILES;
export const TABS = ["objects", "explain", "findings", "compare", "picture", "composition"] as const;
export type Tab = (typeof TABS)[number];

export interface State {
  /** The documents, by what they are for. */
  service: string;
  config: string;
  cluster: string;
  /** The ConfigMap of the other side of a comparison. */
  other: string;
  release: string;
  namespace: string;
  inject: boolean;
  /** The document and the tab that are shown. */
  input: Input;
  tab: Tab;
  /** The service that is explained, by its position. */
  chosen: number;
  /** What is compared: with another release, or with another ConfigMap. */
  compare: "release" | "config";
  to: string;
}

export const EMPTY: State = {
  service: "", config: "", cluster: "", other: "", release: "", namespace: "", inject: false,
  input: "service", tab: "objects", chosen: 0, compare: "release", to: "",
};

/** Only what is not as it is at first. */
function compact(state: State): Partial<State> {
  const entries = Object.entries(state).filter(([key, value]) => value !== EMPTY[key as keyof State]);
  return Object.fromEntries(entries) as Partial<State>;
}

/** Whether a Secret is among the documents, be it in a list or in JSON. */
export function holdsSecret(state: State): boolean {
  return (Object.keys(FILES) as Input[]).some((input) => /\bkind["']? *: *["']?Secret\b/.test(state[input]));
}

function toText(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The fragment of a link: the version of its form, and the state, compressed. */
export async function toFragment(state: State): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(compact(state)));
  return `1.${toText(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** A state of any origin with everything that it lacks, and without what makes no sense. */
function whole(given: unknown): State {
  const state = { ...EMPTY };
  if (typeof given !== "object" || given === null) return state;
  for (const [key, value] of Object.entries(given)) {
    const known = key as keyof State;
    if (typeof value === typeof EMPTY[known]) Object.assign(state, { [known]: value });
  }
  if (!Object.hasOwn(FILES, state.input)) state.input = "service";
  if (!TABS.includes(state.tab)) state.tab = "objects";
  if (!["release", "config"].includes(state.compare)) state.compare = "release";
  if (!Number.isSafeInteger(state.chosen) || state.chosen < 0) state.chosen = 0;
  return state;
}

/** How the state is read from a link, by the version of its form. Versions are only added. */
const READERS: Record<string, (text: string) => Promise<State>> = {
  "1": async (text) => {
    const bytes = await through(toBytes(text), new DecompressionStream("deflate-raw"));
    return whole(JSON.parse(new TextDecoder().decode(bytes)));
  },
};

/** The state of a fragment; none if there is no fragment. An error tells people why a link cannot be opened. */
export async function fromFragment(fragment: string): Promise<State | undefined> {
  const [, version, text] = /^#?(\d+)\.([\w-]+)$/.exec(fragment) ?? [];
  if (version === undefined || text === undefined) {
    if (fragment.replace("#", "") === "" || /^#?answer$/.test(fragment)) return undefined;
    throw new Error("this link is damaged: it may have been cut off");
  }
  const reader = READERS[version];
  if (!reader) throw new Error("this link was made by a newer version of the page; load the page again");
  try {
    return await reader(text);
  } catch {
    throw new Error("this link is damaged: it may have been cut off");
  }
}
