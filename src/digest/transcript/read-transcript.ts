import { LociError, messageOf } from "../../errors.ts";
import type { Sessions } from "../../session/open-session-db.ts";
import { findPrivateData } from "../../session/private-data/find-private-data.ts";

/** One message of a conversation that was held elsewhere. */
interface TranscriptMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since the epoch, where the file states it. */
  readonly at?: number | undefined;
}

/** What digesting a transcript needs of an open vault. */
interface TranscriptPorts<Event> {
  readonly sessions: Pick<Sessions, "start" | "addMessages">;
  readonly settings: { readonly agent: string; readonly languages: readonly string[] };
  /** Digests a session now; aborted, it waits on disk. */
  readonly digest: (session: string, signal?: AbortSignal) => Promise<Event>;
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
  { sessions, settings, digest, report }: TranscriptPorts<Event>,
  { text, person, me }: GivenTranscript,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const { agent, languages } = settings;
  const language = languages[0] ?? "en";
  const said = { agent, mode: "text", language, detected: null, switched: false } as const;
  const parts = readTranscript(text, me).flatMap((messages) =>
    Array.from({ length: Math.ceil(messages.length / maxMessages) }, (_, i) =>
      messages.slice(i * maxMessages, (i + 1) * maxMessages),
    ),
  );
  for (const [i, part] of parts.entries()) {
    if (signal?.aborted === true) {
      const taken = `Only ${i} of ${parts.length} parts of the transcript were taken in`;
      return report(`${taken}: digest it again for the rest`);
    }
    const { id } = sessions.start({ person, agent, mode: "text", language });
    const messages = part.map(({ role, content, at }) => ({
      ...said,
      role,
      content,
      recalled: [],
      latency: {},
      degradations: [],
      hasPrivateData: findPrivateData(content).length > 0,
      ...(at === undefined ? {} : { saidAt: at }),
    }));
    sessions.addMessages(id, messages);
    yield await digest(id, signal);
  }
}

/**
 * Reads a ChatGPT or Claude export (`conversations.json`), a list of `{role, content}` as JSON or JSON lines (the
 * events of `loci chat --json` are such), or plain text with or without speakers (`me`: the person's name in it), as
 * conversations. Throws LociError BAD_INPUT, with the line, for what is none of these.
 */
