import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { adviceOn, LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { writeWhole } from "../vault/write-whole.ts";
import { type Caller, limits, nobody, owner, type Scope, scopes } from "./caller.ts";

const recordSchema = z.strictObject({
  name: z.string(),
  scope: z.enum(scopes),
  person: z.string().exactOptional(),
  agent: z.string().exactOptional(),
  bank: z.string().exactOptional(),
  isAtHome: z.boolean().default(false),
  /** ISO 8601. */
  made: z.string(),
  /** ISO 8601; null: it does not. */
  expires: z.string().nullable(),
  /** Of the secret, in hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const fileSchema = z.strictObject({ tokens: z.array(recordSchema) });

type Record = z.output<typeof recordSchema>;

/** A token as it is listed: all but its secret. */
export type MadeToken = Omit<Record, "sha256">;

/** What a new token is to open. */
export interface TokenWish extends Omit<Caller, "name" | "scope" | "isAtHome"> {
  readonly isAtHome?: boolean;
  readonly name: string;
  readonly scope: Scope;
  /** Days until it expires; 0: it does not. */
  readonly days: number;
}

/** Tokens that were made for one program each, in `.loci/tokens.json`, which holds only their hashes. */
export interface MadeTokens {
  list(): readonly MadeToken[];
  /** Returns the new token, which is shown only once. Throws LociError BAD_INPUT for a name that is taken or cannot be. */
  make(wish: TokenWish): { readonly token: string; readonly made: MadeToken };
  /** Throws LociError NOT_FOUND. */
  revoke(name: string): void;
  /** Whether the token that is called so now is still open, whatever is made under its name later. */
  watch(name: string): () => boolean;
  /** Whose token it is; `expired` where it was one; undefined where it is none. */
  find(token: string): Caller | "expired" | undefined;
}

const dayMs = 86_400_000;
const most = 100;
/** By the beginning they are known for what they are, also by scanners for keys that were left lying about. */
const pattern = /^loci_([a-z0-9][a-z0-9-]{0,39})_([\w-]{43})$/;

/** Opens the tokens of a vault on this device; the file is read again where it has changed. */
export function openMadeTokens(lociDir: string, now: () => number): MadeTokens {
  const path = join(lociDir, "tokens.json");
  let known: { readonly stamp: string; readonly records: readonly Record[] } | undefined;
  const read = (): readonly Record[] => {
    const stat = statSync(path, { throwIfNoEntry: false });
    const stamp = stat === undefined ? "none" : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    if (known?.stamp !== stamp) known = { stamp, records: readRecords(path) };
    return known.records;
  };
  const write = (records: readonly Record[]): void =>
    writeWhole(path, `${JSON.stringify({ tokens: records }, null, 2)}\n`);
  const isOver = ({ expires }: Record): boolean => expires !== null && now() >= Date.parse(expires);
  return {
    list: () => read().map(({ sha256: _, ...token }) => token),
    make({ days, isAtHome = false, ...wish }) {
      const records = readRecords(path);
      checkName(wish.name, records);
      const secret = randomBytes(32).toString("base64url");
      const at = now();
      const made = {
        ...wish,
        isAtHome,
        made: new Date(at).toISOString(),
        expires: days === 0 ? null : new Date(at + days * dayMs).toISOString(),
      };
      write([...records, { ...made, sha256: hashOf(secret).toString("hex") }]);
      return { token: `loci_${wish.name}_${secret}`, made };
    },
    revoke(name) {
      const records = readRecords(path);
      const others = records.filter((one) => one.name !== name);
      if (others.length === records.length) throw noSuchToken(name, records);
      write(others);
    },
    watch(name) {
      const known = read().find((one) => one.name === name)?.sha256;
      return () => read().some((one) => one.sha256 === known && !isOver(one));
    },
    find(token) {
      const [, name, secret = ""] = pattern.exec(token) ?? [];
      const record = name === undefined ? undefined : read().find((one) => one.name === name);
      const isSame =
        record !== undefined && timingSafeEqual(hashOf(secret), Buffer.from(record.sha256, "hex"));
      if (!isSame) return undefined;
      if (isOver(record)) return "expired";
      const kept = limits.flatMap((limit) =>
        record[limit] === undefined ? [] : [[limit, record[limit]]],
      );
      const { scope, isAtHome } = record;
      return { name: record.name, scope, isAtHome, ...Object.fromEntries(kept) };
    },
  };
}

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

function readRecords(path: string): readonly Record[] {
  const text = readSmallFile(path);
  if (text === undefined) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).tokens;
  } catch (cause) {
    throw new LociError(
      "BAD_CONFIG",
      `Cannot read the tokens in "${path}": it is not what "loci token" writes; delete it, and make them again`,
      { cause, data: { file: path } },
    );
  }
}

function checkName(name: string, records: readonly Record[]): void {
  const refuse = (state: string): LociError =>
    new LociError("BAD_INPUT", `Cannot make the token "${name}": ${state}`, { data: { name } });
  if (!pattern.test(`loci_${name}_${"-".repeat(43)}`)) {
    throw refuse("its name may have small letters, digits and -, at most 40");
  }
  if (name === owner.name || name === nobody.name) {
    throw refuse("logs and metrics call by that name whoever comes without such a token");
  }
  if (records.some((one) => one.name === name)) {
    throw refuse("there is one of that name; revoke it first");
  }
  if (records.length >= most) throw refuse(`there are ${most}; revoke one first`);
}

function noSuchToken(name: string, records: readonly Record[]): LociError {
  const names = records.map((one) => one.name);
  const otherwise = names.length === 0 ? "there is none" : `there are ${names.join(", ")}`;
  return new LociError(
    "NOT_FOUND",
    `Cannot revoke the token "${name}": ${adviceOn(name, names, otherwise)}`,
    { data: { name } },
  );
}
