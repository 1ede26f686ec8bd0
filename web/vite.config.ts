import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
// @ts-ignore: plain JavaScript, which the tests use too
import { examples } from "./examples.mjs";

/** The examples of the repository, as a module. */
function withExamples(): Plugin {
  return {
    name: "examples",
    resolveId: (id) => (id === "virtual:examples" ? "\0examples" : undefined),
    load: (id) => (id === "\0examples" ? `export default ${JSON.stringify(examples())}` : undefined),
  };
}

/** The service worker, which keeps everything that the page consists of, so that it works without a network. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const hash = createHash("sha256");
      for (const name of [...files].sort()) {
        const item = bundle[name]!;
        hash.update(name).update(item.type === "chunk" ? item.code : item.source);
      }
      const source = readFileSync("src/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__FILES__", JSON.stringify(["./", "icon.svg", ...files.filter((name) => name !== "index.html")]));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2022", chunkSizeWarningLimit: 700, assetsInlineLimit: 0, modulePreload: false },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  plugins: [withExamples(), offline()],
});
