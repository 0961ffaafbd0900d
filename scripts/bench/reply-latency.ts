import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { openLoci } from "../../src/app/loci.ts";
import { makeQuestions } from "./corpus.ts";
import type { Bench } from "./loci.ts";
import { type Figure, figuresOf } from "./measure.ts";

const warmUps = 5;

/** From a message handed to a conversation to the request at the model's door, beside a bare request in the same process. */
export async function measureReplyLatency(bench: Bench): Promise<readonly Figure[]> {
  let arrivedAt = 0;
  const server = createServer(async (request, response) => {
    if (arrivedAt === 0) arrivedAt = performance.now();
    await text(request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const delta = { role: "assistant", content: "null" };
    const choice = { index: 0, delta, finish_reason: "stop" };
    const chunk = { id: "1", object: "chat.completion.chunk", created: 1, model: "bench" };
    response.end(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("No port");
  const url = `http://127.0.0.1:${address.port}/v1`;
  const arrival = async (work: () => Promise<unknown>): Promise<number> => {
    arrivedAt = 0;
    const startedAt = performance.now();
    await work();
    if (arrivedAt === 0) throw new Error("Nobody asked the model");
    return arrivedAt - startedAt;
  };
  const loci = await openLoci({
    root: bench.vault,
    env: { ...process.env, LOCI_MODEL_BASE_URL: url, LOCI_MODEL_NAME: "test" },
    now: Date.now,
    report: () => {},
  });
  const added: number[] = [];
  const bare: number[] = [];
  for (const { query } of makeQuestions(bench.size, warmUps + (bench.quick ? 24 : 80))) {
    const conversation = await loci.converse();
    added.push(
      await arrival(async () => {
        for await (const _ of conversation.turn(query));
      }),
    );
    const ask = () => fetch(`${url}/chat/completions`, { method: "POST", body: "{}" });
    bare.push(await arrival(async () => (await ask()).text()));
  }
  await loci.sessions.remove("all");
  await loci.close();
  server.close();
  const limit = { max: 50, note: `the very first ${Math.round(added[0] ?? 0)} ms` };
  const beside = { "bare request": bare.slice(warmUps) };
  return figuresOf("message to the model's door", added.slice(warmUps), limit, beside);
}
