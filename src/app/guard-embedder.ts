import type { IndexDb } from "../index/open-index.ts";
import { secretTexts } from "../index/secret-texts.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import { redact } from "../session/private-data/redact.ts";

/** Characters of an entry that stand before what is nested in it. */
const mostNested = 300;

/**
 * An embedding model on somebody else's machine that gets no memory marked as secret to see, and no private data where
 * that is set so. Secret memories all have one vector: keywords find them.
 */
export function guardEmbedder(
  model: EmbeddingModel,
  { index, redacts }: { readonly index: IndexDb; readonly redacts: boolean },
): EmbeddingModel {
  const { embedQuery } = model;
  const outgoing = (text: string): string => (redacts ? redact(text) : text);
  return {
    ...model,
    embed(texts, signal) {
      const secrets = index.run(secretTexts).map((text) => text.slice(0, mostNested));
      const isSecret = (text: string): boolean => secrets.some((secret) => text.includes(secret));
      const sent = texts.map((text) => (isSecret(text) ? "secret" : outgoing(text)));
      return model.embed(sent, signal);
    },
    ...(embedQuery && {
      embedQuery: (text: string, signal?: AbortSignal) =>
        embedQuery.call(model, outgoing(text), signal),
    }),
  };
}
