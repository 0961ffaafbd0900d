import { type Writer, writerIn } from "../digest/choose-places.ts";
import { defaultBankOf } from "../digest/digest-ports.ts";
import { inOwnWords } from "../digest/gates/gates.ts";
import { isSaidSo } from "../digest/gates/prove.ts";
import { LociError } from "../errors.ts";
import { askedMemoryIn } from "../language/read/asked-memory.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { redact, secretIn } from "../session/private-data/redact.ts";
import type { MemoryToSave, Message, Session } from "../session/session.ts";
import { scopeOf } from "../vault/paths.ts";
import { changeVaultFile, inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { findKnown } from "./find-same.ts";
import { type Remembered, save } from "./remember.ts";

/** What became of it; `proposed`: the person did not say so, and is to be asked. */
export type ConversationRemembered =
  | Remembered
  | { readonly status: "proposed"; readonly text: string };

/** What saving in a conversation needs besides the vault. */
export interface ConversationPorts {
  readonly sessions: Pick<Sessions, "messages">;
  /** A model asked for it, not the rules, which use nothing but the message. */
  readonly isModels: boolean;
}

/**
 * Saves a memory that came up in a conversation: in the topic that was named or clearly fits, of whichever scope
 * the person sees; else in the person's own scope, or the vault's where no person is named. What a model on a server
 * wishes to save must be what the person said, or said yes to, because a recalled note may say otherwise:
 * anything else is only proposed.
 */
export async function rememberInConversation(
  vault: MemoryContext,
  { sessions, isModels }: ConversationPorts,
  session: Session,
  memory: MemoryToSave,
): Promise<ConversationRemembered> {
  const context = inStep(vault);
  const { bank, preference, remind } = memory;
  const messages = sessions.messages(session.id);
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const own = inOwnWords(memory.text, said);
  const text = context.settings.privacy.anonymize === "all" ? redact(own) : own;
  const known = await findKnown(context, session, text, context.time().slice(0, 10));
  if (known !== undefined && remind === undefined) return known;
  const isProven = !isModels || preference === true;
  if (!isProven && !isSaidSo(own, askedIn(messages, memory, context.time()), session.person)) {
    return { status: "proposed", text: own };
  }
  const { writer, topic, owner } = placeOfMemory(session, memory);
  const [saved] = await save(
    context,
    [
      {
        text,
        writer,
        topic,
        bank: bankFor(context, session, bank),
        ...(preference === true || memory.behaviour === true ? { tags: ["preference"] } : {}),
        fields: {
          ...owner,
          ...(remind === undefined ? {} : { remind }),
          // The log names none that is secret: its own line says where it was learned.
          ...(secretIn(said)(own) ? { source: session.id, sensitivity: "secret" } : {}),
        },
      },
    ],
    changeVaultFile(context),
  );
  if (saved === undefined) throw new LociError("BAD_INPUT", "Cannot remember nothing");
  context.committer.commitSoon();
  return saved;
}

/** The writer, the topic, and the person that the line names. */
function placeOfMemory(session: Session, { topic, behaviour }: MemoryToSave) {
  const writer = writerIn(session);
  if (behaviour !== true) return { writer, topic, owner: {} };
  const own: Writer = {
    ...writer,
    scopes: [scopeOf("agents", session.agent)],
    loaded: null,
  };
  const { person } = session;
  return { writer: own, topic: "behaviour", owner: person === null ? {} : { person } };
}

/** The bank that was named, else the agent's own, where it has one. */
function bankFor({ settings }: MemoryContext, session: Session, named: string | undefined) {
  const own = defaultBankOf(settings, session.agent);
  return named ?? (own === settings.defaultBank ? undefined : own);
}

/** The messages, and what each asks to be reminded of as a message of its own; how to answer needs no "remember". */
const askedIn = (messages: readonly Message[], { behaviour }: MemoryToSave, now: string) =>
  heardClearly(messages).flatMap((message) => {
    if (behaviour === true) return { ...message, isAsked: true as const };
    const asked = askedMemoryIn(message.content, now.slice(0, 10));
    if (asked === undefined) return message;
    return [message, { ...message, content: asked.text, isAsked: true as const }];
  });
