import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { statementsIn } from "../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../models/requests.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session } from "../session/session.ts";
import { speakerName } from "../session/speaker-name.ts";
import { type DigestPorts, defaultBankOf, type NearMemory } from "./digest-ports.ts";
import type { ExtractInput } from "./extract/extract.ts";

/** A conversation, and how often its digestion failed. */
export interface Gathering {
  readonly session: Session;
  readonly conversation: readonly SaidMessage[];
  readonly digestion: { readonly attempts: number };
}

/** Of what the person said last: by it the nearest topics are found. */
const maxTopicCharacters = 4_000;

/** What the labels of known lines mean, by which an answer refers to them. */
export type MemoriesByLabel = ReadonlyMap<string, NearMemory>;

/**
 * All that a model gets to see for an extraction, without private data where that is set so for a model elsewhere; and
 * the known lines in it. Throws the reason of the signal.
 */
export async function gatherInput(
  ports: DigestPorts,
  { digestion, session, conversation }: Gathering,
  signal?: AbortSignal,
): Promise<{ readonly input: ExtractInput; readonly known: MemoriesByLabel }> {
  const { model, settings } = ports;
  const isCloud = model?.isCloud === true;
  const isRedacted = settings.privacy.anonymize !== "off" && isCloud;
  const outgoing = (text: string): string => (isRedacted ? redact(text) : text);
  const known = await findKnown(ports, { session, conversation, isCloud }, signal);
  const said = conversation.flatMap(({ role, content }) => (role === "user" ? content : []));
  const near = said.join("\n").slice(-maxTopicCharacters);
  const topics = model === undefined ? [] : await ports.topics(session, near);
  const input: ExtractInput = {
    messages: conversation.map((message) => ({ ...message, content: outgoing(message.content) })),
    known: known.map(({ memory: { entry }, text, messages, meant }, i) => ({
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
    contextTokens: settings.model.contextTokens,
    failures: digestion.attempts,
  };
  return { input, known: new Map(known.map(({ memory }, i) => [labelOf(i), memory])) };
}

const labelOf = (i: number): string => `m${i + 1}`;

interface Found {
  readonly memory: NearMemory;
  readonly text: string;
  readonly messages: number[];
  readonly meant: string[];
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
  const stated = conversation
    .filter(
      ({ role, content }) => role === "user" && statementsIn(content.slice(0, maxRead)).length > 0,
    )
    .slice(-maxSearches);
  for (const { id, content } of stated) {
    await yieldToEventLoop(); // A search never waits for anything: a signal would not be heard.
    signal?.throwIfAborted();
    let shown = 0;
    for (const memory of await nearTo(content.slice(0, maxRead))) {
      // A model elsewhere is shown no secret ones.
      const text = isCloud ? ports.outgoing(session, memory) : memory.entry.text;
      if (text === undefined || ++shown > maxNear) continue;
      const key = `${memory.file}#${memory.entry.id}`;
      const one = found.get(key) ?? { memory, text, messages: [], meant: [] };
      one.messages.push(id);
      one.meant.push(...(memory.meant ?? []));
      found.set(key, one);
    }
  }
  return [...found.values()].toSorted((a, b) => b.memory.score - a.memory.score);
}

/** Characters of a message, as far as a question may go. */
const maxRead = 2_000;
/** Each is a search of the whole vault. */
const maxSearches = 200;
/** Near to one message. */
const maxNear = 5;
