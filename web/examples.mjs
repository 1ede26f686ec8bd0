// The examples of the repository as questions: each file with a service, with the ConfigMap and the Gateways beside it and the
// services that it names.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "examples");

const isQuestion = (text) => /^kind: *(InferenceService|InferenceGraph|LLMInferenceService) *$/m.test(text);

function files(at) {
  return readdirSync(at, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(at, entry.name);
      if (entry.isDirectory()) return files(path);
      return /\.yaml$/.test(entry.name) ? [{ path, text: readFileSync(path, "utf8") }] : [];
    });
}

/** The services that a graph names, and the bases that a service names, in other files of the folder. */
function beside(file, all) {
  const names = [...file.text.matchAll(/serviceName: *(\S+)|baseRefs:\s+- *name: *(\S+)/g)].map((match) => match[1] ?? match[2]);
  const others = all.filter((other) => other !== file && dirname(other.path) === dirname(file.path));
  return others.filter((other) => names.some((name) => new RegExp(`^ {2}name: *${name} *$`, "m").test(other.text)));
}

export function examples() {
  const all = files(folder);
  const named = new Set(all.flatMap((file) => beside(file, all)));
  return all
    .filter((file) => isQuestion(file.text) && !named.has(file) && !/^kind: *ResourceList/m.test(file.text))
    .map((file) => {
      const config = all.find(
        (other) => dirname(other.path) === dirname(file.path) && basename(other.path) === "config.yaml",
      );
      const comment = /^(?:#.*\n)*/.exec(file.text)?.[0].replace(/^# ?/gm, "").replace(/\n/g, " ") ?? "";
      const about = /^.*?\.(?= |$)/.exec(comment)?.[0] ?? comment.trim();
      return {
        name: relative(folder, file.path).replace(/\.yaml$/, "").replace(/\/service$/, ""),
        about,
        service: [file, ...beside(file, all)].map((one) => one.text).join("---\n"),
        config: config?.text ?? "",
        cluster: all
          .filter((other) => /^kind: Gateway$/m.test(other.text) && dirname(file.path).startsWith(dirname(other.path)) && !isQuestion(other.text))
          .map((other) => other.text)
          .join("---\n"),
      };
    });
}
