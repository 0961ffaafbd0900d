import { detectLanguage, languageOf } from "../index/languages.ts";
import type { IndexDatabase } from "../index/search.ts";
import { contentTerms } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { recall } from "../recall/recall.ts";
import { timeWordsOf } from "../recall/written-names.ts";
import type { Viewer } from "../vault/topic/viewer.ts";

/** Hits that are looked at, and those of them that speak for one topic. */
const maxHits = 40;
const hitsOfTopic = 2;
/** Two lines that are hardly about the text speak for nothing. */
const floor = 0.05;
/** A memory filed wrongly is worse than one filed nowhere: the best topic says so much, and so many times the next one. */
const least = 0.4;
const lead = 2;
const leastOfLoaded = 0.1;

/** A topic file that a text belongs to. */
export interface AssignedTopic {
  readonly file: string;
  /** Sum of what recall gives its two best lines: 0 to 2. */
  readonly score: number;
}

/**
 * The topic file of a scope that a new memory clearly belongs to: the one whose lines recall finds for it. `loaded`,
 * the topic that is spoken about, needs no lead over others, and less.
 */
export function assignTopic(
  db: IndexDatabase,
  text: string,
  { scope, viewer, loaded }: { scope: string; viewer: Viewer; loaded?: string | undefined },
): AssignedTopic | undefined {
  const folder = scope === "" ? "topics/" : `${scope}/topics/`;
  const words = evidenceIn(text);
  if (words === "") return undefined;
  const hits = recall(db, words, { limit: maxHits, filter: {}, viewer, floor });
  const own = hits.filter(({ file }) => file.startsWith(folder));
  const topics = [...Map.groupBy(own, ({ file }) => file)].map(([file, lines]) => {
    const best = lines.slice(0, hitsOfTopic);
    return { file, score: best.reduce((sum, { score }) => sum + score, 0) };
  });
  const [best, next] = topics.toSorted(
    (a, b) => b.score - a.score || Number(b.file === loaded) - Number(a.file === loaded),
  );
  if (best === undefined || (best.file === loaded && best.score >= leastOfLoaded)) return best;
  return best.score >= least && best.score >= lead * (next?.score ?? 0) ? best : undefined;
}

/** A text without what says when; '' where one word is left, which may be in any line. */
function evidenceIn(text: string): string {
  const tokens = tokenize(text, "query");
  const language = detectLanguage(tokens, "en");
  const times = timeWordsOf(language);
  const left = tokens.filter((token) => !times.has(token.text));
  if (contentTerms(left, languageOf(language)).length < 2) return "";
  const isTime = (word: string): boolean =>
    tokenize(word, "query").some((token) => times.has(token.text));
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => (isTime(word) ? "" : word));
}
