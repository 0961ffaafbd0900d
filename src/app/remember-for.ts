import type { NewMemory, SavedMemory } from "../agent/turn-ports.ts";
import { LociError } from "../errors.ts";
import type { Session, UndoJournal } from "../session/session.ts";
import { placeOf, type Scope, toTopicPath } from "../vault/paths.ts";
import { changeUndoably } from "./change-vault-file.ts";
import type { Parts } from "./parts.ts";
import { save } from "./save.ts";
import { assignedTopics, findTopicFor } from "./see.ts";

/**
 * Saves a memory that came up in a conversation: in the topic that was named, is loaded or clearly fits, of whichever
 * scope the person sees; else in the person's own scope, or the vault's where nobody is named.
 */
export async function rememberFor(
  parts: Parts,
  journal: UndoJournal,
  session: Session,
  { text, topic, bank, preference }: NewMemory,
): Promise<SavedMemory> {
  const file = await fileFor(parts, session, text, topic);
  const scope = file === undefined ? ownScope(session) : scopeOf(file);
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
  const loaded = session.topic && (await findTopicFor(parts, session, session.topic))?.file;
  if (typeof loaded === "string") return loaded;
  return (await assignedTopics(parts, session, text))[0]?.file;
}

const ownScope = ({ person }: Session): Scope =>
  person === null ? { kind: "global" } : { kind: "person", id: person };

function scopeOf(file: string): Scope {
  const [folder, id] = placeOf(toTopicPath(file)).scope.split("/");
  if (id === undefined) return { kind: "global" };
  return folder === "people" ? { kind: "person", id } : { kind: "agent", id };
}
