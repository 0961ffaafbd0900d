import { LociError, messageOf } from "../errors.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { redact } from "../session/private-data/redact.ts";

/** One message of a conversation that was held elsewhere. */
interface TranscriptMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since the epoch, where the file states it. */
  readonly at?: number | undefined;
}

/** What digesting a transcript needs of an open vault; `digest` digests a session now: aborted, it waits on disk. */
interface TranscriptPorts<Event> {
  readonly sessions: Pick<Sessions, "start" | "addMessages">;
  readonly settings: { readonly agent: string; readonly languages: readonly string[] };
  readonly digest: (session: string, signal?: AbortSignal) => Promise<Event>;
}

/**
 * Keeps a transcript's conversations like those that were held here, then digests them one by one: what fails or is
 * stopped waits on disk. `me`: the person's name in a text with speakers. Throws LociError BAD_INPUT where it is none.
 */
export async function* digestTranscript<Event>(
  { sessions, settings, digest }: TranscriptPorts<Event>,
  { text, person, me }: { text: string; person: string | null; me?: string | undefined },
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const { agent, languages } = settings;
  const held = { agent, mode: "text", language: languages[0] ?? "en" } as const;
  const nothing = { detected: null, switched: false, recalled: [], latency: {}, degradations: [] };
  const ids = readTranscript(text, me).map((messages) => {
    const { id } = sessions.start({ ...held, person });
    const said = messages.map(({ role, content, at }) => {
      const hasPrivateData = redact(content) !== content;
      const when = at === undefined ? {} : { saidAt: at };
      return { ...held, ...nothing, role, content, hasPrivateData, ...when };
    });
    sessions.addMessages(id, said);
    return id;
  });
  for (const id of ids) yield await digest(id, signal);
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
  if (found.length === 0) throw refused("nobody says anything in it");
  return found.map((messages) => {
    let at: number | undefined; // A message without a time was said when the one before it was.
    return messages.map((one) => {
      at = one.at ?? at;
      return { ...one, at };
    });
  });
}

const refused = (why: string, data: Readonly<Record<string, unknown>> = {}): LociError =>
  new LociError("BAD_INPUT", `Cannot digest the transcript: ${why}`, { data });

/** One white space and not a run of it: two patterns would share the run in as many ways as it is long. */
const speaker = /^\s*(?:\*\*)?([\p{L}][\p{L}\p{M}\p{N} ._-]{0,29}?)(?:\*\*)?\s*:(?:\*\*)?\s(.*)$/su;
const selves = new Set("me you user human yo tú jo tu ich du moi toi eu você io".split(" "));
const assistants = new Set("assistant ai bot loci chatgpt claude gpt gemini asistente".split(" "));

/** Text with speakers (`Ana: …`), else all the person's. Throws LociError BAD_INPUT where nobody is called `me`. */
function readSpoken(text: string, me?: string): TranscriptMessage[] {
  const lines = text.split(/\r?\n/).map((line) => {
    const [, name, words = line] = speaker.exec(line) ?? [];
    return { line: line.trim(), name, words: words.trim() };
  });
  const person = personAmong([...new Set(lines.flatMap(({ name }) => name ?? []))], me);
  const messages: { role: "user" | "assistant"; content: string }[] = [];
  for (const { line, name, words } of lines) {
    const last = messages.at(-1);
    const isTheirs = person === undefined || (name?.toLowerCase() ?? person) === person;
    if (person !== undefined && name === undefined && last) last.content += line && `\n${line}`;
    else messages.push({ role: isTheirs ? "user" : "assistant", content: person ? words : line });
  }
  return messages.filter(({ content }) => content !== "");
}

/** Whose words count: who was named, who says "me", else the first of several who is not an assistant. */
function personAmong(names: readonly string[], me: string | undefined): string | undefined {
  const known = [...new Set(names.map((name) => name.toLowerCase()))];
  if (me === undefined) {
    const first = known.length > 1 ? known.find((name) => !assistants.has(name)) : undefined;
    return known.find((name) => selves.has(name)) ?? first;
  }
  if (known.includes(me.toLowerCase())) return me.toLowerCase();
  const called = names.slice(0, 10).join(", ");
  const advice = called === "" ? "no line begins with a name" : `there are ${called}`;
  throw refused(`nobody in it is called "${me}"; ${advice}`, { me });
}

function readJson(text: string): TranscriptMessage[][] {
  let list: readonly unknown[];
  try {
    list = [JSON.parse(text)].flat();
  } catch {
    return [toMessages(text.split("\n").map(readLine))]; // JSON lines, which say better where they are wrong.
  }
  const conversations = list.filter(isFields).flatMap((one) => {
    if (isFields(one.mapping)) return [branchOf(one.mapping, one.current_node)];
    return Array.isArray(one.chat_messages) ? [one.chat_messages] : [];
  });
  return (conversations.length > 0 ? conversations : [list]).map(toMessages);
}

function readLine(line: string, i: number): unknown {
  if (line.trim() === "") return undefined;
  try {
    return JSON.parse(line);
  } catch (error) {
    throw refused(`line ${i + 1} is not JSON (${messageOf(error)})`, { line: i + 1 });
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** ChatGPT keeps a tree of versions: what stands is the way from the current node up to the root. */
function branchOf(mapping: Fields, current: unknown): unknown[] {
  const nodes = new Map<unknown, unknown>(Object.entries(mapping));
  const branch: unknown[] = [];
  let id = current ?? [...nodes.keys()].at(-1);
  for (let node = nodes.get(id); isFields(node); node = nodes.get(id)) {
    branch.push(node.message);
    nodes.delete(id); // A way that runs in a circle ends.
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
const wordsOf = (content: unknown): string =>
  [isFields(content) ? content.parts : content]
    .flat()
    .map((part) => (isFields(part) ? part.text : part))
    .filter((part) => typeof part === "string" && part !== "")
    .join("\n");
