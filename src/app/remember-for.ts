import type { NewMemory, ProposedMemory, SavedMemory } from "../agent/turn-ports.ts";
import { inOwnWords } from "../digest/gates/own-words.ts";
import { isSaidSo } from "../digest/gates/said-so.ts";
import { LociError } from "../errors.ts";
import type { Model } from "../models/respond.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import { holdsSecret } from "../session/private-data/find-private-data.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session, Sessions } from "../session/session.ts";
import type { UndoJournal } from "../session/undo-journal.ts";
import { placeOf, type Scope, toScope, toTopicPath } from "../vault/paths.ts";
import { changeUndoably } from "./change-vault-file.ts";
import { findKnown } from "./find-same.ts";
import type { Parts } from "./parts.ts";
import { save } from "./save.ts";
import { assignedTopics, findTopicFor } from "./see.ts";
import { stemsBy } from "./stems.ts";

/** What saving in a conversation needs besides the vault. */
export interface RememberPorts {
  readonly sessions: Pick<Sessions, "messages">;
  readonly undo: UndoJournal;
  /** Whose wish it is. */
  readonly model: Pick<Model, "kind">;
}

/**
 * Saves a memory that came up in a conversation: in the topic that was named or clearly fits, of whichever scope
 * the person sees; else in the person's own scope, or the vault's where nobody is named. What a model on a server
 * wishes to save must be what the person said, or said yes to, for a note that was recalled may have told it otherwise:
 * anything else is only proposed.
 */
export async function rememberFor(
  parts: Parts,
  { sessions, undo: journal, model }: RememberPorts,
  session: Session,
  memory: NewMemory,
): Promise<SavedMemory | ProposedMemory> {
  const { topic, bank, preference, confirmed } = memory;
  const messages = sessions.messages(session.id);
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const own = inOwnWords(memory.text, said);
  const text = parts.settings.privacy.anonymize ? redact(own) : own;
  const known = await findKnown(parts, session, text);
  if (known !== undefined) return known;
  // What rules make of a message is made of nothing else.
  const isModels = model.kind === "server" && preference !== true && confirmed !== true;
  const words = { stem: stemsBy(parts.settings), person: session.person };
  if (isModels && !isSaidSo(own, heardClearly(messages), words)) {
    return { status: "proposed", text: own };
  }
  const file = await fileFor(parts, session, text, topic);
  const scope = file === undefined ? ownScope(session) : toScope(placeOf(toTopicPath(file)).scope);
  const name = file === undefined ? topic : placeOf(toTopicPath(file)).topic;
  const isShared = scope.kind === "global" && session.person !== null;
  const what = "saved a memory";
  const step = `${session.id}/${parts.now()}`;
  const [saved] = await save(
    parts,
    [
      {
        text,
        scope,
        by: session.agent,
        ...(name === undefined ? {} : { topic: name }),
        ...(bank === undefined ? {} : { bank }),
        ...(preference === true ? { tags: ["preference"] } : {}),
        fields: {
          ...(isShared && session.person !== null ? { person: session.person } : {}),
          source: session.id,
          ...(holdsSecret(own) ? { sensitivity: "secret" } : {}),
        },
      },
    ],
    changeUndoably(parts, { journal, step, what, session: session.id }),
  );
  if (saved === undefined) throw new LociError("BAD_INPUT", "Cannot remember nothing");
  parts.committer.commitSoon();
  return saved;
}

async function fileFor(
  parts: Parts,
  session: Session,
  text: string,
  topic: string | undefined,
): Promise<string | undefined> {
  if (topic !== undefined) return (await findTopicFor(parts, session, topic))?.file;
  const { topic: current } = session;
  const loaded = current === null ? undefined : await findTopicFor(parts, session, current);
  return (await assignedTopics(parts, session, text, loaded?.file))[0]?.file;
}

const ownScope = ({ person }: Session): Scope =>
  person === null ? { kind: "global" } : { kind: "person", id: person };
