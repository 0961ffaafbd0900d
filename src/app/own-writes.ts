import { textId } from "../vault/entry.ts";
import type { OwnTexts } from "../vault/fold-own.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { readLedger, type Write } from "../vault/recent-writes.ts";
import type { VaultFile } from "../vault/vault-file.ts";

/** What Loci's processes lately wrote into a file. */
export interface OwnWrites {
  readonly texts: OwnTexts;
  /** The version that is in place was put there by Loci. */
  readonly isLast: boolean;
}

/** Tells Loci's own writes, by whichever process, from those by hand. */
export interface OwnWriteReader {
  /**
   * What is new in a file's ledger or in the file (its SHA-256) since the last call; undefined where nothing is. Only
   * under the vault's lock: in between, a file may be written and its ledger not yet.
   */
  read(file: VaultFile, hash: string): OwnWrites | undefined;
}

/**
 * The ledger has two kinds of rows: what Loci wrote, and versions by hand that it looked at while mending. The second
 * kind is known by its hash: a version that was in place, and in no row, when the ledger ended with the row before.
 */
export function createOwnWriteReader(): OwnWriteReader {
  const seenByPath = new Map<string, Seen>();
  return {
    read(file, hash) {
      const { last, writes } = readLedger(file);
      const seen = seenByPath.get(file.path);
      if (last === undefined) {
        seenByPath.delete(file.path);
        return undefined;
      }
      const state = `${keyOf(last)} ${hash}`;
      if (seen?.state === state) return undefined;
      const rows = writes();
      const looks = findLooks(rows, seen);
      const byHand = last.hash === hash ? undefined : { hash, behind: keyOf(last) };
      seenByPath.set(file.path, { state, looks, byHand });
      const own = rows.filter((row) => !looks.has(keyOf(row)));
      return { texts: toTexts(file, own), isLast: own.at(-1)?.hash === hash };
    },
  };
}

interface Seen {
  readonly state: string;
  /** Rows of versions by hand. */
  readonly looks: ReadonlySet<string>;
  /** A version by hand that has no row yet, and the row before. */
  readonly byHand: { readonly hash: string; readonly behind: string } | undefined;
}

const keyOf = ({ at, hash }: Write): string => `${at} ${hash}`;

function findLooks(rows: readonly Write[], seen: Seen | undefined): ReadonlySet<string> {
  const keys = rows.map(keyOf);
  const looks = new Set(keys.filter((key) => seen?.looks.has(key) === true));
  const next = seen?.byHand && rows[keys.indexOf(seen.byHand.behind) + 1];
  if (next !== undefined && next.hash === seen?.byHand?.hash) looks.add(keyOf(next));
  return looks;
}

function toTexts(file: VaultFile, rows: readonly Write[]): OwnTexts {
  return {
    added: textIds(
      file,
      rows.flatMap(({ added }) => added.map(({ line }) => line)),
    ),
    removed: textIds(
      file,
      rows.flatMap(({ removed }) => removed.map(([line]) => line)),
    ),
  };
}

/** Of lines as a ledger keeps them: each for itself, and together, where an entry runs over several. */
function textIds({ path }: VaultFile, lines: readonly string[]): ReadonlySet<string> {
  const texts = [...lines, `\n${lines.join("\n")}`];
  return new Set(
    texts.flatMap((text) => {
      const { entries } = parseTopic(path, Buffer.from(text, "latin1"));
      return entries.map((entry) => textId(entry.text));
    }),
  );
}
