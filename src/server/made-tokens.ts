import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { adviceOn, LociError } from "../errors.ts";
import { readSmallFile } from "../vault/read-small-file.ts";
import { writeWhole } from "../vault/write/write-whole.ts";
import { type Caller, nobody, owner } from "./caller.ts";

const tokenSchema = z.strictObject({
  name: z.string(),
  person: z.string(),
  mayWrite: z.boolean(),
  /** ISO 8601. */
  made: z.string(),
});

/** A token as it is listed: all but its secret. */
export type MadeToken = z.output<typeof tokenSchema>;

/** The tokens of persons: a file each, called by the hash of its token. */
export interface MadeTokens {
  /** Oldest first. */
  list(): readonly MadeToken[];
  /** Returns the new token, which is shown only once. Throws LociError BAD_INPUT for a name that is taken or cannot be. */
  make(wish: Omit<MadeToken, "made">): string;
  /** Throws LociError NOT_FOUND. */
  revoke(name: string): void;
  /** Whose token it is; undefined where it is none, or was revoked. */
  find(token: string): Caller | undefined;
}

/** By the beginning they are known for what they are, also by scanners for keys that were left lying about. */
const pattern = /^loci_[\w-]{43}$/;

/** Opens the tokens of a vault on this device. `now`: milliseconds since the epoch. */
export function openMadeTokens(vaultFolder: string, now: () => number): MadeTokens {
  const folder = join(vaultFolder, "tokens");
  const fileOf = (token: string): string =>
    join(folder, `${createHash("sha256").update(token).digest("hex")}.json`);
  const all = (): readonly { readonly file: string; readonly token: MadeToken }[] => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names
      .map((name) => join(folder, name))
      .flatMap((file) => {
        const token = file.endsWith(".json") ? readToken(file) : undefined;
        return token === undefined ? [] : [{ file, token }];
      })
      .sort((a, b) => (a.token.made < b.token.made ? -1 : 1));
  };
  return {
    list: () => all().map(({ token }) => token),
    make(wish) {
      checkName(
        wish.name,
        all().map(({ token }) => token.name),
      );
      const token = `loci_${randomBytes(32).toString("base64url")}`;
      const made = { ...wish, made: new Date(now()).toISOString() };
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeWhole(fileOf(token), `${JSON.stringify(made)}\n`);
      return token;
    },
    revoke(name) {
      const known = all();
      const files = known.filter(({ token }) => token.name === name).map(({ file }) => file);
      if (files.length === 0) {
        throw noSuchToken(
          name,
          known.map(({ token }) => token.name),
        );
      }
      for (const file of files) rmSync(file);
    },
    find(token) {
      const made = pattern.test(token) ? readToken(fileOf(token)) : undefined;
      if (made === undefined) return undefined;
      const { name, person, mayWrite } = made;
      return { name, person, mayWrite };
    },
  };
}

function readToken(file: string): MadeToken | undefined {
  const text = readSmallFile(file);
  if (text === undefined) return undefined;
  try {
    return tokenSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new LociError(
      "BAD_CONFIG",
      `Cannot read the token in "${file}": it is not what "loci token" writes; delete it`,
      { cause, data: { file } },
    );
  }
}

function checkName(name: string, taken: readonly string[]): void {
  const refuse = (state: string): LociError =>
    new LociError("BAD_INPUT", `Cannot make the token "${name}": ${state}`, { data: { name } });
  if (name === owner.name || name === nobody.name) {
    throw refuse("logs and metrics call by that name whoever comes without such a token");
  }
  if (taken.includes(name)) throw refuse("there is one of that name; choose another with --name");
}

function noSuchToken(name: string, names: readonly string[]): LociError {
  const otherwise = names.length === 0 ? "there is none" : `there are ${names.join(", ")}`;
  return new LociError(
    "NOT_FOUND",
    `Cannot revoke the token "${name}": ${adviceOn(name, names, otherwise)}`,
    { data: { name } },
  );
}
