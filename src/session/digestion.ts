import type { Resolved } from "./session.ts";

/** Conversations that wait to become memory. */
export interface DigestionQueue {
  /**
   * Puts a session in, a long one (past 500 messages) up to some turn; its state becomes `digesting`. A session without
   * a message of the person is closed at once (false).
   */
  add(session: string): boolean;
  /**
   * The first that is due: one with a plan, which may be half applied; then those that were begun least often, the
   * oldest first. Of a session: its own, due or not.
   */
  next(session?: string): Digestion | undefined;
  /** All that wait, due or not. */
  waiting(): readonly Digestion[];
  /** Puts a topic in that is too long, under its path: it waits as a conversation does, but `next` and `waiting` do not name it. */
  addSplit(path: string): void;
  /** The first topic that is due, one with a plan before the others. */
  nextSplit(): Digestion | undefined;
  /** Takes a topic out, with its plan. */
  dropSplit(path: string): void;
  /** Counts that work on it begins: whatever interrupts it, a crash too, it then goes behind those that are fresh. */
  begin(session: string): void;
  /**
   * Keeps the plan, so that after a crash no other one is made. Like `begin`, `fail` and `finish` it throws where the
   * session does not wait: another process finished or removed it.
   */
  keep(session: string, plan: string): void;
  /** Counts the attempt; the next one comes no sooner than `afterMs`. */
  fail(session: string, failure: { readonly reason: string; readonly afterMs: number }): void;
  /**
   * In one transaction: what it came to is kept, the history up to `upTo` leaves the conversation and stays to be read,
   * and the session is closed, or active again where later messages are there (then its slots and recalled memories
   * stay too), or waits with the next part where it was long.
   */
  finish(session: string, resolved: Omit<Resolved, "session" | "person" | "at"> | null): void;
}

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
