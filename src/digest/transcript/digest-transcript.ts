import { findPrivateData } from "../../session/private-data/find-private-data.ts";
import type { Sessions } from "../../session/session.ts";
import { readTranscript } from "./read-transcript.ts";

/** What digesting a transcript needs of an open vault. */
export interface TranscriptPorts<Event> {
  readonly sessions: Pick<Sessions, "start" | "addMessages">;
  readonly settings: { readonly agent: string; readonly languages: readonly string[] };
  /** Digests a session now; aborted, it waits on disk. */
  readonly digest: (session: string, signal?: AbortSignal) => Promise<Event>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface GivenTranscript {
  readonly text: string;
  /** Whose conversation it is. */
  readonly person: string | null;
  /** The person's name in a text with speakers. */
  readonly me?: string | undefined;
}

/** Messages that are digested at once: as many as leave others their turn, and the memory of a small board. */
const maxMessages = 500;

/**
 * Keeps a transcript's conversations like those that were held here, a long one in parts, and digests them one by one; what
 * fails, or is called off, waits on disk. Throws LociError BAD_INPUT for what is not a transcript.
 */
export async function* digestTranscript<Event>(
  { sessions, settings, digest, now }: TranscriptPorts<Event>,
  { text, person, me }: GivenTranscript,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const { agent, languages } = settings;
  const [language = "en"] = languages;
  const said = { agent, mode: "text", language, detected: null, switched: false } as const;
  const begun = readTranscript(text, { now: now(), me }).flatMap((messages) =>
    Array.from({ length: Math.ceil(messages.length / maxMessages) }, (_, part) => {
      const { id } = sessions.start({ person, agent, mode: "text", language, keeps: false });
      const own = messages.slice(part * maxMessages, (part + 1) * maxMessages);
      const kept = own.map(({ role, content, at }) => ({
        ...said,
        role,
        content,
        recalled: [],
        latency: {},
        degradations: [],
        hasPrivateData: findPrivateData(content).length > 0,
        ...(at === undefined ? {} : { saidAt: at }),
      }));
      sessions.addMessages(id, kept);
      return id;
    }),
  );
  for (const session of begun) {
    yield await digest(session, signal);
    if (signal?.aborted === true) return;
  }
}
