import { detectLanguage, languageOf } from "../index/languages.ts";
import type { IndexDatabase } from "../index/search.ts";
import { contentTerms } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { fitOf, recall } from "../recall/recall.ts";
import { timeWordsOf } from "../recall/written-names.ts";
import type { Viewer } from "../vault/topic/viewer.ts";

const maxHits = 40;
/** A memory filed wrongly is worse than one filed nowhere: the best topic says so much, and so many times the next one. */
const least = 0.4;
const lead = 2;
/** So much is enough for the topic that is spoken about, and to ask a model. */
const leastOfLoaded = 0.1;
const leastToAsk = 0.2;

/** A topic file that a text belongs to. */
export interface AssignedTopic {
  readonly file: string;
  /** Sum of what recall gives its two best lines: 0 to 2. */
  readonly score: number;
  /** It says enough; else a model may be asked. */
  readonly isClear: boolean;
}

/**
 * The topic file of a scope that a text belongs to: the one whose lines recall finds for it. `loaded`, the topic that
 * is spoken about, needs no lead over others, and less.
 */
export function assignTopic(
  db: IndexDatabase,
  text: string,
  { scope, viewer, loaded }: { scope: string; viewer: Viewer; loaded?: string | undefined },
): AssignedTopic | undefined {
  const folder = scope === "" ? "topics/" : `${scope}/topics/`;
  const hits = recall(db, evidenceIn(text), { limit: maxHits, filter: {}, viewer, floor: 0 });
  const own = hits.filter(({ file }) => file.startsWith(folder));
  const topics = [...Map.groupBy(own, ({ file }) => file)].map(([file, lines]) => {
    // A question about somebody unknown has no answer, but news may be of them.
    const fits = lines.map(({ why }) => fitOf({ why: { ...why, unknown: 0 } }));
    const [one = 0, other = 0] = fits.toSorted((a, b) => b - a);
    return { file, score: one + other };
  });
  const [best, next] = topics.toSorted(
    (a, b) => b.score - a.score || Number(b.file === loaded) - Number(a.file === loaded),
  );
  if (best === undefined) return undefined;
  if (best.file === loaded && best.score >= leastOfLoaded) return { ...best, isClear: true };
  const leads = best.score >= leastToAsk && best.score >= lead * (next?.score ?? 0);
  return leads ? { ...best, isClear: best.score >= least } : undefined;
}

/** The words of a text without those that say when; '' where one word is left, which may be in any line. */
function evidenceIn(text: string): string {
  const tokens = tokenize(text, "query");
  const language = detectLanguage(tokens, "en");
  const times = timeWordsOf(language);
  const left = tokens.filter((token) => !times.has(token.text));
  const isOneWord = contentTerms(left, languageOf(language)).length < 2;
  return isOneWord ? "" : left.map(({ raw }) => raw).join(" ");
}
