import { indexLines } from "../index/index-lines.ts";
import { type Hit, recall } from "../recall/recall.ts";
import type { Sessions } from "../session/open-session-db.ts";
import type { Session } from "../session/session.ts";

/** A message of the person that no memory has come of yet. */
export interface SaidSoFar {
  readonly text: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

interface SaidPorts {
  readonly sessions: Pick<Sessions, "list" | "messages">;
  /** Of a moment. */
  readonly localTime: (at: number) => string;
  /** Conversations may know of one another. */
  readonly crossSession: boolean;
}

/** The last messages of the person in conversations that wait to become memory, this one among them, oldest first. */
export function saidSoFar(
  { sessions, localTime, crossSession }: SaidPorts,
  { id, person, isBound }: Session,
): readonly SaidSoFar[] {
  const isTheirs = (other: Session): boolean =>
    other.state !== "closed" && other.person === person && other.isBound === isBound;
  const all = sessions
    .list()
    .filter((other) => other.id === id || (crossSession && isTheirs(other)))
    .slice(0, maxSessions);
  return all
    .flatMap((one) => sessions.messages(one.id))
    .filter(({ role }) => role === "user")
    .sort((a, b) => a.at - b.at)
    .slice(-maxMessages)
    .map(({ content, at }) => ({ text: content, date: localTime(at).slice(0, 10) }));
}

const maxSessions = 5;
const maxMessages = 40;

/** Which of some statements answer a question, as recall finds them among themselves, best first. */
export function recallSaid(
  statements: readonly SaidSoFar[],
  question: string,
  language: string,
): readonly Hit[] {
  const lines = statements.map(({ text }) => text.replace(/\s+/g, " ").slice(0, maxCharacters));
  if (lines.length === 0) return [];
  const db = indexLines(lines, { banks: [], defaultBank: "", language });
  try {
    const options = { filter: {}, viewer: { allPeople: true }, limit: maxHits, floor } as const;
    const inNoFile = { topic: "", file: "", bank: "" }; // The line tells the order in which they were said.
    return recall(db, question, options).map((hit) => ({ ...hit, ...inNoFile }));
  } finally {
    db.close();
  }
}

const maxHits = 6;
const floor = 0.02;
const maxCharacters = 400;
