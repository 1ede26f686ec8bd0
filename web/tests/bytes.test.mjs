// What the page's worker answers is what the program prints: every example, in every release.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { examples } from "../examples.mjs";
import { binary, launch, open, serve } from "./browser.mjs";

let browser, site, page;
before(async () => {
  site = await serve();
  browser = await launch();
  ({ page } = await open(browser, site.address));
});
after(async () => {
  await browser?.close();
  site?.server.close();
});

const ask = (question) => page.evaluate((question) => window.kserveRender.ask(question), question);

/** What the program prints about documents; findings and refusals end it with 1. */
function print(folder, words) {
  try {
    return execFileSync(binary, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 27 });
  } catch (error) {
    assert.equal(error.status, 1, `${words.join(" ")}: ${error.message}`);
    return error.stdout;
  }
}

test("there are examples of every kind", () => {
  const text = examples().map((example) => example.service).join("\n");
  for (const kind of ["InferenceService", "InferenceGraph", "LLMInferenceService"]) assert.match(text, new RegExp(`^kind: ${kind}$`, "m"));
});

for (const { name, service, config, cluster } of examples()) {
  test(`the worker and the program answer alike: ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "kserve-render-web-"));
    try {
      writeFileSync(join(folder, "service.yaml"), service);
      if (cluster) writeFileSync(join(folder, "cluster.yaml"), cluster);
      if (config) writeFileSync(join(folder, "config.yaml"), config);
      const { releases, newest } = await page.evaluate(() => window.kserveRender.about());
      for (const release of releases) {
        const question = {
          inputs: [{ name: "service.yaml", text: service }],
          config: config ? { name: "config.yaml", text: config } : null,
          context: cluster ? [{ name: "cluster.yaml", text: cluster }] : [],
          options: { release },
        };
        const more = [...(config ? ["--config", "config.yaml"] : []), ...(cluster ? ["--context", "cluster.yaml"] : [])];
        const words = ["service.yaml", "--kserve-version", release, ...more];
        const parts = release === newest ? undefined : ["objects"];
        const answer = await ask({ ...question, parts });
        assert.equal(answer.yaml, print(folder, ["render", ...words, "--keep-going"]), release);
        if (release !== newest) continue;
        // Fixes are there beside what the program prints.
        const findings = answer.findings.map(({ fixes, ...finding }) => finding);
        assert.deepEqual(findings, JSON.parse(print(folder, ["check", ...words, "-o", "json"])));
        assert.deepEqual(answer.explain, JSON.parse(print(folder, ["explain", ...words, "-o", "json"])));
        const refused = answer.services.some((service) => ["Refused", "Failed"].includes(service.ready));
        if (!refused) assert.equal(answer.pictures.map((picture) => picture.mermaid).join(""), print(folder, ["render", ...words, "-o", "mermaid"]));
        const injected = await ask({ ...question, parts: ["objects"], inject: true });
        if (!refused) assert.equal(injected.yaml, print(folder, ["render", ...words, "--inject"]));
        if (/^kind: LLMInferenceService$/m.test(service)) {
          assert.deepEqual(answer.composition, JSON.parse(print(folder, ["explain", "config", ...words, "-o", "json"])));
        }
        const compared = await ask({ ...question, options: { release: "v0.19" }, parts: ["compare"], compare: { release } });
        const difference = ["diff", "service.yaml", ...more, "--from-version", "v0.19", "--to-version", release, "-o", "json"];
        assert.deepEqual(compared.compare, JSON.parse(print(folder, difference)));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const FAULTY = `# What the garden serves.
apiVersion: serving.kserve.io/v1beta1
kind: InferenceService
metadata:
  name: leaf   # one a plant
  namespace: garden
  annotations:
    serving.kserve.io/deploymentMode: RawDeployment
spec:
  predictor:
    minReplica: 2
    sklearn:   # still the old form
      storageUrii: 'gs://garden-models/leaf'
      resources:
        limits: {cpu: 0.5, memory: 1Gi}
      env:
      - name: WORKERS
        value: 2
---
{"apiVersion": "serving.kserve.io/v1beta1", "kind": "InferenceService", "metadata": {"name": "petal", "namespace": "garden"},
 "spec": {"predictor": {"xgboost": {"storageURI": "gs://garden-models/petal"}}}}
`;

for (const [name, text] of [["lines end as on Unix", FAULTY], ["lines end as on Windows", FAULTY.replaceAll("\n", "\r\n")]]) {
  test(`what is mended is what lint --fix mends: ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "kserve-render-web-"));
    try {
      writeFileSync(join(folder, "service.yaml"), text);
      print(folder, ["lint", "service.yaml", "--fix"]);
      const mended = readFileSync(join(folder, "service.yaml"), "utf8");
      assert.notEqual(mended, text);
      const answer = await ask({ inputs: [{ name: "service.yaml", text }], parts: ["findings"] });
      assert.deepEqual(answer.mended, [{ name: "service.yaml", text: mended }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
