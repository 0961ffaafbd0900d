import { address, choice, keyFile, section, text, toggle, whole, words } from "./fields.ts";

const server = address("http", "https");

/** Settings of who answers and digests, and where vectors come from. */
export const modelSettings = {
  model: section({
    provider: choice(
      ["auto", "offline", "openai"],
      "auto",
      "`auto`: a server that is set or has its key in the environment, else `offline`",
    ),
    baseUrl: server.optional().describe("Server that speaks /v1/chat/completions, with its /v1"),
    name: words("Model to ask for; OpenAI's default is gpt-5-mini"),
    find: toggle(true, "Look for a model server on this device, to offer it, where none is set"),
    apiKeyFile: keyFile("LOCI_MODEL_API_KEY, for OpenAI also OPENAI_API_KEY"),
    contextTokens: whole(1_000, 1_000_000, 8_000, "Most tokens of a request, with all it says"),
  }),
  embedding: section({
    provider: choice(["offline", "openai"], "offline", "Who makes vectors"),
    baseUrl: server
      .default("https://api.openai.com/v1")
      .describe("Server that speaks /v1/embeddings"),
    model: text.default("text-embedding-3-small").describe("Model to ask for"),
    dimensions: whole(8, 8_192, 512, "Length of the vectors; some models have only one"),
    apiKeyFile: keyFile("LOCI_EMBEDDING_API_KEY"),
  }),
};
