import type { IndexDb } from "../index/open-index.ts";
import { secretTexts } from "../index/secret-texts.ts";
import type { EmbeddingModel } from "../models/embed.ts";
import { withoutComments } from "../vault/topic/comments.ts";
import { isMarkedSecret, withoutSecretMark } from "../vault/topic/secret-marks.ts";

/**
 * An embedding model on a remote machine that gets no memory marked as secret to see, and no private data where
 * that is set so. Secret memories all have one vector: keywords find them.
 */
export function guardEmbedder(
  model: EmbeddingModel,
  {
    index,
    redact,
  }: { readonly index: IndexDb; readonly redact: ((text: string) => string) | undefined },
): EmbeddingModel {
  const outgoing = (text: string): string => {
    const open = withoutComments(text);
    return redact === undefined ? open : redact(open);
  };
  return {
    ...model,
    embed(texts, signal) {
      const secrets = index.run(secretTexts);
      // A text is a chunk's with its title and heading before it.
      const isSecret = (text: string): boolean => {
        const words = withoutSecretMark(text);
        return isMarkedSecret([text]) || secrets.some((secret) => words.endsWith(secret));
      };
      const sent = texts.map((text) => (isSecret(text) ? "secret" : outgoing(text)));
      return model.embed(sent, signal);
    },
    embedQuery: (text, signal) => model.embedQuery(outgoing(text), signal),
  };
}
