import type { TranscriptMessage } from "../digest/transcript/read-spoken.ts";
import { readTranscript, type Transcript } from "../digest/transcript/read-transcript.ts";
import { isAgreement } from "../language/talk/spoken-cues.ts";
import { findPrivateData } from "../session/private-data/find-private-data.ts";
import type { NewMessage } from "../session/session.ts";
import { checkedPerson } from "./known-person.ts";
import type { Parts } from "./parts.ts";
import type { DigestEvent, Talk } from "./talk.ts";

export interface DigestTranscriptOptions {
  /** Whose conversation it is. */
  readonly person?: string;
  /** The person's name in a text with speakers. */
  readonly me?: string;
}

/**
 * Puts a transcript's conversations into the queue like those that were held here, and digests them one by one, a long
 * one in parts; what fails waits on disk. Throws LociError BAD_INPUT for what is no transcript.
 */
export async function* digestTranscript(
  parts: Parts,
  talk: Talk,
  { text, person, me }: DigestTranscriptOptions & { readonly text: string },
  signal?: AbortSignal,
): AsyncGenerator<DigestEvent> {
  const whose = checkedPerson(parts, person ?? parts.settings.person);
  const transcripts = readTranscript(text, {
    now: parts.now(),
    ...(me === undefined ? {} : { me }),
  });
  const stretches = transcripts.flatMap(inStretches);
  for (const [i, messages] of stretches.entries()) {
    if (signal?.aborted === true) {
      parts.report(
        `Only ${i} of ${stretches.length} parts of the transcript were taken in: digest it again for the rest`,
      );
      return;
    }
    const session = keepMessages(parts, talk, messages, whose);
    yield await talk.digest(session, signal);
  }
}

/** Messages that are digested at once: as many as leave others their turn, and the memory of a small board. */
const mostMessages = 500;

/** A transcript in stretches of whole turns. */
function inStretches({ messages }: Transcript): (readonly TranscriptMessage[])[] {
  const stretches: (readonly TranscriptMessage[])[] = [];
  let from = 0;
  while (messages.length - from > mostMessages) {
    const to = turnBefore(messages, from + mostMessages);
    stretches.push(messages.slice(from, to));
    from = to;
  }
  return [...stretches, messages.slice(from)].filter((stretch) =>
    stretch.some(({ role }) => role === "user"),
  );
}

/** Where the last turn before a place begins; a "yes" belongs to what was asked before it. */
function turnBefore(messages: readonly TranscriptMessage[], place: number): number {
  for (let i = place; i > place - mostMessages / 2; i--) {
    const message = messages[i];
    const isFirst = message?.role === "user" && messages[i - 1]?.role === "assistant";
    if (isFirst && !isAgreement(message.content)) return i;
  }
  return place;
}

function keepMessages(
  { settings }: Parts,
  { db }: Talk,
  messages: readonly TranscriptMessage[],
  person: string | null,
): string {
  const { agent, languages } = settings;
  const [language = "en"] = languages;
  const { id } = db.sessions.start({ person, agent, mode: "text", language, keeps: false });
  const kept = messages.map(
    ({ role, content, at }): NewMessage => ({
      role,
      agent,
      content,
      mode: "text",
      language,
      detected: null,
      switched: false,
      recalled: [],
      latency: {},
      degradations: [],
      hasPrivateData: findPrivateData(content).length > 0,
      ...(at === undefined ? {} : { saidAt: at }),
    }),
  );
  db.sessions.addMessages(id, kept);
  return id;
}
