import type { NewMemory, SavedMemory } from "../agent/turn-ports.ts";
import { inOwnWords } from "../digest/gates/own-words.ts";
import { sameKey } from "../digest/write-entries.ts";
import { LociError } from "../errors.ts";
import type { Model } from "../models/respond.ts";
import { holdsSecret } from "../session/private-data/holds-secret.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Session, Sessions, UndoJournal } from "../session/session.ts";
import { placeOf, type Scope, toScope, toTopicPath } from "../vault/paths.ts";
import { isSuperseded } from "../vault/supersede-entry.ts";
import { changeUndoably } from "./change-vault-file.ts";
import { isSaid } from "./is-said.ts";
import type { Parts } from "./parts.ts";
import { save } from "./save.ts";
import { assignedTopics, entriesNear, findTopicFor } from "./see.ts";
import { stemsBy } from "./stems.ts";

/** What saving in a conversation needs besides the vault. */
export interface RememberPorts {
  readonly sessions: Pick<Sessions, "messages">;
  readonly undo: UndoJournal;
  /** Whose wish it is. */
  readonly model: Pick<Model, "kind">;
}

/**
 * Saves a memory that came up in a conversation: in the topic that was named, clearly fits or is loaded, of whichever
 * scope the person sees; else in the person's own scope, or the vault's where nobody is named. What a model on a server
 * wishes to save must be what the person said: a note that was recalled may have told it otherwise.
 */
export async function rememberFor(
  parts: Parts,
  { sessions, undo: journal, model }: RememberPorts,
  session: Session,
  memory: NewMemory,
): Promise<SavedMemory> {
  const { topic, bank, preference } = memory;
  const messages = sessions.messages(session.id);
  const said = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  const own = inOwnWords(memory.text, said);
  const text = parts.settings.privacy.anonymize ? redact(own) : own;
  const known = await findSame(parts, session, text);
  if (known !== undefined) return known;
  if (model.kind === "server" && !isSaid(own, messages, session, stemsBy(parts.settings))) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot remember "${text.slice(0, 80)}": the person did not say so; use their words, or ask them first`,
    );
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

/** The same words, where they are in force already for everyone or for this person. */
async function findSame(
  parts: Parts,
  session: Session,
  text: string,
): Promise<SavedMemory | undefined> {
  const found = await entriesNear(parts, session, text, mostNear);
  const same = found.find(({ file, entry }) => {
    const { scope } = placeOf(toTopicPath(file));
    const isOurs = scope === "" || scope === `people/${session.person}`;
    const isTheirs = (entry.fields.person ?? session.person) === session.person;
    return isOurs && isTheirs && !isSuperseded(entry) && sameKey(entry.text) === sameKey(text);
  });
  return same && { status: "known", text: same.entry.text, file: same.file, line: same.entry.line };
}

const mostNear = 5;

async function fileFor(
  parts: Parts,
  session: Session,
  text: string,
  topic: string | undefined,
): Promise<string | undefined> {
  if (topic !== undefined) return (await findTopicFor(parts, session, topic))?.file;
  const assigned = (await assignedTopics(parts, session, text))[0]?.file;
  if (assigned !== undefined || session.topic === null) return assigned;
  return (await findTopicFor(parts, session, session.topic))?.file;
}

const ownScope = ({ person }: Session): Scope =>
  person === null ? { kind: "global" } : { kind: "person", id: person };
