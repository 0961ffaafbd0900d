// First of all, since what follows compiles patterns.
import "./node-22.ts";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { listAgents } from "../agent/conversation/agents.ts";
import type { LazyConversationServices } from "../agent/conversation/context.ts";
import type { LociSessions } from "../agent/conversation/sessions.ts";
import { keepDigesting } from "../digest/keep-digesting.ts";
import { messageOf } from "../errors.ts";
import { countAll, countBanks } from "../index/overview.ts";
import { checkedPerson, namePeople, viewerOn } from "../memory/people.ts";
import { findHolding, findMemories, recallMemories } from "../memory/recall.ts";
import { recentTopics } from "../memory/recent.ts";
import { listFilesFor, showTopic } from "../memory/topics.ts";
import type { RoundOptions } from "../sync/background/syncing.ts";
import type { Viewer } from "../vault/topic/viewer.ts";
import { lazyConversationServices } from "./conversation-services.ts";
import { digestingPorts, digestNow } from "./digesting.ts";
import type { Loci } from "./loci.ts";
import { type OpenOptions, type OpenVault, openVault } from "./vault/open-vault.ts";

export type { Loci };

/**
 * Opens a vault. Nothing is read of its topics yet; what only some commands need is loaded by the first that does.
 * Throws LociError BAD_CONFIG or WRITE_FAILED.
 */
export async function openLoci(options: OpenOptions): Promise<Loci> {
  const parts = await openVault(options);
  const { root, lociDir, settings, device, index, committer, closeLock, embeddings } = parts;
  const services = lazyConversationServices(parts);
  return {
    root,
    lociDir,
    settings,
    device,
    memory: { ...openReading(parts), ...openChanging(parts, services) },
    forModels: async (viewer) =>
      (await import("./for-models.ts")).openForModels(parts, services, viewer),
    converse: async (options) =>
      (await import("../agent/conversation/chat.ts")).openChat(
        parts,
        await services.open(),
        options,
      ),
    agents: () => listAgents(settings),
    sessions: lazySessions(parts, services),
    digest: openDigest(parts, services),
    sync: openSync(parts),
    transfer: openTransfer(parts),
    upkeep: openUpkeep(parts, services),
    voice: openVoice(parts, services),
    index: openIndex(parts),
    async close({ timeoutMs = 30_000 } = {}) {
      await services.close(timeoutMs);
      await committer.close();
      embeddings.close();
      parts.letters.close();
      parts.freshness.close();
      closeLock();
      index.close();
    },
  };
}

type Memory = Loci["memory"];
type Changing =
  | "remember"
  | "edit"
  | "restore"
  | "previewForget"
  | "forget"
  | "undo"
  | "undoable"
  | "undoOne";

function openReading(parts: OpenVault): Omit<Memory, Changing | "select"> {
  const by = (viewer?: Viewer) => viewerOn(parts, viewer);
  return {
    async recall(query, { viewer: named, hidesSecrets = false, ...request } = {}) {
      const viewer = by(named);
      if (!hidesSecrets) return recallMemories(parts, viewer, query, request);
      const { recallForModel } = await import("../memory/for-models.ts");
      return recallForModel(parts, { ...viewer, isAtHome: false }, query, request);
    },
    find: async (words, viewer) => findMemories(parts, by(viewer), words),
    findAllWords: async (words, viewer) => findHolding(parts, by(viewer), words),
    list: async (viewer, request) =>
      (await import("../memory/list-facts.ts")).listFacts(parts, by(viewer), request),
    why: async (words, viewer) =>
      (await import("../memory/why.ts")).explain(parts, by(viewer), words),
    history: async (topic, request, viewer) =>
      (await import("../memory/history.ts")).topicHistory(parts, by(viewer), topic, request),
    show: (name, viewer) => showTopic(parts, by(viewer), name),
    topics: (viewer) => listFilesFor(parts, by(viewer)),
    people: () => namePeople(parts),
    recent: (viewer) => recentTopics(parts, by(viewer)),
    log: async (request = {}, viewer) =>
      (await import("../memory/show-log.ts")).showLog(parts, by(viewer), request.limit),
  };
}

/** What changes files, each call as one step that can be taken back. */
function openChanging(
  parts: OpenVault,
  services: LazyConversationServices,
): Pick<Memory, Changing | "select"> {
  const by = (viewer?: Viewer) => viewerOn(parts, viewer);
  const useDays = async () => (await services.open()).db.useDays;
  const undo = () => import("../memory/undo.ts");
  return {
    async remember(memories) {
      const saved = await (await import("../memory/remember.ts")).remember(parts, memories);
      await services.queueSplits(saved);
      return saved;
    },
    edit: async (entry, change, viewer) =>
      (await import("../memory/edit-memory.ts")).editMemory(parts, by(viewer), entry, change),
    restore: async (words, viewer) =>
      (await import("../memory/restore.ts")).restore(
        parts,
        by(viewer),
        words,
        (await services.open()).db.useDays,
      ),
    async select(which, viewer) {
      const { selectMemories } = await import("../memory/select-memories.ts");
      const needsKept = which.sessions !== undefined && services.isThere();
      const kept = needsKept ? (await services.open()).db.sessions : undefined;
      return selectMemories(parts, by(viewer), which, kept);
    },
    async previewForget(found, { viewer, isNamed, purge = false }) {
      const { previewForget } = await import("../memory/preview-forget.ts");
      const conversations = services.isThere() ? await services.open() : undefined;
      return previewForget(parts, found, { isNamed, purge, by: by(viewer), conversations });
    },
    async forget(memories, { viewer, purge = false } = {}) {
      const { forgetMemories } = await import("./syncing/forget-memories.ts");
      return forgetMemories(parts, services, memories, { purge, by: by(viewer) });
    },
    undo: async () => (await undo()).undoLast(parts, await useDays(), { allPeople: true }),
    undoable: async (options) => (await undo()).listUndoable(parts, options),
    undoOne: async (id) => (await undo()).undoOne(parts, await useDays(), id),
  };
}

