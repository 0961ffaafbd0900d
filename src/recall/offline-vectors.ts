import type { FoundChunk } from "../index/found-chunks.ts";
import { prepared } from "../index/prepared.ts";
import { embeddedStems } from "../index/rows.ts";
import { ofFile } from "../index/schema.ts";
import type { IndexDatabase as Database } from "../index/search.ts";
import { tokenize } from "../index/tokenize.ts";
import { dotProduct } from "../index/vector-quantize.ts";
import type { OfflineEmbedder } from "../language/offline/embedder.ts";
import type { VectorEvidence } from "./candidates.ts";
import type { EntryCosine } from "./entry-cosine.ts";

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

interface Words {
  readonly id: number;
  readonly title: string;
  readonly heading: string;
  readonly language: string;
  readonly terms: string;
}

/** Some 2 kB each. */
const maxVectors = 5_000;

/** Compares entries of the index by their words. */
export function offlineEntryCosine(db: Database, offline: OfflineEmbedder): EntryCosine {
  const find = prepared<[string, string], Words>(
    db,
    `SELECT c.id, f.title, c.heading, c.language, c.terms FROM file f JOIN chunk c ON ${ofFile}
     WHERE f.path = ? AND c.uid = ? AND c.kind = 'entry'`,
  );
  const stemsOf = embeddedStems((text) => tokenize(text, "document"));
  const known = new Map<string, Float32Array | undefined>();
  const vector = ({ file, id }: { readonly file: string; readonly id: string }) => {
    const key = `${file}#${id}`;
    if (!known.has(key)) {
      const row = find.get(file, id);
      if (known.size >= maxVectors) known.clear();
      known.set(key, row && offline.vectorOf(stemsOf(row)));
    }
    return known.get(key);
  };
  return (one, other) => {
    const [a, b] = [vector(one), vector(other)];
    return a && b && dotProduct(a, b);
  };
}
