import type { Sessions } from "../../session/open-session-db.ts";
import { findPrivateData } from "../../session/private-data/find-private-data.ts";
import { readTranscript, type TranscriptMessage } from "./read-transcript.ts";

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

interface GivenTranscript {
  readonly text: string;
  /** Whose conversation it is. */
  readonly person: string | null;
  /** The person's name in a text with speakers. */
  readonly me?: string | undefined;
}

/** Messages that are digested at once: as many as leave others their turn, and the memory of a small board. */
const maxMessages = 100;

/**
 * Keeps a transcript's conversations like those that were held here, a long one in parts, and digests them one by one;
 * what fails waits on disk. Throws LociError BAD_INPUT for what is not a transcript.
 */
export async function* digestTranscript<Event>(
  ports: TranscriptPorts<Event>,
  { text, person, me }: GivenTranscript,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const parts = readTranscript(text, { now: ports.now(), me }).flatMap((messages) =>
    Array.from({ length: Math.ceil(messages.length / maxMessages) }, (_, i) =>
      messages.slice(i * maxMessages, (i + 1) * maxMessages),
    ),
  );
  for (const [i, part] of parts.entries()) {
    if (signal?.aborted === true) {
      const taken = `Only ${i} of ${parts.length} parts of the transcript were taken in`;
      return ports.report(`${taken}: digest it again for the rest`);
    }
    yield await ports.digest(keep(ports, part, person), signal);
  }
}

function keep(
  { sessions, settings }: Pick<TranscriptPorts<unknown>, "sessions" | "settings">,
  messages: readonly TranscriptMessage[],
  person: string | null,
): string {
  const { agent, languages } = settings;
  const [language = "en"] = languages;
  const { id } = sessions.start({ person, agent, mode: "text", language });
  const said = { agent, mode: "text", language, detected: null, switched: false } as const;
  const kept = messages.map(({ role, content, at }) => ({
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
}
