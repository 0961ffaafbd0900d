import { blankComments, commentedLines } from "../../src/vault/comments.ts";
import { frontmatterLines, hideBlocks } from "../../src/vault/hide-blocks.ts";
import {
  type ReadBlock,
  type ReadItem,
  type ReadTopic,
  readTopic,
} from "../../src/vault/read-topic.ts";
import { isBareSecretMark } from "../../src/vault/secret-marks.ts";
import { endsInNewline } from "../../src/vault/split-lines.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import { knownFrontmatter } from "./known-frontmatter.ts";
import { claimsInFrontmatter, isMarkedPrivate, isPrivateTag } from "./private-marks.ts";

/** A file as far as it may be shown. */
export interface Shown {
  /** Hidden lines are blank, so that lines count as in the file; frontmatter says what Loci knows and no more. */
  readonly text: string;
  /** Entries that were taken out. */
  readonly hidden: readonly Entry[];
  /** Nothing but comments and unknown frontmatter was taken out. */
  readonly isWhole: boolean;
  /** Its frontmatter cannot be read, or it holds a NUL. */
  readonly isFaulty: boolean;
  /** Entries that are left, as they were read from the file itself: their ids are those that recall knows. */
  readonly entries: readonly Entry[];
}

/** A file of which nothing may be shown. */
export interface Hidden {
  readonly text: undefined;
  readonly hidden: readonly Entry[];
}

/**
 * Takes what is private out of the text of a file, before anything else is read from it. Pure. In doubt a line is
 * taken out: what is nested in a hidden entry, the section below a hidden heading, a block that holds a private mark
 * in the middle of its words.
 */
export function hide(path: string, text: string, rules: HideRules): Shown | Hidden {
  const read = readTopic(text.replaceAll("\0", "\ufffd"));
  const all = entriesOf(read.blocks);
  const file = fileRules(path, read, rules);
  if (file === "hidden") return { text: undefined, hidden: all };
  const gone = commentedLines(read);
  const hasContent = hideBlocks(
    read,
    {
      isMarked: (lines) => isMarkedPrivate(lines, rules),
      isLeftOut: (part) => !isOfShownBank(part, file, rules) || !isOfShownOwner(part, rules),
    },
    gone,
  );
  if ((gone.size > 0 && !hasContent) || saysPrivate(read, rules))
    return { text: undefined, hidden: all };
  const { lineCount } = read.frontmatter;
  const body = read.lines.map((line, i) => (gone.has(i + 1) || i < lineCount ? "" : line));
  blankComments(body, read.blocks);
  const hidden = all.filter((entry) => gone.has(entry.line));
  const head = file.isOfHiddenBank ? [] : knownFrontmatter(read.frontmatter, hidden);
  head.forEach((line, i) => {
    body[i] = line;
  });
  const end = endsInNewline(text) ? "\n" : "";
  const entries = hidden.length === 0 ? all : all.filter((entry) => !gone.has(entry.line));
  const isFaulty = read.frontmatter.fault !== undefined || text.includes("\0");
  return { text: body.join("\n") + end, hidden, isWhole: gone.size === 0, isFaulty, entries };
}

interface FileRules {
  readonly bank: string | undefined;
  /** Only entries that name another bank are shown. */
  readonly isOfHiddenBank: boolean;
}

function fileRules(path: string, read: ReadTopic, rules: HideRules): FileRules | "hidden" {
  if (!rules.isScopeShown(privateScopeOf(path))) return "hidden";
  const { values } = read.frontmatter;
  const claims = claimsInFrontmatter(frontmatterLines(read), rules);
  if (claims.isHidden || (!rules.isPrivateShown && hasPrivateTag(values))) return "hidden";
  const bank =
    typeof values.bank === "string" && values.bank.trim() !== "" ? values.bank : undefined;
  return { bank, isOfHiddenBank: claims.isOfHiddenBank || rules.isBankHidden(bank) };
}

const hasPrivateTag = (values: ReadTopic["frontmatter"]["values"]): boolean =>
  Object.entries(values).some(
    ([key, value]) =>
      /^tags?$/i.test(key) &&
      [value].flat().some((words) => words.split(/[,\s]/).some(isPrivateTag)),
  );

const entriesOf = (blocks: readonly ReadBlock[]): Entry[] =>
  blocks.flatMap((block) =>
    block.type === "list" ? block.items.flatMap(({ entry }) => entry ?? []) : [],
  );

/** A person's entries in a shared file are shown where their folder is. */
function isOfShownOwner(part: ReadBlock | ReadItem, rules: HideRules): boolean {
  const { owner } = part;
  return owner === "" || rules.isScopeShown(`people/${owner}`);
}

/** A part that names no bank of its own is of the file's. */
function isOfShownBank(part: ReadBlock | ReadItem, file: FileRules, rules: HideRules): boolean {
  const own = "entry" in part ? part.entry?.fields.bank : undefined;
  if (own === undefined || own.trim() === "") return !file.isOfHiddenBank;
  return !rules.isBankHidden(own);
}

/** A line of nothing but marks says it of the whole file. */
function saysPrivate({ blocks, lines }: ReadTopic, { isPrivateShown }: HideRules): boolean {
  return blocks.some(({ type, line, endLine }) => {
    if (type !== "paragraph") return false;
    const own = lines.slice(line - 1, endLine);
    if (isBareSecretMark(own)) return true;
    const words = own.join(" ").trim().split(/\s+/);
    return (
      !isPrivateShown && words.some(isPrivateTag) && words.every((word) => word.startsWith("#"))
    );
  });
}
