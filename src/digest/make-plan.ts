import { capital } from "../language/text/letters.ts";
import type { SaidMessage } from "../models/requests.ts";
import { redactKeys } from "../session/private-data/redact.ts";
import type { Message, Session } from "../session/session.ts";
import { placeOf, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { formatImportance } from "../vault/topic/entry.ts";
import type { Entry } from "../vault/topic/topic.ts";
import { choosePlaces, writerIn } from "./choose-places.ts";
import { type DigestPorts, defaultBankOf } from "./digest-ports.ts";
import type { Extracted } from "./extract.ts";
import { sharedContent } from "./gates/compare.ts";
import { type Judged, passGates, whatWasSaid } from "./gates/gates.ts";
import { isSavedIn, markOf, type Plan, type PlannedWrite } from "./plan.ts";
import { type Candidate, type Decided, reconcile } from "./reconcile.ts";

/** A conversation as it is being digested. */
export interface Work {
  readonly ports: DigestPorts;
  readonly session: Session;
  /** All that the digestion covers. */
  readonly messages: readonly Message[];
  readonly conversation: readonly SaidMessage[];
  /** Whether a text holds a password or the like, or one that was told in the conversation. */
  readonly isSecret: (text: string) => boolean;
  /** Takes private data out, where that is set so; else gives the text back. */
  readonly redact: (text: string) => string;
}

/** Gates, reconciles and places what was extracted: everything that is going to be written, as data. Writes nothing. */
export async function makePlan(work: Work, extracted: Extracted): Promise<Plan> {
  const { ports, session, messages, isSecret, redact } = work;
  const { answer, known } = extracted;
  const context = await gateContext(work, extracted);
  const saved = await savedAtOnce(work);
  const judged = passGates(answer.conclusions, context);
  const decided = reconcile(await lookUp(work, judged, saved, known), session.person);
  const users = messages.filter(({ role }) => role === "user");
  // A summary of a conversation that holds a secret may well repeat it, and so may what was dropped.
  const hasSecret =
    judged.some(({ conclusion }) => conclusion.sensitivity === "secret") ||
    users.some(({ content }) => isSecret(content));
  const open = (text: string, most: number): string =>
    hasSecret || isSecret(text) ? "" : oneLine(redact(text), most);
  const writes = await place(work, decided);
  const textOf = (some: readonly PlannedWrite[], most: number): string =>
    open(some.map(({ text }) => text).join("; "), most);
  // Without words that were removed or stand beside a secret; with the reason, so that it can be said again.
  const toKept = (text: string, reason = ""): Other => {
    const told = hasSecret || reason === forgotten ? "…" : oneLine(redact(text), 240);
    return { status: "kept", text: told, reason: `not saved, ${reason}` };
  };
  const others = [
    ...saved.flatMap((one) => toSaved(session.id, one)),
    ...decided.flatMap((one) =>
      one.type === "left" ? toKept(one.conclusion.text, one.reason) : toKnown(one),
    ),
    ...(answer.leftOut ?? []).map(({ text, reason }) => toKept(text, reason)),
  ];
  const [summary, ...intents] = whatWasSaid([answer.summary, ...answer.intents], context);
  const first = messages[0]?.id ?? 1;
  return {
    version: 3,
    block: {
      // With `#` and a number where it is not the first part of its session.
      session: first === 1 ? session.id : `${session.id}#${messages.at(-1)?.id ?? first}`,
      time: ports.timeAt(ports.now()),
      agent: session.agent,
      person: session.person,
      modes: [...new Set(users.map(({ mode }) => mode))],
      languages: [...new Set(users.map(({ language }) => language))],
    },
    writes: [...Map.groupBy(writes, ({ file }) => file).values()].flatMap((own) =>
      own.map((one) => (one.title ? { ...one, summary: textOf(own, 100) } : one)),
    ),
    others,
    resolved: {
      summary: summary ? open(summary, 240) : textOf(writes, 240),
      topic: topicOf([...writes, ...others, { file: session.topic ?? "" }]),
      sentiment: answer.sentiment,
      intents: intents.slice(0, 5).flatMap((intent) => open(intent, 80) || []),
    },
  };
}

type Other = Plan["others"][number];

/** Slug of the one topic that these are of, or ''. */
function topicOf(all: readonly { readonly file?: string }[]): string {
  const [slug = "", ...others] = new Set(
    all.flatMap(({ file = "" }) => /(?<=\btopics\/)[^/]+(?=\.md$)/.exec(file)?.[0] ?? []),
  );
  return others.length === 0 ? slug : "";
}

async function gateContext({ ports, session, messages }: Work, { conversation, known }: Extracted) {
  const { topic, person } = session;
  const loaded = topic === null ? undefined : await ports.readTopic(toTopicPath(topic));
  const shown = [
    ...ports.sessions.recalled(session.id),
    ...messages.flatMap(({ recalled }) => recalled),
    ...(loaded?.entries ?? []), // It stood in the prompt as a whole.
  ];
  return {
    messages: conversation,
    recalled: shown.map(({ text }) => text),
    olderOf: (label: string) => known.get(label)?.entry.text,
    person,
    banks: ports.settings.banks,
    defaultBank: defaultBankOf(ports.settings, session.agent),
  };
}

/** The memories that were saved while the conversation went on, and their entries, where they still stand. */
async function savedAtOnce({ ports, session, messages }: Work) {
  const events = ports.sessions.events(session.id).flatMap((event) => {
    const isMeant = event.type === "saved" && messages.some(({ id }) => id === event.message);
    return isMeant ? event : [];
  });
  return Promise.all(
    events.map(async (event) => {
      const topic = await ports.readTopic(toTopicPath(event.file));
      return { event, entry: topic?.entries.find(({ text }) => text === event.text) };
    }),
  );
}

type SavedAtOnce = Awaited<ReturnType<typeof savedAtOnce>>[number];

function toSaved(session: string, { event, entry }: SavedAtOnce): Other | [] {
  if (entry === undefined) return [];
  const { text, file } = event;
  const { source } = entry.fields;
  return isSavedIn(session, event, source)
    ? { status: "saved", text, file, isSecret: source !== undefined }
    : { status: "known", text: inLog(entry), file };
}

/** The log never says what is secret. */
const inLog = ({ text, fields }: Pick<Entry, "text" | "fields">): string =>
  fields.sensitivity === "secret" ? "…" : text;

/** From this share of common words on, a conclusion is the memory that was saved of the same message. */
const enoughShared = 0.6;

/**
 * What is to be reconciled, oldest first, with the entries that it may repeat or replace, as they are now; without what
 * was saved at once and still stands. What was forgotten or taken back since gets its reason.
 */
async function lookUp(
  { ports, session, messages }: Work,
  judged: readonly Judged[],
  saved: readonly SavedAtOnce[],
  known: Extracted["known"],
): Promise<readonly Candidate[]> {
  const forgottenAt = await ports.forgotten();
  const near = ports.near(session);
  const candidates: Candidate[] = [];
  const lastId = ({ sources }: Judged): number => sources.at(-1)?.id ?? 0;
  for (const one of judged.toSorted((a, b) => lastId(a) - lastId(b))) {
    const { conclusion, sources, said, language } = one;
    const { text, key, of } = conclusion;
    const again = saved.find(
      ({ event }) =>
        sources.every(({ id }) => id === event.message) &&
        sharedContent(text, event.text, language) >= enoughShared,
    );
    if (again?.entry !== undefined) continue;
    const { at: saidAt = 0 } = messages.findLast(({ id }) => id === lastId(one)) ?? {};
    // Here or on another device, as concluded or in the person's words.
    const words = said.map((sentence) => sentence.replace(/\.$/, ""));
    const marks = [text, ...words, ...words.map(capital)].map((it) => markOf(it, session.person));
    const isForgotten =
      again !== undefined || marks.some((mark) => (forgottenAt(mark) ?? 0) > saidAt);
    candidates.push({
      ...one,
      reason: one.reason ?? (isForgotten ? forgotten : undefined),
      referred: of === null ? undefined : known.get(of),
      near: await near(text),
      withKey: key === "" ? [] : await ports.withKey(session, key),
    });
  }
  return candidates;
}

const forgotten = "forgotten since";

/** The entries to write: in the place of an older one, or each where it belongs. */
async function place(work: Work, decided: readonly Decided[]): Promise<readonly PlannedWrite[]> {
  const { ports, session, redact } = work;
  const unplaced = decided.filter(({ type }) => type === "new" || type === "conflict");
  const memories = unplaced.map(({ conclusion: { text, topic }, sources }) => ({
    text,
    date: sources.at(-1)?.date ?? "",
    topic: redact(topic ?? "") === topic ? topic : "",
  }));
  const places = await choosePlaces(ports, writerIn(session), memories);
  return decided.flatMap((one) => {
    const { type, of } = one;
    if (type === "update" && of !== undefined) {
      const { id, text } = of.entry;
      return { ...toWrite(one, of.file, work), replaces: { id, text } };
    }
    const to = places[unplaced.indexOf(one)];
    return to ? { ...toWrite(one, to.path, work), title: to.title } : [];
  });
}

function toWrite({ conclusion, sources, said }: Judged, file: TopicPath, work: Work): PlannedWrite {
  const { session, messages, isSecret, redact } = work;
  const { settings } = work.ports;
  const source = sources.at(-1);
  const agent = messages.find(({ id }) => id === source?.id)?.agent ?? session.agent;
  const { bank, importance, key, kind, sensitivity } = conclusion;
  const isShared = placeOf(file).scope === "";
  const text = redact(conclusion.text);
  // The log names nothing secret: its own line says where it was learned.
  const isHidden = sensitivity === "secret" || redactKeys(text) !== text;
  // Nothing in it is Markdown, HTML or the end of the quotation.
  const quote = redact(said.filter((sentence) => !isSecret(sentence)).join(" … "))
    .replace(/["“”]/g, "'")
    .replace(/[<>`[\]\\|]/g, " ");
  return {
    text,
    file,
    date: source?.date ?? "",
    fields: {
      bank,
      ...(importance > 0 ? { importance: formatImportance(importance) } : {}),
      ...(key === "" ? {} : { key }),
      ...(agent === settings.agent ? {} : { agent }),
      ...(isShared && session.person !== null ? { person: session.person } : {}),
      ...(isHidden ? { source: session.id, sensitivity: "secret" } : {}),
    },
    tags: kind === "preference" ? ["preference"] : [],
    said: settings.digest.quotes && !isHidden ? oneLine(quote, 240) : "",
  };
}

/** What stands there and stays. */
function toKnown({ type, of }: Decided): Other | [] {
  if (of === undefined) return [];
  if (type === "known") return { status: type, text: inLog(of.entry), file: of.file };
  return type === "conflict" ? { status: "kept", text: inLog(of.entry), reason: "protected" } : [];
}

function oneLine(text: string, most: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const head = line.slice(0, most - 1).toWellFormed();
  return line.length <= most ? line : `${head.trimEnd()}…`;
}
