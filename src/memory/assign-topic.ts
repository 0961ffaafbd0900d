import { detectLanguage } from "../index/languages.ts";
import type { IndexDatabase } from "../index/search.ts";
import { tokenize } from "../index/tokenize.ts";
import {
  searchTopics,
  type TopicLine,
  type TopicSearch,
  type TopicText,
} from "../index/topic-search.ts";
import { kindOf, likeliestKindOf } from "../language/kind/kind.ts";
import { inverseFrequency } from "../recall/bm25.ts";
import { parseQuery } from "../recall/query.ts";
import { isSameWord, isWrittenAsName, timeWordsOf } from "../recall/written-names.ts";
import type { Viewer } from "../vault/topic/viewer.ts";

/** A memory filed wrongly is worse than one filed nowhere: the best topic must be this much better than the next. */
const lead = 1.3;
/** A name says more than words of a line. */
const nameWorth = 2;
/** A word in more topics is common here, and distinguishes none. */
const commonShare = 0.1;
const minCommon = 3;
/** Topics that are read, of those that share most words and of those that are called by one. */
const maxRead = 8;
/** A memory is short; of a longer text the beginning is enough. */
const maxCharacters = 2000;
/** Lines that show of what kind a topic is. */
const maxJudged = 12;

/** A topic file that a text belongs to. */
export interface AssignedTopic {
  readonly file: string;
  /** 0 to 1: the share of the text's words that speak for it, by weight. */
  readonly score: number;
}

/**
 * The topic file of a scope that a new memory clearly belongs to: it is called by one of its names, or shares two
 * distinctive words (or a rare name, where both are of one kind) with its summary or one of its entries. What many
 * topics say and what says when is not evidence. `loaded`, the topic that is spoken about, needs no lead over others,
 * and less.
 */
export function assignTopic(
  db: IndexDatabase,
  text: string,
  { scope, viewer, loaded }: { scope: string; viewer: Viewer; loaded?: string | undefined },
): AssignedTopic | undefined {
  const topics = searchTopics(db, scope, viewer);
  if (topics.files.length === 0) return undefined;
  const asked: Asked = {
    text,
    words: wordsOf(text, topics),
    kind: kindOf(text),
    likeliest: likeliestKindOf(text),
  };
  const current = topics.files.find(({ path }) => path === loaded)?.id;
  const [best, next] = topics
    .read(candidates(asked.words, topics, current))
    .map((topic) => ({ topic, weight: weightOf(topic, asked, topic.id === current) }))
    .filter(({ weight }) => weight > 0)
    .sort(
      (a, b) =>
        b.weight - a.weight || Number(b.topic.id === current) - Number(a.topic.id === current),
    );
  if (best === undefined) return undefined;
  const isClear = best.weight >= lead * (next?.weight ?? 0);
  const chosen = isClear ? best : [best, next].find((one) => one?.topic.id === current);
  if (chosen === undefined) return undefined;
  const all = asked.words.reduce((sum, { weight }) => sum + weight, 0) * nameWorth;
  return { file: chosen.topic.path, score: Math.min(1, chosen.weight / all) };
}

/** A content word of the text, in every form in which a file may hold it. */
interface Word {
  readonly written: string;
  readonly forms: ReadonlySet<string>;
  readonly fileIds: ReadonlySet<number>;
  /** Weight of finding it. */
  readonly weight: number;
  readonly isCommon: boolean;
}

interface Asked {
  readonly text: string;
  readonly words: readonly Word[];
  /** What it is about, where that is clear; and where it is not, what it rather is about. */
  readonly kind: string | null;
  readonly likeliest: string | null;
}

function wordsOf(text: string, topics: TopicSearch): Word[] {
  const languages = [...new Set(topics.files.map(({ language }) => language))];
  const tokens = tokenize(text.slice(0, maxCharacters), "query");
  const own = detectLanguage(tokens, languages[0] ?? "en");
  const times = [own, ...languages].map(timeWordsOf);
  const most = Math.max(minCommon, topics.files.length * commonShare);
  const { groups } = parseQuery(text, { languages, expand: () => [] });
  return groups.flatMap(({ forms: spellings, isDate }) => {
    const forms = new Set(spellings.map((form) => form.text));
    const written = tokens.find((token) => forms.has(token.text))?.text ?? "";
    const isTime = isDate || times.some((words) => [...forms].some((form) => words.has(form)));
    if (isTime || /^(?:\p{N}.*|[a-z]{0,2})$/u.test(written)) return [];
    const fileIds = new Set([...forms].flatMap((form) => topics.filesWith(form)));
    const weight = inverseFrequency(fileIds.size, topics.files.length);
    return [{ written, forms, fileIds, weight, isCommon: fileIds.size > most }];
  });
}

function candidates(
  words: readonly Word[],
  topics: TopicSearch,
  current: number | undefined,
): number[] {
  const weights = new Map<number, number>();
  const rarestFirst = words.toSorted((a, b) => a.fileIds.size - b.fileIds.size);
  const called = rarestFirst.flatMap(({ forms }) =>
    [...forms].flatMap((form) => topics.filesNamed(form)),
  );
  for (const { fileIds, weight, isCommon } of words) {
    if (isCommon) continue;
    for (const id of fileIds) weights.set(id, (weights.get(id) ?? 0) + weight);
  }
  const heaviest = [...weights].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const first = current === undefined ? [] : [current];
  const named = [...new Set(called)].slice(0, maxRead);
  return [...new Set([...first, ...named, ...heaviest.slice(0, maxRead)])];
}

