import type { Conclusion, KnownLine } from "../../models/task.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { contentOf, plain, within } from "../read/content.ts";
import type { Finding } from "../read/finding.ts";
import { recogniseWritten } from "../read/recognise.ts";
import { readSubject } from "../read/subject.ts";
import { withoutBefore } from "../text/before-part.ts";
import type { Draft } from "./replaces.ts";

/** A line that is known, read by the same rules as what is said. */
export interface ReadLine {
  readonly line: KnownLine;
  readonly key: string;
  readonly finding: Finding | null;
  readonly words: ReadonlySet<string>;
  /** All of it, with what was before. */
  readonly text: string;
  readonly grammars: readonly Grammar[];
  readonly isOwn: boolean;
  /** Words of what was said that it says in other words. */
  readonly meant: readonly string[];
}

/** Reads what is known. */
export function readKnown(
  known: readonly KnownLine[],
  grammarsFor: (text: string) => readonly Grammar[],
): readonly ReadLine[] {
  return known.map((line) => {
    const grammars = grammarsFor(line.text);
    const now = withoutBefore(line.text);
    const finding = grammars.map((g) => recogniseWritten(now, g)).find((f) => f !== null) ?? null;
    return {
      line,
      key: line.key || (finding?.key ?? ""),
      finding,
      words: contentOf(withoutKin(now, grammars), grammars),
      text: line.text,
      grammars,
      isOwn: finding?.subject === "" && finding.person === "i",
      meant: line.meant ?? [],
    };
  });
}

/** How a statement stands to what is known. */
export function relate(
  draft: Draft,
  known: readonly ReadLine[],
): Pick<Conclusion, "relation" | "of"> {
  const { finding, grammar } = draft;
  const words = contentOf(withoutKin(finding.text, [grammar]), [grammar]);
  const object = contentOf(finding.object, [grammar]);
  const same = known.find(
    (read) =>
      plain(withoutBefore(read.line.text)) === plain(finding.text) ||
      (equal(words, read.words) &&
        isNegative(withoutBefore(read.line.text)) === isNegative(finding.text) &&
        !opposes(finding, object, read)),
  );
  if (same !== undefined) return { relation: "known", of: same.line.label };
  const slot = finding.key === "" ? undefined : known.find(({ key }) => key === finding.key);
  if (slot !== undefined) {
    const stated = !finding.ended && object.size > 0 && within(object, slot.words);
    return { relation: stated ? "known" : "updates", of: slot.line.label };
  }
  const outdated = known.find((line) => takesPlaceOf(draft, line));
  if (outdated !== undefined) return { relation: "updates", of: outdated.line.label };
  const opposite = known.find((line) => opposes(finding, object, line));
  if (opposite === undefined) return { relation: "new", of: null };
  const changed = finding.ended || draft.corrects || finding.concept === "no_allergy";
  return { relation: changed ? "updates" : "contradicts", of: opposite.line.label };
}

/** `the walls will be white, not blue`: the line says blue of the same. */
function takesPlaceOf({ finding, grammar }: Draft, { words }: ReadLine): boolean {
  if (finding.worth.kind !== "decision" && finding.worth.kind !== "plan") return false;
  for (const pattern of grammar.notButs) {
    const { old = "", new: next = "" } = pattern.exec(finding.text)?.groups ?? {};
    const [gone, stated] = [contentOf(old, [grammar]), contentOf(next, [grammar])];
    if (gone.size === 0 || !within(gone, words)) continue;
    if ([...stated].some((word) => words.has(word))) return true;
  }
  return false;
}

const liking: ReadonlySet<string> = new Set([
  "like",
  "love",
  "prefer",
  "favourite",
  "habit",
  "hobby",
]);
const disliking: ReadonlySet<string> = new Set(["dislike", "hate", "avoids"]);

/** The same object, and the contrary said of it. */
function opposes(finding: Finding, object: ReadonlySet<string>, line: ReadLine): boolean {
  const { finding: theirs, words } = line;
  if (object.size === 0 || !within(object, words) || subjectOf(line) !== finding.subject)
    return false;
  if (finding.ended) return theirs === null || !theirs.ended;
  if (theirs === null) return false;
  if (finding.concept === "no_allergy") return theirs.concept === "allergy";
  const [a, b] = [finding.concept, theirs.concept];
  return (liking.has(a) && disliking.has(b)) || (disliking.has(a) && liking.has(b));
}

/** Whom a line is about, as the beginning of a key: '' for the person, and where it does not begin with one. */
function subjectOf({ finding, text, grammars: [grammar] }: ReadLine): string {
  if (finding !== null || grammar === undefined) return finding?.subject ?? "";
  return readSubject(text, grammar)?.key ?? "";
}

/** `my son Tom` is Tom: the relation to the person makes no other statement. */
function withoutKin(text: string, grammars: readonly Grammar[]): string {
  return grammars.reduce((rest, { kin, nameArticle }) => {
    const match = kin.exec(rest);
    if (match === null) return rest;
    const after = rest.slice(match.index + match[0].length).replace(/^,? /u, "");
    const name = after.replace(nameArticle, "");
    if (/^\p{Lu}/u.test(name)) return `${rest.slice(0, match.index)}${name}`;
    return /(?<!\p{L})\p{Lu}\p{L}+, $/u.test(rest.slice(0, match.index))
      ? `${rest.slice(0, match.index)}${after}`
      : rest;
  }, text);
}

function equal(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && a.size === b.size && [...a].every((word) => b.has(word));
}

const negations =
  /(?<!\p{L})(?:not|no|never|doesn't|don't|isn't|nunca|mai|jamás|jamais|pas|não|ne|nicht|kein\p{L}*|nie|without|sense|sin|sem|sans|ohne|longer|ya|ja|já)(?!\p{L})/iu;

function isNegative(text: string): boolean {
  return negations.test(text);
}
