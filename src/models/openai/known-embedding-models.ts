/** What Loci knows of an embedding model before it is asked. */
interface KnownModel {
  /** Length asked for where no setting says otherwise. */
  readonly dimensions: number;
  /** Default length, where that is another one. */
  readonly native?: number;
  readonly weight: number;
  readonly floor: number;
  /** What the model's card wants before a question and before a passage. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
}

/**
 * By start of the name. Prefixes and lengths are from the models' cards. Floors and weights are starting points from
 * what is published about each model's range of cosines (unrelated English texts lie near 0.1 on text-embedding-3,
 * near 0.7 on ada-002 and E5), not measured here: `floor` and `weight` are settings.
 */
const knownModels: Readonly<Record<string, KnownModel>> = {
  "text-embedding-3-small": { dimensions: 512, native: 1536, weight: 0.6, floor: 0.25 },
  "text-embedding-3-large": { dimensions: 1024, native: 3072, weight: 0.65, floor: 0.25 },
  "text-embedding-ada-002": { dimensions: 1536, weight: 0.55, floor: 0.75 },
  "nomic-embed-text": {
    dimensions: 768,
    weight: 0.55,
    floor: 0.5,
    queryPrefix: "search_query: ",
    passagePrefix: "search_document: ",
  },
  "bge-m3": { dimensions: 1024, weight: 0.65, floor: 0.42 },
  "all-minilm": { dimensions: 384, weight: 0.5, floor: 0.2 },
  "mxbai-embed-large": {
    dimensions: 1024,
    weight: 0.6,
    floor: 0.45,
    queryPrefix: "Represent this sentence for searching relevant passages: ",
  },
  "multilingual-e5-small": e5(384),
  "multilingual-e5-base": e5(768),
  "multilingual-e5-large": e5(1024),
  "snowflake-arctic-embed2": { dimensions: 1024, weight: 0.6, floor: 0.25, queryPrefix: "query: " },
  embeddinggemma: {
    dimensions: 768,
    weight: 0.6,
    floor: 0.3,
    queryPrefix: "task: search result | query: ",
    passagePrefix: "title: none | text: ",
  },
};

/** For a model that is not in the table; its dimensions must come from a setting. */
export const unknownModel = { weight: 0.5, floor: 0.3 } as const;

/** Finds what is known of a model by its plain name (`plainModelName`). */
export function knownModel(name: string): KnownModel | undefined {
  const start = Object.keys(knownModels)
    .filter((key) => name.startsWith(key))
    .reduce((a, b) => (b.length > a.length ? b : a), "");
  return knownModels[start];
}

/** The same name on every server of the model: `BAAI/bge-m3` and `bge-m3:latest` are both `bge-m3`. */
export function plainModelName(model: string): string {
  const last = model.trim().toLowerCase().split("/").at(-1) ?? "";
  return last.replace(/:latest$/, "");
}

function e5(dimensions: number): KnownModel {
  return {
    dimensions,
    weight: 0.55,
    floor: 0.77,
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
  };
}
