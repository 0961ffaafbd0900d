import { detectLanguage, languageOf } from "../index/languages.ts";
import type { IndexDatabase } from "../index/search.ts";
import { contentTerms } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import { fitOf, recall } from "../recall/recall.ts";
import { timeWordsOf } from "../recall/written-names.ts";
import type { Viewer } from "../vault/topic/viewer.ts";

const maxHits = 40;
/** A wrong topic is worse than none: the best must score at least this much, and this many times the second best. */
const least = 0.4;
const lead = 2;
/** Lower bounds for the topic under discussion, and for asking a model. */
const leastOfLoaded = 0.1;
const leastToAsk = 0.2;

/** A topic file that a text belongs to. */
export interface AssignedTopic {
  readonly file: string;
  /** Sum of recall's scores of its two best lines: 0 to 2. */
  readonly score: number;
  /** The score decides alone; otherwise a model may be asked. */
  readonly isClear: boolean;
}

/**
 * Finds the topic file in a scope that a text belongs to, by the lines that recall finds for it. `loaded`, the topic
 * under discussion, needs a lower score and no lead over others.
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
    // Recall refuses a question about an unknown name; news may well mention one.
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
