import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { LociError } from "../errors.ts";
import { personKey } from "../vault/topic/viewer.ts";
import type { Logins } from "./logins.ts";
import type { MadeTokens } from "./made-tokens.ts";
import type { Env } from "./operation.ts";

/** What an address asks of its caller: to look, to change or talk, or to be the vault's owner. */
export type Needs = "read" | "write" | "owner";

/** Who asks: the vault's owner, or a person by a token of theirs. */
export interface Caller {
  /** What the token is called where it is refused. */
  readonly name: string;
  /** The only one it looks, saves and talks as; undefined for the owner, who may name anyone. */
  readonly person?: string;
  readonly mayWrite: boolean;
}

/** Who has the vault's own token, or came in by a browser's address. */
const owner: Caller = { name: "owner", mayWrite: true };

/** Throws LociError FORBIDDEN where the caller's token does not open it. */
export function checkMay(caller: Caller, needs: Needs): void {
  if (caller.person === undefined) return;
  if (needs === "owner") throw refuse(caller, "this needs the vault's own token");
  if (needs === "write" && !caller.mayWrite) throw refuse(caller, "it only reads");
}

/** Throws LociError FORBIDDEN where a request names another person than its caller's token is for. */
export function checkPerson(
  { person, ...caller }: Caller,
  { person: named }: { readonly person?: unknown },
): void {
  if (person === undefined || named === undefined) return;
  if (typeof named === "string" && personKey(named) === personKey(person)) return;
  throw refuse(caller, `it is for "${person}" alone`);
}

/**
 * Who looks: whom the owner names, or the person of the token. Nothing in a request widens what a token sees: it throws
 * LociError FORBIDDEN where one names an agent too, whose own notes are not the person's.
 */
export function viewerOf<P extends string | null = string>(
  caller: Caller,
  named: { readonly person?: P | undefined; readonly agent?: string | undefined },
): { readonly person?: string | P; readonly agent?: string } {
  checkPerson(caller, named);
  const { agent } = named;
  const person: string | P | undefined = caller.person ?? named.person;
  if (caller.person !== undefined && agent !== undefined) {
    throw refuse(caller, "what is an agent's own is not open to it; leave out the agent");
  }
  return { ...(person !== undefined && { person }), ...(agent !== undefined && { agent }) };
}

/** Who talks: by a token its person alone, in conversations that hold nothing secret. */
export const speakerOf = ({
  person,
}: Caller): { readonly person?: string; readonly isBound?: true } =>
  person === undefined ? {} : { person, isBound: true };

/** What is secret stays out of an answer to a token. */
export const hiding = ({ person }: Caller): { readonly hidesSecrets?: true } =>
  person === undefined ? {} : { hidesSecrets: true };

const refuse = ({ name }: Caller, why: string): LociError =>
  new LociError("FORBIDDEN", `Cannot answer with the token "${name}": ${why}`);

/** What lets a request in. */
export interface Credentials {
  /** The owner's tokens: the one of the file, and the one that this run wrote beside its address. */
  readonly tokens: readonly string[];
  readonly made: Pick<MadeTokens, "find">;
  readonly logins: Logins;
}

/** Lets in who has the vault's token, one that was made, or the cookie of a browser. Throws LociError. */
export const authenticate =
  (credentials: Credentials): MiddlewareHandler<Env> =>
  (c, next) => {
    const caller = callerOf(c, credentials);
    if (caller === undefined) throw unauthorized(c);
    c.set("caller", caller);
    return next();
  };

/** Throws LociError FORBIDDEN for a token that does not open it. */
export const opensTo =
  (needs: Needs): MiddlewareHandler<Env> =>
  (c, next) => {
    checkMay(c.var.caller, needs);
    return next();
  };

/** Who asks; undefined for whom nothing lets in. */
export function callerOf(c: Context<Env>, credentials: Credentials): Caller | undefined {
  const given = c.req.header("authorization");
  if (given === undefined) return credentials.logins.knows(c) ? owner : undefined;
  const token = /^Bearer +([\w-]+)$/i.exec(given)?.[1] ?? "";
  if (credentials.tokens.some((own) => isSame(token, own))) return owner;
  return credentials.made.find(token);
}

export function unauthorized(c: Context<Env>): LociError {
  c.header("www-authenticate", 'Bearer realm="loci"');
  const state =
    c.req.header("authorization") === undefined
      ? "the request has no token"
      : "the token was revoked, or is not this vault's";
  const ways =
    'open the address that "loci up --address" prints, or send "Authorization: Bearer TOKEN" with one of "loci token make"';
  return new LociError("UNAUTHORIZED", `Cannot open the memory: ${state}; ${ways}`);
}

/** Compares in constant time; hashing hides the length too. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
