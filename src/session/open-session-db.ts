import * as context from "./context.ts";
import * as messages from "./messages.ts";
import { createModelErrors, type ModelErrors } from "./model-errors.ts";
import * as queue from "./queue.ts";
import * as removal from "./remove.ts";
import { openSessionFile, type SessionDbOptions, type SessionFile } from "./session-file.ts";
import * as sessions from "./sessions.ts";
import * as takingOut from "./take-out.ts";
import * as uses from "./use-days.ts";

const sessionCalls = { ...sessions, ...messages, ...context, ...removal, ...takingOut };
const useCalls = { all: uses.all, noteRestored: uses.noteRestored };

/** The functions of five files, on one database. Whatever one returns from is durable; all throw SESSION_FAILED or BUSY. */
export type Sessions = On<typeof sessionCalls>;
/** The functions of `queue.ts`: conversations that wait to become memory. */
export type DigestionQueue = On<typeof queue>;
/** Those of `use-days.ts`. */
export type UseDays = On<typeof useCalls>;

export interface SessionDb {
  readonly sessions: Sessions;
  readonly digestions: DigestionQueue;
  readonly modelErrors: ModelErrors;
  readonly useDays: UseDays;
  close(): void;
}

/** Opens `.loci/sessions.db`, or makes it. Throws LociError SESSION_FAILED, or BUSY. */
export function openSessionDb(options: SessionDbOptions): SessionDb {
  const file = openSessionFile(options);
  return {
    sessions: on(file, sessionCalls),
    digestions: on(file, queue),
    modelErrors: createModelErrors(options.now),
    useDays: on(file, useCalls),
    close: () => file.close(),
  };
}

type Calls = Readonly<Record<string, (file: SessionFile, ...rest: never[]) => unknown>>;
type On<C extends Calls> = {
  readonly [Name in keyof C]: C[Name] extends (file: SessionFile, ...rest: infer R) => infer Result
    ? (...rest: R) => Result
    : never;
};

function on<C extends Calls>(file: SessionFile, calls: C): On<C> {
  const bound = Object.entries(calls).map(([name, call]) => [name, call.bind(null, file)]);
  return Object.fromEntries(bound);
}
