import { adviceOn, LociError } from "../errors.ts";
import { personKey } from "../vault/viewer.ts";
import { Refusal } from "./failure.ts";

/** What a token opens, each with all before it: `read` to look, `write` to talk and change, `admin` to run the device. */
export const scopes = ["read", "write", "admin"] as const;

export type Scope = (typeof scopes)[number];

/** Throws LociError USAGE for what is not a scope. */
export function checkedScope(scope: string): Scope {
  const known = scopes.find((one) => one === scope);
  if (known !== undefined) return known;
  throw new LociError(
    "USAGE",
    `Cannot use the scope "${scope}": ${adviceOn(scope, scopes, `there are ${scopes.join(", ")}`)}`,
    { data: { scope } },
  );
}

/** What a token may be kept to. */
export const limits = ["person", "agent", "bank"] as const;

type Limit = (typeof limits)[number];

/** The fields of requests that name one of these; `memory_bank` is another name of `bank`. */
const limitedFields: readonly (readonly [string, Limit])[] = [
  ...limits.map((limit) => [limit, limit] as const),
  ["memory_bank", "bank"],
];

/** Who asks, and what it may do. */
export interface Caller extends Readonly<Partial<Record<Limit, string>>> {
  /** What it is called where it is counted and refused. */
  readonly name: string;
  readonly scope: Scope;
  /** It may read what is marked as secret. */
  readonly isAtHome: boolean;
}

/** Who has the vault's own token, or came in by a browser's address: the vault's owner. */
export const owner: Caller = { name: "owner", scope: "admin", isAtHome: true };

/** Whoever asks for what needs no token. */
export const nobody: Caller = { name: "nobody", scope: "read", isAtHome: false };

/** What an address asks of its caller: a scope, and which limits it keeps to. */
export interface Needs {
  readonly needs: Scope;
  /** Limits that it keeps a caller to; one with another limit is refused. */
  readonly within: readonly Limit[];
  /** What is secret may be said there: a caller must be at home. */
  readonly atHome?: boolean;
}

/** Throws Refusal FORBIDDEN where the caller's token does not open it. */
export function checkMay(caller: Caller, { needs, within, atHome = false }: Needs): void {
  if (scopes.indexOf(caller.scope) < scopes.indexOf(needs)) {
    throw refuse(caller, `its scope is "${caller.scope}", and this needs "${needs}"`);
  }
  if (atHome && !caller.isAtHome) {
    throw refuse(caller, "what is secret may be said there; make one with --at-home");
  }
  const kept = limits.find((limit) => caller[limit] !== undefined && !within.includes(limit));
  if (kept !== undefined) {
    throw refuse(
      caller,
      `it is for the ${kept} "${caller[kept]}" alone, and this cannot be kept to it`,
    );
  }
}

/** Throws Refusal FORBIDDEN where a request names another person, agent or bank than its caller's token is for. */
export function checkNamed(caller: Caller, fields: Readonly<Record<string, unknown>>): void {
  for (const [field, limit] of limitedFields) {
    const [own, named] = [caller[limit], fields[field]];
    if (own === undefined || named === undefined) continue;
    if (typeof named !== "string" || personKey(named) !== personKey(own)) {
      throw refuse(caller, `it is for the ${limit} "${own}" alone`);
    }
  }
}

const refuse = ({ name }: Caller, why: string): Refusal =>
  new Refusal("FORBIDDEN", `Cannot answer with the token "${name}": ${why}`, {
    data: { token: name },
  });

/** Who it looks as: whom it is kept to, else whom it names. */
export function viewerOf<P extends string | null = string>(
  caller: Caller,
  named: { readonly person?: P; readonly agent?: string } = {},
): { readonly person?: string | P; readonly agent?: string } {
  const person: string | P | undefined = caller.person ?? named.person;
  const { agent = named.agent } = caller;
  return { ...(person === undefined ? {} : { person }), ...(agent === undefined ? {} : { agent }) };
}

/** What is secret stays out of an answer, but for who is at home. */
export const hiding = ({ isAtHome }: Caller): { readonly hidesSecrets?: true } =>
  isAtHome ? {} : { hidesSecrets: true };
