import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DigestPorts, NearMemory } from "../../src/digest/digest-ports.ts";
import type { ExtractAnswer } from "../../src/digest/extract.ts";
import { sharedContent } from "../../src/digest/gates/compare.ts";
import { LociError } from "../../src/errors.ts";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import type { Model, ModelEvent, ModelRequest } from "../../src/models/respond.ts";
import type { SessionDb } from "../../src/session/open-session-db.ts";
import type { Session } from "../../src/session/session.ts";
import { type Settings, settingsSchema } from "../../src/settings/schema.ts";
import { mergeSave } from "../../src/sync/merge/file/merge-file.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { placeOf, type TopicPath, topicPath } from "../../src/vault/paths.ts";
import { slugify } from "../../src/vault/slugify.ts";
import { isSuperseded } from "../../src/vault/topic/entry.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { changeFile } from "../../src/vault/write/change-file.ts";
import { deviceClock } from "../device-clock.ts";
import { useSessionDb } from "../session/session-db.ts";
import { useVault } from "../temp.ts";

export interface OpenVault {
  readonly root: string;
  readonly db: SessionDb;
  readonly clock: ReturnType<typeof useSessionDb>["clock"];
  readonly ports: DigestPorts & { readonly model: Model };
  readonly commits: string[];
  readonly said: string[];
  /** Every Markdown file and index, path → text. */
  readonly files: () => Record<string, string>;
}

export interface VaultOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly model?: Model;
  readonly settings?: Partial<Pick<Settings, "agents">> & {
    readonly digest?: Partial<Settings["digest"]>;
    readonly privacy?: Partial<Settings["privacy"]>;
  };
}

const defaults: Settings = {
  ...settingsSchema.parse({}),
  banks: ["Personal", "General", "Health"],
};

/** A real vault, its lock and its sessions, with what digesting needs of them. */
export function openVault({
  files = {},
  model = answering({}),
  settings = {},
}: VaultOptions): OpenVault {
  const root = useVault({ "loci.yaml": "", ...files });
  const lociDir = join(root, ".loci");
  const { db, clock, said } = useSessionDb({ lociDir });
  const writer = createVaultLock(lociDir, { clock: deviceClock });
  const commits: string[] = [];
  const topicAt = (path: TopicPath) =>
    existsSync(join(root, path)) ? parseTopic(path, readFileSync(join(root, path))) : undefined;
  const seen = ({ person }: Session): NearMemory[] =>
    listFiles(root).files.flatMap(({ path }) => {
      const { scope } = placeOf(path);
      if (scope !== "" && scope !== `people/${person}`) return [];
      const entries = (topicAt(path)?.entries ?? []).filter((entry) => !isSuperseded(entry));
      return entries.map((entry) => ({ file: path, entry, score: 1 }));
    });
  const ports: DigestPorts & { readonly model: Model } = {
    settings: {
      ...defaults,
      ...settings,
      digest: { ...defaults.digest, ...settings.digest },
      privacy: { ...defaults.privacy, ...settings.privacy },
    },
    sessions: db.sessions,
    queue: db.digestions,
    modelErrors: db.modelErrors,
    modelKey: "fake",
    model,
    lock: async (work) => work(),
    forgotten: async () => () => undefined,
    root,
    lociDir,
    clock: deviceClock,
    inOneStep: (_, work) =>
      writer(() =>
        work((path, change) =>
          changeFile(
            { root, lociDir, path, lock: unlocked, clock: deviceClock, merge: mergeSave },
            change,
          ),
        ),
      ),
    near: (session) => async (text) =>
      seen(session)
        .map((near) => ({
          ...near,
          score: sharedContent(text, near.entry.text, "en"),
        }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score),
    outgoing: (_, { entry }) => entry.text,
    withKey: async (session, key) => seen(session).filter(({ entry }) => entry.fields.key === key),
    topics: async () => [],
    isExamples: () => false,
    readTopic: async (path) => topicAt(path),
    findTopic: async (name, scope) => {
      const path = topicPath(scope, slugify(name));
      return topicAt(path) && path;
    },
    // All that is said while a topic is loaded is about it, but for tomatoes.
    assignTopic: async (text, scopes, _viewer, loaded) => {
      const gardens = scopes.map((scope) => topicPath(scope, "garden"));
      return (/tomato/i.test(text) && gardens.find(topicAt)) || loaded;
    },
    timeAt: (ms) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`,
    now: () => clock.now(),
    commit: async () => {
      commits.push("commit");
    },
    report: (sentence) => said.push(sentence),
  };
  return { root, db, clock, ports, commits, said, files: () => filesOf(root) };
}

function filesOf(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of globSync("{topics,general,people,log,conversations}/**/*.{md,txt}", {
    cwd: root,
  }).sort())
    found[path] = readFileSync(join(root, path), "utf8");
  return found;
}

const end: ModelEvent = { type: "end", reason: "stop" };

export const failure = (reason: string): ModelEvent => ({
  type: "failure",
  error: new LociError("MODEL_FAILED", `Cannot ask: ${reason}`, { data: { reason } }),
});

type SayingModel = Model & { readonly requests: ModelRequest[] };

/** A model that gives these, a text in pieces, one a request; the last one again and again. */
export function saying(...turns: readonly (string | ModelEvent)[]): SayingModel {
  const requests: ModelRequest[] = [];
  return {
    id: "fake",
    isCloud: true,
    requests,
    probe: async () => undefined,
    async *respond(request) {
      const turn = turns[Math.min(requests.length, turns.length - 1)] ?? "";
      requests.push(request);
      if (typeof turn !== "string") {
        yield turn;
        return;
      }
      for (const [text] of turn.matchAll(/.{1,7}/gs)) yield { type: "text", text };
      yield end;
    },
  };
}

export const answerOf = (answer: Partial<ExtractAnswer>): string =>
  JSON.stringify({
    summary: "A talk.",
    sentiment: "neutral",
    intents: ["cook"],
    conclusions: [],
    ...answer,
  });

/** A model that finds this. */
export const answering = (answer: Partial<ExtractAnswer>) => saying(answerOf(answer));
