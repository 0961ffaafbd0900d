/** What Loci knows of an embedding model before it is asked. */
interface KnownModel {
  /** Length of its vectors where no other is asked for. */
  readonly dimensions?: number;
  readonly weight: number;
  readonly floor: number;
  /** What the model's card wants before a question and before a passage. */
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

const mxbaiPrefix = "Represent this sentence for searching relevant passages: ";

/**
 * Start of the name, dimensions, weight, floor, and the two prefixes. Prefixes and lengths are from the models' cards.
 * Floors and weights are starting points from what is published about each model's range of cosines (unrelated English
 * texts lie near 0.1 on text-embedding-3, near 0.7 on ada-002 and E5), not measured here.
 */
const knownModels = [
  ["text-embedding-3-small", 1536, 0.6, 0.25, "", ""],
  ["text-embedding-3-large", 3072, 0.65, 0.25, "", ""],
  ["text-embedding-ada-002", 1536, 0.55, 0.75, "", ""],
  ["nomic-embed-text", 768, 0.55, 0.5, "search_query: ", "search_document: "],
  ["bge-m3", 1024, 0.65, 0.42, "", ""],
  ["all-minilm", 384, 0.5, 0.2, "", ""],
  ["mxbai-embed-large", 1024, 0.6, 0.45, mxbaiPrefix, ""],
  ["multilingual-e5-small", 384, 0.55, 0.77, "query: ", "passage: "],
  ["multilingual-e5-base", 768, 0.55, 0.77, "query: ", "passage: "],
  ["multilingual-e5-large", 1024, 0.55, 0.77, "query: ", "passage: "],
  ["snowflake-arctic-embed2", 1024, 0.6, 0.25, "query: ", ""],
  ["embeddinggemma", 768, 0.6, 0.3, "task: search result | query: ", "title: none | text: "],
] as const;

/** Finds what is known of a model by its plain name (`plainModelName`). */
export function knownModel(name: string): KnownModel {
  const found = knownModels.find(([start]) => name.startsWith(start));
  if (found === undefined) return { weight: 0.5, floor: 0.3, queryPrefix: "", passagePrefix: "" };
  const [, dimensions, weight, floor, queryPrefix, passagePrefix] = found;
  return { dimensions, weight, floor, queryPrefix, passagePrefix };
}

/** The same name on every server of the model: `BAAI/bge-m3` and `bge-m3:latest` are both `bge-m3`. */
export function plainModelName(model: string): string {
  const last = model.trim().toLowerCase().split("/").at(-1) ?? "";
  return last.replace(/:latest$/, "");
}
