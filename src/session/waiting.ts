import type { Tx } from "./tx.ts";

/** A conversation that waits to become memory; or a topic that is too long, under its path. */
export interface Digestion {
  readonly session: string;
  /** The last message that belongs to it; later ones are another digestion's. */
  readonly upTo: number;
  /** How many failed. */
  readonly attempts: number;
  /** How many were begun, those that failed or were interrupted included. */
  readonly begun: number;
  readonly reason: string | null;
  readonly plan: string | null;
}

/** The first that is due. Of a session: its own, due or not. */
export const next = (tx: Tx, session?: string): Digestion | undefined =>
  session === undefined ? due(tx, ofSessions) : digestions(tx, "session = ?", session)[0];

/** All conversations that wait, due or not. */
export const waiting = (tx: Tx): readonly Digestion[] => digestions(tx, ofSessions);

/** The first topic that is due. */
export const nextSplit = (tx: Tx): Digestion | undefined => due(tx, `NOT ${ofSessions}`);

/** An id of a session has no slash. */
const ofSessions = "instr(session, '/') = 0";

const due = (tx: Tx, kind: string): Digestion | undefined =>
  digestions(tx, `${kind} AND at <= ?`, tx.now)[0];

/** One with a plan, which may be half applied, before the others: a later conversation may replace what it wrote. */
const digestions = (tx: Tx, where: string, ...values: readonly (string | number)[]): Digestion[] =>
  tx.rows(
    `SELECT session, up_to AS upTo, attempts, begun, reason, plan FROM digestion
     WHERE ${where} ORDER BY plan IS NULL, begun, n`,
    ...values,
  );
