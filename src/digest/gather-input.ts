import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { statementsIn } from "../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../models/requests.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import {
  type DigestPorts,
  defaultBankOf,
  type KnownLabel,
  type NearMemory,
} from "./digest-ports.ts";
import type { ExtractInput, KnownNear } from "./extract/extract.ts";

/** A conversation, and how often its digestion failed. */
export interface Gathering {
  readonly session: Session;
  readonly conversation: readonly SaidMessage[];
  readonly digestion: { readonly attempts: number };
}

/** Of what the person said last: by it the nearest topics are found. */
const maxTopicCharacters = 4_000;

/**
 * All that a model gets to see for an extraction, without private data where that is set so for a model elsewhere; and
 * what its labels for known lines mean. Throws the reason of the signal.
 */
export async function gatherInput(
  ports: DigestPorts,
  { digestion, session, conversation }: Gathering,
  signal?: AbortSignal,
): Promise<{ readonly input: ExtractInput; readonly labels: readonly KnownLabel[] }> {
  const { model, settings } = ports;
  const isCloud = model?.isCloud === true;
  const isRedacted = settings.privacy.anonymize !== "off" && isCloud;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const found = await findKnown(ports, { session, conversation, isCloud }, signal);
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model === undefined ? [] : await ports.topics(session, near);
  const input: ExtractInput = {
    messages: conversation.map((message) => ({ ...message, content: outgoing(message.content) })),
    known: found.map(({ memory: { entry }, text, messages, meant }, i) => ({
      line: {
        label: labelOf(i),
        text: outgoing(text),
        date: entry.date ?? "",
        key: entry.fields.key ?? "",
        ...(meant.length === 0 ? {} : { meant: [...new Set(meant)] }),
      },
      messages,
    })),
    topics: topics.map(({ topic, title, summary }) => ({
      topic: outgoing(topic),
      title: outgoing(title),
      summary: outgoing(summary),
    })),
    ...(session.person === null ? {} : { speaker: speakerName(session.person) }),
    banks: settings.banks,
    bankDescriptions: settings.bankDescriptions ?? {},
    defaultBank: defaultBankOf(settings, session),
    contextTokens: settings.contextTokens,
    failures: digestion.attempts,
  };
  const labels = found.map(({ memory: { entry, file } }, i) => ({
    label: labelOf(i),
    file,
    id: entry.id,
  }));
  return { input, labels };
}

const labelOf = (i: number): string => `m${i + 1}`;

interface Found extends Pick<KnownNear, "messages"> {
  readonly memory: NearMemory;
  readonly text: string;
  readonly meant: readonly string[];
}

/** Memories near to what the person stated last, each once, the nearest first, with the messages that they are near to. */
export async function findKnown(
  ports: Pick<DigestPorts, "near" | "outgoing">,
  {
    session,
    conversation,
    isCloud,
  }: Pick<Gathering, "session" | "conversation"> & { readonly isCloud: boolean },
  signal?: AbortSignal,
): Promise<readonly Found[]> {
  const found = new Map<string, Found>();
  const nearTo = ports.near(session);
  for (const { id, content } of lastStatements(conversation)) {
    await yieldToEventLoop(); // A search never waits for anything: a signal would not be heard.
    signal?.throwIfAborted();
    const near = (await nearTo(content)).flatMap((memory) => {
      // A model elsewhere is shown no secret ones.
      const text = isCloud ? ports.outgoing(session, memory) : memory.entry.text;
      return text === undefined ? [] : [{ memory, text }];
    });
    for (const { memory, text } of near.slice(0, maxNear)) {
      const key = `${memory.file}#${memory.entry.id}`;
      const { messages = [], meant = [] } = found.get(key) ?? {};
      found.set(key, {
        ...(found.get(key) ?? { memory, text }),
        messages: [...messages, id],
        meant: [...meant, ...(memory.meant ?? [])],
      });
    }
  }
  return [...found.values()].toSorted((a, b) => b.memory.score - a.memory.score);
}

/** The last messages of the person that say something, in order, each as far as a question may go. */
function lastStatements(messages: readonly SaidMessage[]): Pick<SaidMessage, "id" | "content">[] {
  const stated = messages
    .filter(({ role }) => role === "user")
    .map(({ id, content }) => ({ id, content: content.slice(0, maxCharacters) }))
    .slice(-maxRead)
    .filter(({ content }) => states(content));
  return stated.slice(-maxSearches);
}

/** "Yes, thanks" is near to nothing; scripts without spaces have no words to count. */
const states = (text: string): boolean =>
  text.trim().split(/\s+/).length >= (/[^\0-\u024f]/u.test(text) ? 1 : 3) &&
  statementsIn(text).length > 0;

const maxCharacters = 2_000;
/** Each is a search of the whole vault. */
const maxSearches = 200;
const maxRead = 2 * maxSearches;
/** Near to one message. */
const maxNear = 5;
