import type { Command } from "./command.ts";

interface CommandEntry {
  /** Undefined for what only programs call: `loci --help` does not list it. */
  readonly summary?: string;
  readonly load: () => Promise<Command>;
}

/** All commands in the order of `loci --help`. A command's module is loaded only when it runs. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  init: {
    summary: "make a vault",
    load: async () => (await import("./init.ts")).init,
  },
  up: {
    summary: "keep the index in step with the files, and answer in the terminal and the browser",
    load: async () => (await import("./up.ts")).up,
  },
  chat: {
    summary: "talk, in the terminal",
    load: async () => (await import("./chat.ts")).chat,
  },
  voice: {
    summary: "talk by voice",
    load: async () => (await import("./voice.ts")).voice,
  },
  recall: {
    summary: "find memories",
    load: async () => (await import("./recall.ts")).recall,
  },
  remember: {
    summary: "save a memory",
    load: async () => (await import("./remember.ts")).remember,
  },
  import: {
    summary: "import memories from another program",
    load: async () => (await import("./import.ts")).importCommand,
  },
  export: {
    summary: "export memories for another program",
    load: async () => (await import("./export.ts")).exportCommand,
  },
  mcp: {
    summary: "give another assistant the memory as tools (MCP)",
    load: async () => (await import("./mcp.ts")).mcp,
  },
  token: {
    summary: "make, list or revoke tokens for programs that use the HTTP API",
    load: async () => (await import("./token.ts")).token,
  },
  digest: {
    summary: "turn waiting conversations, or a transcript, into memory",
    load: async () => (await import("./digest.ts")).digest,
  },
  sessions: {
    summary: "list, show, end or delete conversations",
    load: async () => (await import("./sessions.ts")).sessions,
  },
  sync: {
    summary: "commit, fetch, merge and push",
    load: async () => (await import("./sync.ts")).sync,
  },
  show: {
    summary: "show a topic, or list them all",
    load: async () => (await import("./show.ts")).show,
  },
  history: {
    summary: "show what happened to each entry of a topic",
    load: async () => (await import("./history.ts")).history,
  },
  why: {
    summary: "say where a memory comes from",
    load: async () => (await import("./why.ts")).why,
  },
  forget: {
    summary: "remove memories, with what mentions them",
    load: async () => (await import("./forget.ts")).forget,
  },
  upkeep: {
    summary: "tidy the vault now, as every night",
    load: async () => (await import("./upkeep.ts")).upkeep,
  },
  undo: {
    summary: "take the last change back, or a memory out of the archive",
    load: async () => (await import("./undo.ts")).undo,
  },
  index: {
    summary: "bring the index up to date, or rebuild it",
    load: async () => (await import("./index-vault.ts")).indexVault,
  },
  site: {
    summary: "build the vault's web pages",
    load: async () => (await import("./site.ts")).site,
  },
  doctor: {
    summary: "find and explain problems",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  config: {
    summary: "show each setting and where it comes from",
    load: async () => (await import("./config.ts")).config,
  },
  "merge-file": {
    load: async () => (await import("./merge-file.ts")).mergeFile,
  },
};
