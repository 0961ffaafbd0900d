import { isAgreement } from "../../language/talk/spoken-cues.ts";
import { findPrivateData } from "../../session/private-data/find-private-data.ts";
import type { NewMessage, Sessions } from "../../session/session.ts";
import type { TranscriptMessage } from "./read-spoken.ts";
import { readTranscript, type Transcript } from "./read-transcript.ts";

/** What digesting a transcript needs of an open vault. */
export interface TranscriptPorts<Event> {
  readonly sessions: Pick<Sessions, "start" | "addMessages">;
  readonly settings: { readonly agent: string; readonly languages: readonly string[] };
  /** Digests a session now; aborted, it waits on disk. */
  readonly digest: (session: string, signal?: AbortSignal) => Promise<Event>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

export interface GivenTranscript {
  readonly text: string;
  /** Whose conversation it is. */
  readonly person: string | null;
  /** The person's name in a text with speakers. */
  readonly me?: string | undefined;
}

/**
 * Puts a transcript's conversations into the queue like those that were held here, and digests them one by one, a long
 * one in parts; what fails waits on disk. Throws LociError BAD_INPUT for what is not a transcript.
 */
export async function* digestTranscript<Event>(
  ports: TranscriptPorts<Event>,
  { text, person, me }: GivenTranscript,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const transcripts = readTranscript(text, {
    now: ports.now(),
    ...(me === undefined ? {} : { me }),
  });
  const stretches = transcripts.flatMap(inStretches);
  for (const [i, messages] of stretches.entries()) {
    if (signal?.aborted === true) {
      ports.report(
        `Only ${i} of ${stretches.length} parts of the transcript were taken in: digest it again for the rest`,
      );
      return;
    }
    const session = keepMessages(ports, messages, person);
    yield await ports.digest(session, signal);
  }
}

/** Messages that are digested at once: as many as leave others their turn, and the memory of a small board. */
const maxMessages = 500;

/** A transcript in stretches of whole turns. */
function inStretches({ messages }: Transcript): (readonly TranscriptMessage[])[] {
  const stretches: (readonly TranscriptMessage[])[] = [];
  let from = 0;
  while (messages.length - from > maxMessages) {
    const to = turnBefore(messages, from + maxMessages);
    stretches.push(messages.slice(from, to));
    from = to;
  }
  return [...stretches, messages.slice(from)].filter((stretch) =>
    stretch.some(({ role }) => role === "user"),
  );
}

/** Where the last turn before a place begins; a "yes" belongs to what was asked before it. */
function turnBefore(messages: readonly TranscriptMessage[], place: number): number {
  for (let i = place; i > place - maxMessages / 2; i--) {
    const message = messages[i];
    const isFirst = message?.role === "user" && messages[i - 1]?.role === "assistant";
    if (isFirst && !isAgreement(message.content)) return i;
  }
  return place;
}

function keepMessages(
  { settings, sessions }: Omit<TranscriptPorts<unknown>, "digest">,
  messages: readonly TranscriptMessage[],
  person: string | null,
): string {
  const { agent, languages } = settings;
  const [language = "en"] = languages;
  const { id } = sessions.start({ person, agent, mode: "text", language, keeps: false });
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
  sessions.addMessages(id, kept);
  return id;
}