/** How much speaks for a topic; 0 where too little does. */
function weightOf(topic: TopicText, asked: Asked, isLoaded: boolean): number {
  const named = weightOfNames(topic, asked);
  const said = Math.max(0, ...topic.lines.map((line) => weightOfLine(line, asked)));
  if (named + said > 0 || !isLoaded) return named + said;
  const own = kindOfTopic(topic);
  const isShared = asked.words.some((word) => says(topic, word));
  if (isShared && asked.kind !== null && own === asked.kind) return minWeight;
  const isCalled = topic.names.some((name) => wordsOfName(name, asked.words).length > 0);
  return isCalled && areAlike(asked.kind, own) ? minWeight : 0;
}

/** Of the loaded topic, where only it has anything to say. */
const minWeight = 0.1;

/**
 * A single word may be a topic's name and mean something else ("the water board", a town that is a journey's): then the
 * text is of the topic's kind, and the word shows it or is a name; or the text's kind is unknown, and it shares more.
 */
function weightOfNames(topic: TopicText, { text, words, kind, likeliest }: Asked): number {
  const called = topic.names.map((name) => wordsOfName(name, words));
  if (called.every((all) => all.length === 0)) return 0;
  const own = kindOfTopic(topic);
  const isSure = ([first, ...more]: readonly Word[]): boolean => {
    if (first === undefined) return false;
    if (more.length > 0) return true;
    const isNamed = isWrittenAsName(first.written, text);
    if (own === likeliest)
      return (
        isNamed ||
        (own !== null && own === likeliestKindOf(first.written) && isInFirstClause(first, text))
      );
    const isMore = (word: Word): boolean => word !== first && says(topic, word);
    return isNamed && (own === null || (likeliest === null && words.some(isMore)));
  };
  const weights = called.map((all) =>
    isSure(all) ? all.reduce((sum, { weight }) => sum + weight, 0) : 0,
  );
  return areAlike(kind, own) ? nameWorth * Math.max(0, ...weights) : 0;
}

/** What a line is about stands before its first comma. */
function isInFirstClause({ written }: Word, text: string): boolean {
  const [first = ""] = text.split(/[,;:.!?] /u, 1);
  return tokenize(first, "query").some((token) => token.text === written);
}

/** True where a line of the topic has a word that few topics have. */
const says = ({ lines }: TopicText, word: Word): boolean =>
  !word.isCommon && lines.some((line) => holds(line, word));

/** The words of the text that are a whole name; none where one of its words is missing. */
function wordsOfName(name: string, words: readonly Word[]): readonly Word[] {
  const parts = tokenize(name, "query").filter(({ text }) => !/^[a-z]{1,2}$/u.test(text));
  const found = parts.map(({ text }) => words.find(({ written }) => isSameWord(written, text)));
  return found.every((word) => word !== undefined) ? found : [];
}

/** Two words may meet by chance, if they are not half of the text and likely of one kind; three do not, nor do a name and a kind. */
function weightOfLine(line: TopicLine, { words, kind, likeliest }: Asked): number {
  const shared = words.filter((word) => !word.isCommon && holds(line, word));
  const count = countOf(shared);
  const isHalf = count >= 2 && count >= countOf(words) / 2;
  const isNamed = shared.some((word) => isRareName(word, line));
  if (count < 3 && !isHalf && !isNamed) return 0;
  const own = kindOf(line.text);
  const isAbout =
    (count >= 3 && areAlike(kind, own)) ||
    (isNamed && own !== null && own === kind) ||
    (isHalf && likeliest !== null && likeliest === likeliestKindOf(line.text));
  return isAbout ? shared.reduce((sum, { weight }) => sum + weight, 0) : 0;
}

const countOf = (words: readonly Word[]): number =>
  words.reduce((sum, { written }) => sum + (isPiece(written) ? 0.5 : 1), 0);

/** Two signs of a script without spaces, which are no word yet. */
const isPiece = (written: string): boolean => /^[^\p{Script=Latin}]{2}$/u.test(written);

const holds = ({ terms }: TopicLine, { forms }: Word): boolean =>
  terms.some((term) => forms.has(term));

/** A word that only one topic has, and has as a name; not so in German, which writes every noun in capitals. */
const isRareName = (word: Word, { text, language }: TopicLine): boolean =>
  word.fileIds.size === 1 && language !== "de" && isWrittenAsName(word.written, text);

const areAlike = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** What most of its lines of a known kind are about; null where no kind is ahead. */
function kindOfTopic({ names, lines }: TopicText): string | null {
  const counts = new Map<string, number>();
  for (const text of [...names, ...lines.slice(0, maxJudged).map((line) => line.text)]) {
    const kind = kindOf(text);
    if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const [best, next] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] === next?.[1] ? null : best[0];
}
