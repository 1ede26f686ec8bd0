// A static server, a browser and a page for the tests.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
export const binary = process.env.KSERVE_RENDER ?? resolve(root, "..", process.env.CARGO_TARGET_DIR ?? "target", "debug", "kserve-render");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

export async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    try {
      const file = path.endsWith("/") ? `${path}index.html` : path;
      const body = await readFile(join(dist, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, headless: true, args });
}

/** Opens the page, and notes whatever it asks of other hosts and whatever goes wrong in it. */
export async function open(browser, address, { fragment = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  const foreign = [];
  const errors = [];
  page.on("request", (request) => request.url().startsWith(address) || foreign.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address + fragment);
  await page.waitForSelector("html[data-ready]");
  await answered(page, 0);
  return { context, page, foreign, errors };
}

export const answers = (page) => page.evaluate(() => Number(document.documentElement.dataset.answered ?? 0));

/** Waits for an answer after so many. */
export async function answered(page, before) {
  await page.waitForFunction((count) => Number(document.documentElement.dataset.answered ?? 0) > count, before, { timeout: 60_000 });
}

/** Does something and waits for the answer to it. */
export async function doing(page, action) {
  const before = await answers(page);
  await action();
  await answered(page, before);
}

/** Puts a text into the editor that is shown, as pasting does. */
export async function paste(page, text) {
  await page.locator("#input-panels .panel:not([hidden]) .cm-content").focus();
  await page.keyboard.press("Control+a");
  await doing(page, async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+v");
  });
}

export const shownText = (page) => page.locator("#answer-panels .panel:not([hidden])").innerText();

export async function picture(page, name) {
  const folder = join(root, "screenshots");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
