import { readTranscript, type Transcript } from "../digest/transcript/read-transcript.ts";
import { findPrivateData } from "../session/private-data/find-private-data.ts";
import type { Parts } from "./parts.ts";
import { checkedPerson } from "./see.ts";
import type { DigestEvent, Talk } from "./talk.ts";

export interface DigestTranscriptOptions {
  /** Whose conversation it is. */
  readonly person?: string;
  /** The person's name in a text with speakers. */
  readonly me?: string;
}

/**
 * Puts a transcript's conversations into the queue like those that were held here, and digests them one by one; what
 * fails waits on disk. Throws LociError BAD_INPUT for what is no transcript.
 */
export async function* digestTranscript(
  parts: Parts,
  talk: Talk,
  { text, person, me }: DigestTranscriptOptions & { readonly text: string },
  signal?: AbortSignal,
): AsyncGenerator<DigestEvent> {
  const whose = checkedPerson(person ?? parts.settings.person);
  for (const transcript of readTranscript(text, me)) {
    if (signal?.aborted === true) return;
    const session = keepTranscript(parts, talk, transcript, whose);
    yield await talk.digest(session, signal);
  }
}

function keepTranscript(
  { settings }: Parts,
  { db }: Talk,
  { messages }: Transcript,
  person: string | null,
): string {
  const { agent, languages } = settings;
  const [language = "en"] = languages;
  const { id } = db.sessions.start({ person, agent, mode: "text", language });
  for (const { role, content, at } of messages) {
    db.sessions.addMessage(id, {
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
    });
  }
  return id;
}
