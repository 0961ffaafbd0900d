import { once } from "node:events";
import { get } from "node:http";
import { json } from "node:stream/consumers";
import { knownDimensions } from "../openai/embedder.ts";
import { listSchema } from "../openai/open-server.ts";

/** Programs that serve models, and where they listen unless they are told otherwise. */
const usualPorts = { Ollama: 11_434, "LM Studio": 1_234, "llama.cpp": 8_080 };

/** The model server on this device that answers first, within a moment; it is asked for its models and sent no text. */
export async function findLocalServer() {
  const looks = Object.entries(usualPorts).map(async ([program, port]) => {
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    // Not by fetch(): to load it takes longer than all else here.
    const asking = get(`${baseUrl}/models`, { signal: AbortSignal.timeout(300) });
    const [answer] = await once(asking, "response");
    const names = listSchema.parse(await json(answer)).data.map(({ id }) => id);
    const chat = names.find((name) => !/embed|minilm|bge|e5-/i.test(name));
    const known = names.map((model) => ({ model, dimensions: knownDimensions(model) }));
    const vectors = known.find(({ dimensions }) => dimensions !== undefined);
    if (chat === undefined && vectors === undefined) throw new Error("it has no model");
    return { program, baseUrl, chat, vectors };
  });
  return Promise.any(looks).catch(() => undefined);
}