function lazySessions(parts: OpenVault, services: LazyConversationServices): LociSessions {
  const open = async () =>
    (await import("../agent/conversation/sessions.ts")).openSessions(parts, services);
  return {
    list: async (which) => (await open()).list(which),
    find: async (id) => (await open()).find(id),
    read: async (id, which) => (await open()).read(id, which),
    begin: async (options) => (await open()).begin(options),
    addMessage: async (id, message) => (await open()).addMessage(id, message),
    end: async (id, signal) => (await open()).end(id, signal),
    change: async (id, change) => (await open()).change(id, change),
    clearThread: async (id, agent) => (await open()).clearThread(id, agent),
    remove: async (which) => (await open()).remove(which),
  };
}

const openDigest = (parts: OpenVault, services: LazyConversationServices): Loci["digest"] => ({
  keep: (onEvent) => keepDigesting(digestingPorts(parts, services), onEvent),
  async *now(signal) {
    if (services.isThere()) yield* digestNow(await services.open(), parts.now(), signal);
  },
  async *transcript(text, { person = parts.settings.person, me } = {}, signal) {
    const { digestTranscript } = await import("../digest/transcript/digest-transcript.ts");
    const { db, digest } = await services.open();
    const ports = { ...parts, sessions: db.sessions, digest };
    const request = { text, person: checkedPerson(parts, person), me };
    yield* digestTranscript(ports, request, signal);
  },
  waiting: async () => (services.isThere() ? (await services.open()).db.digestions.waiting() : []),
  async probeModel() {
    const { probeModel } = await import("../agent/choose-models.ts");
    return probeModel(parts);
  },
});

/** Most commands have nothing to do with other devices. */
function openSync(parts: OpenVault): Loci["sync"] {
  /** What "loci forget --purge" began, and was killed. */
  const finishPurging = async (accept?: RoundOptions["accept"]): Promise<void> =>
    (await import("./syncing/forget-memories.ts")).finishPurging(parts, accept);
  return {
    commit: () => parts.committer.commit(),
    async round(options) {
      await finishPurging(options?.accept);
      return (await import("./syncing/sync-round.ts")).syncRound(parts, options);
    },
    async keep(onRound) {
      await finishPurging().catch((error) => parts.report(messageOf(error)));
      return (await import("./syncing/keep-syncing.ts")).keepSyncing(parts, onRound);
    },
    state: async () => (await import("./syncing/sync-round.ts")).syncState(parts),
    remoteUrl: async () => (await import("./syncing/remote-url.ts")).remoteUrl(parts),
  };
}

const openTransfer = (parts: OpenVault): Loci["transfer"] => ({
  async import(memories, options) {
    const { importMemories } = await import("../memory/import-memories.ts");
    return importMemories(parts, memories, options);
  },
  async export(options, viewer) {
    const { exportMemories } = await import("../memory/export-memories.ts");
    return exportMemories(parts, viewerOn(parts, viewer), options);
  },
});

function openUpkeep(parts: OpenVault, services: LazyConversationServices): Loci["upkeep"] {
  return {
    run: async (request, viewer) =>
      (await import("./upkeep/run-upkeep.ts")).runNow(parts, services, request, viewer),
    keep: async (onRun) =>
      (await import("./upkeep/keep-upkeep.ts")).keepUpkeep(parts, services, onRun),
  };
}

const openVoice = (parts: OpenVault, services: LazyConversationServices): Loci["voice"] => ({
  open: async (request) =>
    (await import("./voice/open-voice.ts")).openVoice(parts, await services.open(), request),
  recordedTurn: async (turn) =>
    (await import("./voice/recorded-turn.ts")).recordedTurn(parts, await services.open(), turn),
  async figures() {
    const { readTimes, voiceFigures } = await import("../voice/turn-times.ts");
    return voiceFigures(readTimes(parts.lociDir));
  },
  diagnose: async (say) => (await import("./voice/diagnose-audio.ts")).diagnoseAudio(parts, say),
});

function openIndex(parts: OpenVault): Loci["index"] {
  const { index, embeddings, freshness, lociDir } = parts;
  return {
    refresh: freshness.refresh,
    watch: async (onChange) => (await import("./watch.ts")).watch(parts, onChange),
    onChanged(listener) {
      parts.background.onChanged.add(listener);
      return () => void parts.background.onChanged.delete(listener);
    },
    async figures() {
      await freshness.ensureFresh();
      return { ...index.run(countAll), indexBytes: sizeOf(lociDir) };
    },
    async bankCounts() {
      await freshness.ensureFresh();
      return index.run(countBanks);
    },
    read: (work) => index.run(work),
    drop: () => index.drop(),
    embedAll: (options = {}) => embeddings.catchUp({ all: true, ...options }),
    probeModel: () => embeddings.probe(),
  };
}

/** Bytes of the search index and the vectors on disk. */
const sizeOf = (lociDir: string): number =>
  readdirSync(lociDir)
    .filter((name) => /^(?:index-|vectors)/.test(name))
    .map((name) => statSync(join(lociDir, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
