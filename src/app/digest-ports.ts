import { candidateTopics } from "../agent/conversation/turn-context.ts";
import { understoodLanguages } from "../agent/conversation/understood-languages.ts";
import type { DigestPorts, NearMemory } from "../digest/digest-ports.ts";
import { entriesWithKey } from "../index/keyed-entries.ts";
import { createLanguageDetector } from "../language/detect/detect-language.ts";
import { changeVaultFile, inStep } from "../memory/change-and-note-file.ts";
import { findSame } from "../memory/find-same.ts";
import { createSecretRedactor, redactMemories } from "../memory/hide-secrets.ts";
import { offsetTime } from "../memory/local-time.ts";
import { createEntryFinder, readTopicFile } from "../memory/read-topic.ts";
import { createNearFinder } from "../memory/recall.ts";
import { stemsBy } from "../memory/stems.ts";
import { placePorts } from "../memory/topics.ts";
import type { Model } from "../models/respond.ts";
import type { SessionDb } from "../session/open-session-db.ts";
import type { Session } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import type { Lock } from "../vault/lock.ts";
import { toTopicPath } from "../vault/paths.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** Most entries that a conclusion is compared with. */
const maxNear = 8;

/** What digesting needs of an open vault. */
export function createDigestPorts(
  parts: OpenVault,
  { sessions, digestions, modelErrors }: SessionDb,
  model: Model | undefined,
  lock: Lock,
): DigestPorts {
  const { settings, committer, now, report } = parts;
  const detector = createLanguageDetector(understoodLanguages(settings), parts.letters);
  return {
    ...placePorts(parts),
    settings: {
      ...settings,
      defaultAgent: settings.agent,
      contextTokens: settings.model.contextTokens,
    },
    sessions,
    queue: digestions,
    modelErrors,
    model,
    modelKey: keyOf(settings.model),
    lock: (work, signal) =>
      lock(async () => {
        await parts.checkStillThere();
        await respectCheckouts(parts);
        return work();
      }, signal),
    undoable: (step) => changeVaultFile(inStep(parts, { step })),
    near: (session) => {
      const find = createNearFinder(parts, session, maxNear);
      return async (text) => {
        const same = await findSame(parts, session, text); // Among many alike a search may pass it over.
        const found = await find(text);
        return [...(same === undefined ? [] : [{ ...same, score: 1 }]), ...found]
          .filter(
            ({ file, entry }, i) => i === 0 || file !== same?.file || entry.id !== same.entry.id,
          )
          .filter(({ file }) => session.person !== null || !parts.isExamples(file))
          .map((near) => ({ ...near, file: toTopicPath(near.file) }));
      };
    },
    outgoing: (session, { file, entry }) =>
      redactMemories(parts, session, [{ ...entry, file }]).map(({ text }) => text)[0],
    withKey: (session, key) => withKey(parts, session, key),
    async topics(session, text) {
      const secrets = model?.isCloud === true ? createSecretRedactor(parts) : undefined;
      const topics = await candidateTopics(parts, session, text, secrets);
      // Don't store what a person says in an agent's own topics.
      return topics.filter(({ file }) => !file.startsWith("agents/"));
    },
    async forgotten() {
      const { parseRemovals } = await import("../sync/merge/file/removals.ts");
      const { readForgotten } = await import("../sync/round/forgotten.ts");
      const { forgottenAt } = parseRemovals(await readForgotten(parts.root));
      // A mark by a clock that ran far ahead does not take away what was said since.
      return (text) => {
        const at = forgottenAt(text);
        return at !== undefined && at < now() + dayMs ? at : undefined;
      };
    },
    stems: stemsBy(settings),
    languageOf: async (text) => (await detector.detect(text)).language,
    timeAt: (ms) => offsetTime(ms, settings.timezone),
    now,
    commit: () => committer.commit(),
    report,
  };
}

const dayMs = 86_400_000;

/** A server calls its model by name only once it was asked: two processes would not mean the same. */
const keyOf = ({ name, baseUrl }: Settings["model"]): string =>
  `${name ?? "the model"} at ${baseUrl ?? "OpenAI"}`;

async function withKey(
  parts: OpenVault,
  session: Session,
  key: string,
): Promise<readonly NearMemory[]> {
  await parts.freshness.ensureFresh();
  const entryAt = createEntryFinder((file) => readTopicFile(parts, file)?.topic);
  return parts.index
    .run((db) => entriesWithKey(db, session, key))
    .filter(({ file }) => session.person !== null || !parts.isExamples(file))
    .flatMap(({ file, uid }) => {
      const entry = entryAt(file, uid);
      return entry === undefined ? [] : [{ file: toTopicPath(file), entry, score: 1 }];
    });
}
