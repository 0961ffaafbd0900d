import { type Change, type GitIndex, whyStaged } from "../../git/index-file/index-file.ts";
import { isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { splitLines } from "../../vault/split-lines.ts";
import { readTopic } from "../../vault/topic/read-topic.ts";
import { markText } from "../../vault/topic/secret-marks.ts";
import { findMarked } from "../../vault/topic/secrets.ts";
import { decodeText } from "../../vault/vault-text.ts";
import { faultOfName, faultOfSecretName } from "../merge/trees/path-rules.ts";

/** What is to stay on this device: what is once in a history is in every clone. */
export interface Secrets {
  /** Whether a line holds a password, a key and the like: a file where one is new is held back. */
  readonly looksSecret?: ((line: string) => boolean) | undefined;
  /** Files of the vault, by their paths, that hold keys or tokens: they are not committed. */
  readonly privateFiles?: ReadonlySet<string> | undefined;
}

/** What stands in the way of a commit: what the person staged, and their own rules that keep files out. */
interface Rules extends Secrets {
  readonly index: GitIndex;
  /** The rule of the person's own, not of the vault, by which git ignores a path, if any. */
  readonly ignoredBy: (path: string) => Promise<string | undefined>;
}

/** A file as it was, and as it is to be; undefined: no plain file. */
interface Contents {
  readonly had: Uint8Array | undefined;
  readonly has: Uint8Array | undefined;
  /** What was on disk with it: what is secret there may be under a mark that the content has not. */
  readonly seen?: Uint8Array | null | undefined;
  /** Whether a line was asked for, and may be committed though it is marked as secret. */
  readonly isAsked?: ((line: string) => boolean) | undefined;
}

/** Why a change stays on this device, if it does. */
export async function whyHeldBack(
  rules: Rules,
  change: Change,
  contents: Contents,
): Promise<string | undefined> {
  const { path, before, after } = change;
  const rule = before === undefined ? await rules.ignoredBy(path) : undefined;
  const odd = before === undefined ? faultOfName(path) : undefined;
  return (
    (rule && `git ignores it by ${rule}`) ??
    (after && faultOfSecretName(path)) ??
    (odd && `${odd}; rename it`) ??
    whyStaged(rules.index, change) ??
    whySecret(rules, path, contents)
  );
}

/** Why a file is held back as a whole: a new line of it holds a key, or is secret by a mark and was not asked for. */
function whySecret(
  { looksSecret, privateFiles }: Secrets,
  path: string,
  { had, has, seen, isAsked = () => false }: Contents,
): string | undefined {
  if (has === undefined) return undefined;
  if (privateFiles?.has(path))
    return "the settings of this device name it as a file with a key or token; move it out of the vault";
  if (has.includes(0) && !isMarkdown(path)) return undefined;
  const bytes = seen ?? has;
  const known = new Set(linesOf(had)).add("");
  const { isWhole, lines: marked } = marksOf(path, bytes);
  const fresh = [...linesOf(bytes).entries()].filter(([, line]) => !known.has(line));
  const own = fresh.filter(([, line]) => !isAsked(line));
  // One mark can make all of a file secret: its own line says more than the first one.
  const found =
    own.find(([at]) => marked.has(at + 1)) ??
    (isWhole ? own[0] : undefined) ??
    fresh.find(([, line]) => looksSecret?.(line));
  if (found === undefined) return undefined;
  return `line ${found[0] + 1} looks like a secret; take it out, or commit the file with your own git`;
}

/** What is marked as secret in a note. */
function marksOf(path: string, bytes: Uint8Array): ReturnType<typeof findMarked> {
  const text = isMarkdown(path) && bytes.length <= maxFileBytes ? decodeText(bytes).text : "";
  // Most files have no mark, and need not be parsed.
  return findMarked(readTopic(/sensitivity/i.test(markText(text)) ? text : ""));
}

/** The lines of a file, without what stands about them; none where there is none. */
export const linesOf = (bytes: Uint8Array | null | undefined): string[] =>
  bytes ? splitLines(decodeText(bytes).text).map((line) => line.trim()) : [];
