import { Db } from "./db.ts";
import { createModelErrors } from "./model-errors.ts";
import * as queue from "./queue.ts";
import { next, nextSplit, waiting } from "./queue.ts";
import * as reads from "./read-sessions.ts";
import * as removal from "./remove.ts";
import * as takingOut from "./take-out.ts";
import * as writes from "./write-sessions.ts";

export interface SessionDbOptions {
  /** The vault's `.loci` folder. */
  readonly lociDir: string;
  readonly settings: {
    /** Life of a session since its last message. */
    readonly hours: number;
    /** Life of what conversations came to, since the last interaction with that person. */
    readonly resolvedDays: number;
    /** Life of a session that was digested, 0: nothing of it is kept; as long as others without it. */
    readonly digestedHours?: number;
  };
  /** Ms since the epoch. */
  readonly now: () => number;
  /** The local day (`2026-02-12`) of a moment. */
  readonly dayOf: (ms: number) => string;
  /** false: which memories a conversation was answered from is known to this process only. */
  readonly saveRecalledContext: boolean;
  /** Memory is switched off: nothing is read from the disk or written to it. */
  readonly inMemory?: boolean;
  /** Takes one sentence for the person when a damaged database was met. */
  readonly report: (sentence: string) => void;
}

/** Whatever one of these functions returns from is durable; all throw LociError SESSION_FAILED or BUSY. */
export type SessionDb = ReturnType<typeof openSessionDb>;
export type Sessions = SessionDb["sessions"];
/** Conversations that wait to become memory. */
export type DigestionQueue = SessionDb["digestions"];

/** Opens `.loci/sessions.db`, or makes it. Throws LociError SESSION_FAILED, or BUSY. */
export function openSessionDb(options: SessionDbOptions) {
  const db = new Db(options);
  const sessions = on(db, "immediate", { ...writes, ...removal, ...takingOut });
  return {
    sessions: { ...on(db, "deferred", reads), ...sessions },
    digestions: {
      ...on(db, "immediate", queue),
      ...on(db, "deferred", { next, nextSplit, waiting }),
    },
    modelErrors: createModelErrors(options.now),
    close: () => void db.db.close(),
  };
}

type Calls = Readonly<Record<string, (db: Db, ...rest: never[]) => unknown>>;
type Bound<Call> = Call extends (db: Db, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;
type On<C extends Calls> = { readonly [Name in keyof C]: Bound<C[Name]> };

/** Each function, in a transaction of its own. */
function on<C extends Calls>(db: Db, kind: "deferred" | "immediate", calls: C): On<C>;
function on(db: Db, kind: "deferred" | "immediate", calls: Calls) {
  const bind =
    (call: Calls[string]) =>
    (...rest: never[]) =>
      db.within(kind, () => call(db, ...rest));
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, bind(call)]));
}
