import { z } from "zod";
import { address, text, whole } from "./fields.ts";

const server = address(["http:", "https:"]);

/** Settings of who answers and digests, and where vectors come from. */
export const modelSettings = {
  model: z
    .strictObject({
      provider: z
        .enum(["auto", "offline", "openai"])
        .default("auto")
        .describe(
          "`openai` is any server that speaks /v1/chat/completions; `auto`: a server that is configured, else OpenAI where a key is in the environment, else `offline`, which needs nothing",
        ),
      baseUrl: server.optional().describe("Address of the server, including /v1"),
      name: text.optional().describe("Model to ask for; OpenAI's default is gpt-5-mini"),
      apiKeyFile: text
        .optional()
        .describe(
          "File outside the vault that holds the key; or LOCI_MODEL_API_KEY, for OpenAI also OPENAI_API_KEY",
        ),
      contextTokens: whole(1_000, 1_000_000, 8_000).describe(
        "Most tokens that a request may have, the system prompt included",
      ),
    })
    .prefault({})
    .describe("Who answers and digests"),
  embedding: z
    .strictObject({
      provider: z
        .enum(["offline", "openai"])
        .default("offline")
        .describe("`offline` needs nothing; `openai` is any server that speaks /v1/embeddings"),
      baseUrl: server.default("https://api.openai.com/v1").describe("Address of the server"),
      model: text.default("text-embedding-3-small").describe("Model to ask for"),
      dimensions: whole(8, 8_192, 512).describe(
        "Length of the vectors; models that cannot shorten theirs need their own length",
      ),
      apiKeyFile: text
        .optional()
        .describe("File outside the vault that holds the key; or LOCI_EMBEDDING_API_KEY"),
    })
    .prefault({})
    .describe("Where vectors come from"),
};
