import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { openLoci } from "../../src/app.ts";
import type { BenchRun } from "./bench-run.ts";
import { type Figure, percentile } from "./figures.ts";
import { makeQuestions } from "./questions.ts";

/** Of the design, for every size: what Loci may add before the model is asked (ms). */
const budget = 50;
const warmUps = 5;

/** From a message handed to a conversation to the request at the model's door, beside a bare request in the same process. */
export async function measureReplyLatency(run: BenchRun): Promise<readonly Figure[]> {
  const model = await startModel();
  const loci = await openLoci({
    root: run.vault,
    env: { ...process.env, LOCI_MODEL_PROVIDER: "openai", LOCI_MODEL_BASE_URL: model.url },
    now: Date.now,
    report: () => {},
  });
  try {
    const added: number[] = [];
    const bare: number[] = [];
    for (const { query } of makeQuestions(run.size, warmUps + (run.quick ? 24 : 80))) {
      const conversation = await loci.converse();
      const turn = async () => {
        for await (const _ of conversation.turn(query));
      };
      added.push(await model.arrival(turn));
      bare.push(await model.arrival(() => ask(model.url)));
    }
    await loci.sessions.remove("all");
    return toFigures(added, bare);
  } finally {
    await loci.close();
    await model.close();
  }
}

function toFigures(added: readonly number[], bare: readonly number[]): Figure[] {
  const [warm, warmBare] = [added.slice(warmUps), bare.slice(warmUps)];
  const first = `first messages, no watcher; the very first of the process ${Math.round(added[0] ?? 0)} ms`;
  return [0.5, 0.95].map((share) => ({
    what: `message to the model's door, p${share * 100}`,
    value: percentile(warm, share),
    unit: "ms",
    baselines: [{ name: "bare request", value: percentile(warmBare, share) }],
    ...(share === 0.5 ? { note: first } : { budget: { max: budget } }),
  }));
}

async function ask(url: string): Promise<void> {
  const response = await fetch(`${url}/chat/completions`, { method: "POST", body: "{}" });
  await response.text();
}

/** A server that says one word to whatever it is asked, and knows when it was asked. */
async function startModel() {
  let arrivedAt = 0;
  const server = createServer(async (request, response) => {
    if (arrivedAt === 0) arrivedAt = performance.now();
    await text(request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "bench" };
    for (const [delta, finish] of [
      [{ role: "assistant", content: "null" }, null],
      [{}, "stop"],
    ] as const) {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("No port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    /** Time from now until the first request of this work came in (ms). */
    async arrival(work: () => Promise<void>): Promise<number> {
      arrivedAt = 0;
      const startedAt = performance.now();
      await work();
      if (arrivedAt === 0) throw new Error("Nobody asked the model");
      return arrivedAt - startedAt;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
