// First of all, since what follows compiles patterns.
import "./app/node-22.ts";
import { type ListedAgent, listAgents } from "./agent/conversation/agents.ts";
import type { Chat } from "./agent/conversation/chat.ts";
import type { LazyConversationServices } from "./agent/conversation/context.ts";
import type { ConversationOptions } from "./agent/conversation/conversation.ts";
import type { LociSessions } from "./agent/conversation/sessions.ts";
import { lazyConversationServices } from "./app/conversation-services.ts";
import type { DevicePlace } from "./app/device-place.ts";
import { type LociDigest, openDigest } from "./app/doors/digest.ts";
import type { ModelMemory } from "./app/doors/for-models.ts";
import { type LociMemory, openMemory } from "./app/doors/memory.ts";
import { type LociIndex, openIndexDoor } from "./app/doors/search-index.ts";
import { type LociSync, openSync } from "./app/doors/sync.ts";
import { type LociTransfer, openTransfer } from "./app/doors/transfer.ts";
import { type LociUpkeep, openUpkeep } from "./app/doors/upkeep.ts";
import { type LociVoice, openVoiceDoor } from "./app/doors/voice.ts";
import { type OpenOptions, type OpenVault, openVault } from "./app/open-vault.ts";
import type { Settings } from "./settings/schema.ts";
import type { Viewer } from "./vault/viewer.ts";

/**
 * An open vault: everything the command line, the server and other programs do with it. A `viewer` decides what is
 * shown; by default it is the person in this device's settings.
 */
export interface Loci {
  readonly root: string;
  readonly lociDir: string;
  readonly settings: Settings;
  /** Where this device keeps settings and tokens, outside the vault. */
  readonly device: DevicePlace;
  readonly memory: LociMemory;
  /** The memory as another assistant's model may know it: `isAtHome`, with what is secret.
   * @example const memory = await loci.forModels({ person: "ana", isAtHome: true }); */
  forModels(viewer: Viewer & { readonly isAtHome: boolean }): Promise<ModelMemory>;
  /** Begins a conversation, or goes on with one. Throws LociError NOT_FOUND for a session or agent that is not there.
   * @example const chat = await loci.converse({ person: "ana" }); */
  converse(options?: ConversationOptions): Promise<Chat>;
  /** The agents that can be talked to, with what is public of them.
   * @example const [first] = loci.agents(); */
  agents(): readonly ListedAgent[];
  /** The conversations that are kept on this device. */
  readonly sessions: LociSessions;
  readonly digest: LociDigest;
  readonly sync: LociSync;
  readonly transfer: LociTransfer;
  readonly upkeep: LociUpkeep;
  readonly voice: LociVoice;
  readonly index: LociIndex;
  /** Waits for what still runs in the background, and calls it off after so long (30 s); what is not done waits on disk.
   * @example await loci.close(); */
  close(options?: { readonly timeoutMs?: number }): Promise<void>;
}

/** Opens a vault. Nothing is read of its topics yet. Throws LociError BAD_CONFIG or WRITE_FAILED. */
export async function openLoci(options: OpenOptions): Promise<Loci> {
  const parts = await openVault(options);
  const { root, lociDir, settings, device, index, committer, closeLock, embeddings } = parts;
  const services = lazyConversationServices(parts);
  return {
    ...{ root, lociDir, settings, device },
    memory: openMemory(parts, services),
    async forModels(viewer) {
      const { openForModels } = await import("./app/doors/for-models.ts");
      return openForModels(parts, services, viewer);
    },
    async converse(options) {
      const { openChat } = await import("./agent/conversation/chat.ts");
      return openChat(parts, await services.open(), options);
    },
    agents: () => listAgents(settings),
    sessions: lazySessions(parts, services),
    digest: openDigest(parts, services),
    sync: openSync(parts, services),
    transfer: openTransfer(parts),
    upkeep: openUpkeep(parts, services),
    voice: openVoiceDoor(parts, services),
    index: openIndexDoor(parts),
    async close({ timeoutMs = 30_000 } = {}) {
      await services.close(timeoutMs);
      await committer.close();
      embeddings.close();
      parts.letters.close();
      parts.freshness.close();
      closeLock();
      parts.historyTable.close();
      index.close();
    },
  };
}

/** Most commands need no conversation. */
function lazySessions(parts: OpenVault, services: LazyConversationServices): LociSessions {
  const open = async () =>
    (await import("./agent/conversation/sessions.ts")).openSessions(parts, services);
  return {
    list: async (which) => (await open()).list(which),
    find: async (id) => (await open()).find(id),
    read: async (id) => (await open()).read(id),
    begin: async (options) => (await open()).begin(options),
    addMessage: async (id, message) => (await open()).addMessage(id, message),
    end: async (id, signal) => (await open()).end(id, signal),
    change: async (id, change) => (await open()).change(id, change),
    clearThread: async (id, agent) => (await open()).clearThread(id, agent),
    remove: async (which) => (await open()).remove(which),
  };
}
