import { createModelErrors } from "./model-errors.ts";
import * as queue from "./queue.ts";
import { next, nextSplit, waiting } from "./queue.ts";
import * as reads from "./read-sessions.ts";
import * as removal from "./remove.ts";
import { openSessionFile, type SessionDbOptions } from "./session-file.ts";
import * as takingOut from "./take-out.ts";
import type { Tx } from "./tx.ts";
import * as writes from "./write-sessions.ts";

/** Whatever one of these functions returns from is durable; all throw LociError SESSION_FAILED or BUSY. */
export type SessionDb = ReturnType<typeof openSessionDb>;
export type Sessions = SessionDb["sessions"];
/** Conversations that wait to become memory. */
export type DigestionQueue = SessionDb["digestions"];

/** Opens `.loci/sessions.db`, or makes it. Throws LociError SESSION_FAILED, or BUSY. */
export function openSessionDb(options: SessionDbOptions) {
  const { read, write, close } = openSessionFile(options);
  return {
    sessions: { ...on(read, reads), ...on(write, { ...writes, ...removal, ...takingOut }) },
    digestions: { ...on(write, queue), ...on(read, { next, nextSplit, waiting }) },
    modelErrors: createModelErrors(options.now),
    close,
  };
}

type Calls = Readonly<Record<string, (tx: Tx, ...rest: never[]) => unknown>>;
type On<C extends Calls> = {
  readonly [Name in keyof C]: C[Name] extends (tx: Tx, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

type Within = ReturnType<typeof openSessionFile>["read"];

/** Each function, in a transaction of its own. */
function on<C extends Calls>(within: Within, calls: C): On<C>;
function on(within: Within, calls: Calls) {
  const bound = Object.entries(calls).map(([name, call]) => [
    name,
    (...rest: never[]) => within((tx) => call(tx, ...rest)),
  ]);
  return Object.fromEntries(bound);
}