export function readTranscript(text: string, me?: string): TranscriptMessage[][] {
  const plain = text.replace(/^\ufeff/, "");
  const read = /^\s*[[{]/.test(plain) ? readJson(plain) : [readSpoken(plain, me)];
  const found = read.filter((messages) => messages.some(({ role }) => role === "user"));
  if (found.length === 0) {
    throw new LociError("BAD_INPUT", "Cannot digest the transcript: nobody says anything in it");
  }
  return found.map((messages) => {
    let last: number | undefined; // A message without a time was said when the one before it was.
    return messages.map((one) => {
      last = one.at ?? last;
      return { ...one, at: last };
    });
  });
}

/** One white space and not a run of it: two patterns would share the run in as many ways as it is long. */
const speaker = /^\s*(?:\*\*)?([\p{L}][\p{L}\p{M}\p{N} ._-]{0,29}?)(?:\*\*)?\s*:(?:\*\*)?\s(.*)$/su;
const selves = new Set("me you user human yo tú jo tu ich du moi toi eu você io".split(" "));
const assistants = new Set("assistant ai bot loci chatgpt claude gpt gemini asistente".split(" "));

/** Text with speakers (`Ana: …`); or without, and then all the person's. Throws LociError BAD_INPUT where nobody is called `me`. */
function readSpoken(text: string, me: string | undefined): TranscriptMessage[] {
  const lines = text.split(/\r?\n/).map((line) => {
    const [, name, words = ""] = speaker.exec(line) ?? [];
    return { line: line.trim(), name, words };
  });
  const names = new Set(lines.flatMap(({ name }) => name ?? []));
  const person = personAmong([...names], me);
  const messages: { role: "user" | "assistant"; content: string }[] = [];
  for (const { line, name, words } of lines) {
    const last = messages.at(-1);
    if (person === undefined) messages.push({ role: "user", content: line });
    else if (name !== undefined)
      messages.push({
        role: name.toLowerCase() === person ? "user" : "assistant",
        content: words.trim(),
      });
    else if (last === undefined) messages.push({ role: "user", content: line });
    else last.content += line === "" ? "" : `\n${line}`;
  }
  return messages.filter(({ content }) => content !== "");
}

/** Whose words count: who was named, who says "me", else the first who is not an assistant. None in a text without speakers. */
function personAmong(names: readonly string[], me: string | undefined): string | undefined {
  const known = [...new Set(names.map((name) => name.toLowerCase()))];
  if (me === undefined) {
    const first = known.length > 1 ? known.find((name) => !assistants.has(name)) : undefined;
    return known.find((name) => selves.has(name)) ?? first;
  }
  if (known.includes(me.toLowerCase())) return me.toLowerCase();
  const called = names.slice(0, 10).join(", ");
  const advice = called === "" ? "no line begins with a name" : `there are ${called}`;
  const message = `Cannot digest the transcript: nobody in it is called "${me}"; ${advice}`;
  throw new LociError("BAD_INPUT", message, { data: { me } });
}

function readJson(text: string): TranscriptMessage[][] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return [toMessages(text.split("\n").map(readLine))]; // JSON lines, which say better where they are wrong.
  }
  const list = Array.isArray(whole) ? whole : [whole];
  const conversations = list.filter(isFields).flatMap((one) => {
    if (isFields(one.mapping)) return [toMessages(branchOf(one.mapping, one.current_node))];
    return Array.isArray(one.chat_messages) ? [toMessages(one.chat_messages)] : [];
  });
  return conversations.length > 0 ? conversations : [toMessages(list)];
}

function readLine(line: string, i: number): unknown {
  if (line.trim() === "") return undefined;
  try {
    return JSON.parse(line);
  } catch (cause) {
    const message = `Cannot digest the transcript: line ${i + 1} is not JSON (${messageOf(cause)})`;
    throw new LociError("BAD_INPUT", message, { cause, data: { line: i + 1 } });
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** ChatGPT keeps a tree of versions: what stands is the way from the current node up to the root. */
function branchOf(mapping: Fields, current: unknown): unknown[] {
  const branch: unknown[] = [];
  const seen = new Set<unknown>();
  let id: unknown = current ?? Object.keys(mapping).at(-1);
  while (typeof id === "string" && !seen.has(id)) {
    seen.add(id);
    const node: unknown = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    if (!isFields(node)) break;
    branch.push(node.message);
    id = node.parent;
  }
  return branch.reverse();
}

const toMessages = (list: readonly unknown[]): TranscriptMessage[] =>
  list.filter(isFields).flatMap((value) => {
    const author = isFields(value.author) ? value.author.role : undefined;
    const said = value.role ?? value.sender ?? author;
    const role = said === "human" ? "user" : said;
    const content = wordsOf(value.content ?? value.text).trim();
    if ((role !== "user" && role !== "assistant") || content === "") return [];
    return [{ role, content, at: timeOf(value.at ?? value.create_time ?? value.created_at) }];
  });

/** Seconds or milliseconds since 1970, or ISO 8601. */
function timeOf(at: unknown): number | undefined {
  if (typeof at === "number") return Math.round(at < 1e11 ? at * 1_000 : at);
  const ms = typeof at === "string" ? Date.parse(at) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Text, or parts of text; pictures and files have no words. */
function wordsOf(content: unknown): string {
  const parts = isFields(content) ? content.parts : content;
  return [parts]
    .flat()
    .flatMap((part) => (isFields(part) ? part.text : part))
    .filter((part) => typeof part === "string" && part !== "")
    .join("\n");
}
