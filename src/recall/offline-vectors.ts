import type { FoundChunk } from "../index/found-chunks.ts";
import { embeddedStems } from "../index/rows.ts";
import { tokenize } from "../index/tokenize.ts";
import type { OfflineEmbedder } from "../language/offline/embedder.ts";
import type { VectorEvidence } from "./candidates.ts";

/** Nearest chunks by their sketches, of which the nearest are determined by their words. */
const coarse = 80;

/** What the embedded model says of a question. Its vectors are made as they are wanted: they cost less than to keep them. */
export function offlineEvidence(
  offline: OfflineEmbedder,
  { weight, nearest }: { readonly weight: number; readonly nearest: number },
): (question: string) => () => VectorEvidence {
  return (question) => () => {
    let vector: Float32Array | undefined;
    const stemsOf = embeddedStems((text) => tokenize(text, "document"));
    const known = new Map<number, number>();
    const cosineOf = (chunk: FoundChunk): number => {
      vector ??= offline.toVector(question);
      const cosine = known.get(chunk.id) ?? offline.cosine(vector, stemsOf(chunk));
      known.set(chunk.id, cosine);
      return cosine;
    };
    const cosines: VectorEvidence["cosines"] = (chunks) =>
      new Map(chunks.map((chunk) => [chunk.id, cosineOf(chunk)]));
    return {
      weight,
      floor: offline.floor,
      // Hashed words know no more than the words themselves: they count where no text holds the question's.
      lexical: true,
      nearest(index) {
        const sketch = offline.sketch(question);
        const found = cosines(index.chunks(index.nearestSketches(sketch, coarse)));
        const nearestFirst = [...found].sort(([a, x], [b, y]) => y - x || a - b);
        return nearestFirst.slice(0, nearest).map(([id]) => id);
      },
      cosines,
    };
  };
}
