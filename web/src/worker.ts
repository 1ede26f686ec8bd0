// Answers questions beside the page, so that typing never waits.
import start, { about, answer, schemas } from "../wasm/kserve_render_wasm.js";
import moduleUrl from "../wasm/kserve_render_wasm_bg.wasm?url";
import { type Schema, schemaAt } from "./schema";

export type Request =
  | { id: number; about: true }
  | { id: number; question: unknown }
  | { id: number; schema: { release: string; resource: string; path: (string | number)[] } };

const known = new Map<string, Record<string, Schema>>();
let ready = start({ module_or_path: moduleUrl });

function schemasOf(release: string): Record<string, Schema> {
  let found = known.get(release);
  if (!found) {
    found = JSON.parse(schemas(release)) as Record<string, Schema>;
    known.set(release, found);
  }
  return found;
}

function reply(request: Request): unknown {
  if ("about" in request) return JSON.parse(about());
  if ("schema" in request) {
    const { release, resource, path } = request.schema;
    return schemaAt(schemasOf(release)[resource], path) ?? null;
  }
  return JSON.parse(answer(JSON.stringify(request.question)));
}

onmessage = async (event: MessageEvent<Request>) => {
  const { id } = event.data;
  try {
    await ready;
    const from = performance.now();
    const value = reply(event.data);
    postMessage({ id, value, milliseconds: performance.now() - from });
  } catch (error) {
    // A trap leaves the module in an unknown state, so it starts anew.
    ready = start({ module_or_path: moduleUrl });
    postMessage({ id, error: String(error) });
  }
};
