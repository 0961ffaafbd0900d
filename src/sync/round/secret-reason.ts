import { isSecret } from "../../vault/is-secret.ts";
import type { Entry } from "../../vault/topic.ts";
import type { ContentGuard } from "../commit/read-change.ts";
import { entriesOf } from "./entries-of.ts";

/** Whether a line holds a password, a key and the like. */
export type LooksSecret = (line: string) => boolean;

interface Versions {
  readonly path: string;
  readonly had: Buffer | undefined;
  readonly has: Buffer;
  readonly before: readonly Entry[];
  readonly now: readonly Entry[];
}

/** Why a file that somebody edited stays on this device: a line is new in it that is nobody else's business. */
export function secretReason(
  versions: Versions,
  looksSecret: LooksSecret | undefined,
): string | undefined {
  const known = new Set(versions.before.filter(isSecret).map(({ text }) => text));
  const marked = versions.now.find((entry) => isSecret(entry) && !known.has(entry.text));
  const line = marked?.line ?? findLine(versions, looksSecret, () => true);
  return line === undefined ? undefined : reasonFor(line);
}

/**
 * The same for files that Loci wrote to, which a person may have edited too. An entry that is marked as secret was asked
 * for, and is committed.
 */
export function createSecretGuard(looksSecret: LooksSecret | undefined): ContentGuard {
  return (path, had, has) => {
    const now = entriesOf(path, has).filter(isSecret);
    const isOpen = (line: number): boolean =>
      !now.some((entry) => entry.line <= line && line <= entry.endLine);
    const line = findLine({ had, has }, looksSecret, isOpen);
    return line === undefined ? undefined : reasonFor(line);
  };
}

const reasonFor = (line: number): string =>
  `line ${line} looks like a secret; take it out, or commit the file with your own git`;

/** The number of the first new line that looks like a secret. */
function findLine(
  { had, has }: Pick<Versions, "had" | "has">,
  looksSecret: LooksSecret | undefined,
  isAsked: (line: number) => boolean,
): number | undefined {
  if (looksSecret === undefined || has.includes(0)) return undefined;
  const old = new Set(linesOf(had));
  const at = linesOf(has).findIndex(
    (line, n) => !old.has(line) && looksSecret(line) && isAsked(n + 1),
  );
  return at < 0 ? undefined : at + 1;
}

const linesOf = (bytes: Buffer | undefined): string[] =>
  bytes === undefined ? [] : bytes.toString("utf8").split(/\r?\n/);
