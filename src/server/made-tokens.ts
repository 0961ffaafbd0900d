import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { adviceOn, LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { writeWhole } from "../vault/write/write-file.ts";
import type { Caller } from "./caller.ts";

const tokenSchema = z.strictObject({
  name: z.string(),
  person: z.string(),
  mayWrite: z.boolean(),
  /** ISO 8601. */
  made: z.string(),
});

/** A token as it is listed: all but its secret. */
export type MadeToken = z.output<typeof tokenSchema>;

/** By the beginning they are known for what they are, also by scanners for keys that were left lying about. */
const pattern = /^loci_[\w-]{43}$/;

export type MadeTokens = ReturnType<typeof openMadeTokens>;

/** The tokens of persons, a file each, called by the hash of its token. `now`: milliseconds since the epoch. */
export function openMadeTokens(vaultFolder: string, now: () => number) {
  const folder = join(vaultFolder, "tokens");
  const fileOf = (token: string): string =>
    join(folder, `${createHash("sha256").update(token).digest("hex")}.json`);
  const files = (): readonly string[] =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(folder, name));
  const list = (): readonly MadeToken[] =>
    files()
      .flatMap((file) => readToken(file) ?? [])
      .sort((a, b) => (a.made < b.made ? -1 : 1));
  return {
    /** Oldest first. */
    list,
    /** Returns the new token, which is shown only once. Throws LociError BAD_INPUT for a name that is taken. */
    make(wish: Omit<MadeToken, "made">): string {
      if (list().some(({ name }) => name === wish.name)) {
        const state = "there is one of that name; choose another with --name";
        throw new LociError("BAD_INPUT", `Cannot make the token "${wish.name}": ${state}`);
      }
      const token = `loci_${randomBytes(32).toString("base64url")}`;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const made = { ...wish, made: new Date(now()).toISOString() };
      writeWhole(fileOf(token), `${JSON.stringify(made)}\n`);
      return token;
    },
    /** Throws LociError NOT_FOUND. */
    revoke(name: string): void {
      const found = files().filter((file) => readToken(file)?.name === name);
      if (found.length === 0) {
        const names = list().map((one) => one.name);
        const known = names.length === 0 ? "there is none" : `there are ${names.join(", ")}`;
        const advice = adviceOn(name, names, known);
        throw new LociError("NOT_FOUND", `Cannot revoke the token "${name}": ${advice}`);
      }
      for (const file of found) rmSync(file);
    },
    /** Whose token it is; undefined where it is none, or was revoked. */
    find: (token: string): Caller | undefined =>
      pattern.test(token) ? readToken(fileOf(token)) : undefined,
  };
}

function readToken(file: string): MadeToken | undefined {
  const text = readSmallFile(file);
  if (text === undefined) return undefined;
  try {
    return tokenSchema.parse(JSON.parse(text));
  } catch (cause) {
    const state = 'it is not what "loci token" writes; delete it';
    throw new LociError("BAD_CONFIG", `Cannot read the token in "${file}": ${state}`, { cause });
  }
}
