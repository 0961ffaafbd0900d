import { personKey } from "../vault/topic/viewer.ts";
import { Refusal } from "./failure.ts";

/** What an address asks of its caller: to look, to change or talk, or to be the vault's owner. */
export type Needs = "read" | "write" | "owner";

/** Who asks: the vault's owner, or a person by a token of theirs. */
export interface Caller {
  /** What the token is called where it is counted and refused. */
  readonly name: string;
  /** The only one it looks, saves and talks as; undefined for the owner, who may name anyone. */
  readonly person?: string;
  readonly mayWrite: boolean;
}

/** Who has the vault's own token, or came in by a browser's address: the vault's owner. */
export const owner: Caller = { name: "owner", mayWrite: true };

/** Whoever asks for what needs no token. */
export const nobody: Caller = { name: "nobody", mayWrite: false };

/** Throws Refusal FORBIDDEN where the caller's token does not open it. */
export function checkMay(caller: Caller, needs: Needs): void {
  if (caller === owner) return;
  if (needs === "owner") throw refuse(caller, "this needs the vault's own token");
  if (needs === "write" && !caller.mayWrite) throw refuse(caller, "it only reads");
}

/** Throws Refusal FORBIDDEN where a request names another person than its caller's token is for. */
export function checkNamed(
  caller: Caller,
  { person: named }: Readonly<Record<string, unknown>>,
): void {
  const { person } = caller;
  if (person === undefined || named === undefined) return;
  if (typeof named !== "string" || personKey(named) !== personKey(person)) {
    throw refuse(caller, `it is for "${person}" alone`);
  }
}

const refuse = ({ name }: Caller, why: string): Refusal =>
  new Refusal("FORBIDDEN", `Cannot answer with the token "${name}": ${why}`, {
    data: { token: name },
  });

/** Who it looks as: the person of the token, else whom it names. */
export function viewerOf<P extends string | null = string>(
  { person: own }: Caller,
  {
    person: named,
    agent,
  }: { readonly person?: P | undefined; readonly agent?: string | undefined } = {},
): { readonly person?: string | P; readonly agent?: string } {
  const person: string | P | undefined = own ?? named;
  return { ...(person === undefined ? {} : { person }), ...(agent === undefined ? {} : { agent }) };
}

/** Who talks: by a token its person alone, in conversations that hold nothing secret. */
export const speakerOf = ({
  person,
}: Caller): { readonly person?: string; readonly isBound?: true } =>
  person === undefined ? {} : { person, isBound: true };

/** What is secret stays out of an answer to a token. */
export const hiding = ({ person }: Caller): { readonly hidesSecrets?: true } =>
  person === undefined ? {} : { hidesSecrets: true };
