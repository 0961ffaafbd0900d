import { capMarks } from "../../src/vault/cap-marks.ts";
import { withoutComments } from "../../src/vault/comments.ts";
import type { DigestBlock, DigestLine } from "../../src/vault/digest-log.ts";
import { placeOf } from "../../src/vault/paths.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import type { LoadedVault } from "./load-vault.ts";

/**
 * The digest log as far as it may be shown, newest first, held against what is shown and hidden of the files. A line stays
 * where what it says is shown, or can be no secret; where one goes, so do the conversation's summary and what was said in
 * it, which may say the same.
 */
export function showLog(loaded: LoadedVault, rules: HideRules): DigestBlock[] {
  if (loaded.log.length === 0) return [];
  const facts = factsOf(loaded, rules);
  return loaded.log
    .flatMap((block) => showBlock(block, facts) ?? [])
    .map((block) => ({ block, time: Date.parse(block.time) || 0 }))
    .sort((a, b) => b.time - a.time)
    .map(({ block }) => block);
}

/** Equal for texts that are the same memory, also where one is struck. */
export function textKey(text: string): string {
  const words = capMarks(text).normalize("NFC").replace(/\s+/g, " ").trim();
  const [, struck] = /^~~(.*)~~$/s.exec(words) ?? [];
  return struck === undefined ? words : struck.replaceAll("\\~", "~");
}

type Facts = ReturnType<typeof factsOf>;

/** What the log is held against. */
function factsOf({ shown, hidden, log }: LoadedVault, rules: HideRules) {
  /** Conversations that a hidden entry says it comes from. */
  const hiddenSources = new Set<string>();
  const asked = new Map<string, Where>();
  for (const text of textsOf(log))
    asked.set(textKey(text), { shown: new Set(), hidden: new Set() });
  const note = (entries: readonly Entry[], file: string, how: keyof Where): void => {
    for (const { text, fields } of entries) {
      asked.get(textKey(text))?.[how].add(file);
      if (how === "hidden" && fields.source !== undefined)
        hiddenSources.add(fields.source.replace(/#\d+$/, ""));
    }
  };
  for (const file of shown) {
    note(file.entries, file.path, "shown");
    note(file.hidden, file.path, "hidden");
  }
  for (const file of hidden) note(file.hidden, file.path, "hidden");
  const shownFiles = new Map<string, boolean>(shown.map(({ path, isWhole }) => [path, isWhole]));
  const hiddenFiles = new Set<string>(hidden.map(({ path }) => path));
  const topics = new Set(shown.map(({ path }) => placeOf(path).topic));
  return {
    hiddenSources,
    /** Files that hold an entry of these words and show it; those that hide it. */
    placesOf: (text: string): Where =>
      asked.get(textKey(text)) ?? { shown: new Set(), hidden: new Set() },
    isFileShown: (file: string) => shownFiles.has(file),
    isFileHidden: (file: string) => hiddenFiles.has(file),
    /** Nothing of the file was taken out. */
    isFileWhole: (file: string) => shownFiles.get(file) === true,
    isAnythingHidden: hidden.length > 0 || shown.some(({ isWhole }) => !isWhole),
    isTopicShown: (slug: string) => topics.has(slug),
    isScopeShown: rules.isScopeShown,
  };
}

interface Where {
  readonly shown: Set<string>;
  readonly hidden: Set<string>;
}

/** All texts in a log, to be looked up among the entries. */
function* textsOf(blocks: readonly DigestBlock[]): Generator<string> {
  for (const { lines } of blocks) {
    for (const line of lines) {
      if ("text" in line) yield line.text;
      if (line.type === "replaced") yield line.was;
    }
  }
}

function showBlock(block: DigestBlock, facts: Facts): DigestBlock | undefined {
  const conversation = block.session.replace(/#\d+$/, "");
  const isSource =
    conversation !== "" &&
    (facts.hiddenSources.has(conversation) || facts.hiddenSources.has(block.session));
  const lines = block.lines.filter((line) => isLineShown(line, facts, isSource));
  const isTopicHidden =
    block.topic !== "" && facts.isAnythingHidden && !facts.isTopicShown(block.topic);
  const isWhole = !isSource && !isTopicHidden && lines.length === block.lines.length;
  const summary = isWhole || isByHand(block) ? withoutComments(block.summary) : "";
  if (lines.length === 0 && (summary === "" || block.lines.length > 0)) return undefined;
  const topic = isTopicHidden ? "" : block.topic;
  return { ...block, topic, summary, lines: lines.map((line) => showLine(line, facts, isWhole)) };
}

/** Such blocks say numbers, and their lines are looked at one by one. */
const isByHand = ({ session, summary }: DigestBlock): boolean =>
  session === "" && /^edited by hand(?:, or brought in by git)?\.?$/i.test(summary);

function isLineShown(line: DigestLine, facts: Facts, isSource: boolean): boolean {
  switch (line.type) {
    case "changed":
      return facts.isFileShown(line.file) && !namesHidden(line.what, facts);
    case "learned":
    case "replaced":
      return isTextShown(line.text, line.file, facts, isSource);
    case "known":
    case "kept":
      return isTextShown(line.text, undefined, facts, isSource);
  }
}

function isTextShown(
  text: string,
  file: string | undefined,
  facts: Facts,
  isSource: boolean,
): boolean {
  if (file !== undefined && !facts.isFileShown(file)) return false;
  const { shown, hidden } = facts.placesOf(text);
  if (file !== undefined && shown.has(file) && !hidden.has(file)) return true;
  if (hidden.size > 0) return false;
  if (shown.size > 0) return true;
  // Nowhere now: reworded or forgotten. It is shown where nothing that is hidden can have been it.
  if (isSource) return false;
  return file === undefined ? !facts.isAnythingHidden : facts.isFileWhole(file);
}

/** `renamed from people/ana/topics/x.md`. */
function namesHidden(what: string, facts: Facts): boolean {
  const [, from] = /\brenamed from (.+)$/s.exec(what) ?? [];
  if (from === undefined) return false;
  return !facts.isScopeShown(privateScopeOf(from)) || facts.isFileHidden(from);
}

function showLine(line: DigestLine, facts: Facts, isWhole: boolean): DigestLine {
  if (line.type === "changed") return line;
  const text = withoutComments(line.text);
  if (line.type === "known" || line.type === "kept") return { ...line, text };
  const { said, ...rest } = { ...line, text };
  const quote = isWhole && said !== undefined ? { said: withoutComments(said) } : {};
  if (rest.type === "learned") return { ...rest, ...quote };
  const isWasShown = isWhole && isTextShown(rest.was, rest.file, facts, false);
  return { ...rest, was: isWasShown ? withoutComments(rest.was) : "", ...quote };
}
