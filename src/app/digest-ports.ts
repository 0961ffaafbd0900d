import type { DigestPorts, NearMemory } from "../digest/digest-ports.ts";
import { entriesWithKey } from "../index/keyed-entries.ts";
import { createLanguageDetector } from "../session/language/detect-language.ts";
import type { Session, SessionDb } from "../session/session.ts";
import { respectCheckouts } from "../sync/respect-checkouts.ts";
import type { Lock } from "../vault/lock.ts";
import { toTopicPath } from "../vault/paths.ts";
import { changeUndoably } from "./change-vault-file.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import { offsetTime } from "./local-time.ts";
import type { Parts } from "./parts.ts";
import { placeFinder } from "./place-finder.ts";
import { checkStillThere } from "./save.ts";
import { entriesNear, isVisible, readTopicFile } from "./see.ts";
import { stemsBy } from "./stems.ts";
import type { TaskModels } from "./task-models.ts";

/** Most entries that a conclusion is compared with. */
const mostNear = 8;

/** What digesting needs of an open vault. */
export function createDigestPorts(
  parts: Parts,
  { sessions, digestions, modelErrors, undo }: SessionDb,
  models: TaskModels,
  lock: Lock,
): DigestPorts {
  const { settings, committer, now, report } = parts;
  const places = placeFinder(parts);
  const detector = createLanguageDetector(settings.languages);
  return {
    settings: {
      ...settings,
      defaultAgent: settings.agent,
      contextTokens: settings.model.contextTokens,
    },
    sessions,
    queue: digestions,
    modelErrors,
    model: models.extract,
    lock: (work, signal) =>
      lock(async () => {
        await checkStillThere(parts);
        await respectCheckouts(parts);
        return work();
      }, signal),
    undoable: ({ step, what, session }) => {
      const change = changeUndoably(parts, { journal: undo, step, what, session });
      return (...words) => {
        parts.state.wrote = true;
        return change(...words);
      };
    },
    near: async (session, text) => {
      const found = await entriesNear(parts, session, text, mostNear);
      return found.map((near) => ({ ...near, file: toTopicPath(near.file) }));
    },
    withKey: (session, key) => withKey(parts, session, key),
    readTopic: async (path) => readTopicFile(parts, path)?.topic,
    async findTopic(name, scope) {
      const found = (await places.named(name, scope)).find(({ kind }) => kind === "topic");
      return found && toTopicPath(found.file);
    },
    assignTopic: places.assignTopic,
    async forgotten() {
      const { readRemovals } = await import("../sync/round/forgotten.ts");
      const { forgottenAt } = await readRemovals(parts.root, new Date(now()));
      return forgottenAt;
    },
    stems: stemsBy(settings),
    languageOf: async (text) => (await detector.detect(text)).language,
    timeAt: (ms) => offsetTime(ms, settings.timezone),
    now,
    commit: () => committer.commit(),
    report,
  };
}

async function withKey(
  parts: Parts,
  session: Session,
  key: string,
): Promise<readonly NearMemory[]> {
  await lookAtFiles(parts);
  return parts.index
    .run((db) => entriesWithKey(db, key))
    .filter(({ scope }) => isVisible(session, { scope, archived: 0 }))
    .flatMap(({ file, uid }) => {
      const entry = readTopicFile(parts, file)?.topic.entries.find(({ id }) => id === uid);
      return entry === undefined ? [] : [{ file: toTopicPath(file), entry, score: 1 }];
    });
}
