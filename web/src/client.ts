// The page's side of the worker. Of questions that wait only the latest is asked.
import type { Answer, Question } from "../wasm/kserve_render_wasm.js";

export interface About {
  version: string;
  releases: string[];
  newest: string;
  optionalApis: string[];
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export class Client {
  private worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  private waiting = new Map<number, Waiting>();
  private next = 0;
  private isBusy = false;
  private latest: { question: Question; use: (answer: Answer) => void } | undefined;
  /** How long the module took for its last answer. */
  milliseconds = 0;

  constructor() {
    this.worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      this.milliseconds = data.milliseconds ?? this.milliseconds;
      if (data.error === undefined) waiting?.resolve(data.value);
      else waiting?.reject(new Error(data.error));
    };
    this.worker.onerror = (event) => {
      for (const waiting of this.waiting.values()) waiting.reject(new Error(event.message || "the worker cannot start"));
      this.waiting.clear();
    };
  }

  private send(request: object): Promise<unknown> {
    const id = this.next++;
    this.worker.postMessage({ id, ...request });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  about(): Promise<About> {
    return this.send({ about: true }) as Promise<About>;
  }

  /** A question that cannot be answered has an answer too, which tells why. */
  async ask(question: Question): Promise<Answer> {
    const answer = (await this.send({ question })) as Partial<Answer>;
    return { release: "", incomplete: true, services: [], ...answer };
  }

  schema(release: string, resource: string, path: (string | number)[]): Promise<unknown> {
    return this.send({ schema: { release, resource, path } });
  }

  /** Asks as soon as the worker is free, unless something else is to be asked by then. */
  askLatest(question: Question, use: (answer: Answer) => void): void {
    this.latest = { question, use };
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      while (this.latest) {
        const { question, use } = this.latest;
        this.latest = undefined;
        let answer: Answer;
        try {
          answer = await this.ask(question);
        } catch (error) {
          answer = { error: `There is no answer: ${String(error)}`, release: "", incomplete: true, services: [] };
        }
        if (!this.latest) use(answer);
      }
    } finally {
      this.isBusy = false;
    }
  }
}
