import { z } from "zod";
import { text, toggle, whole } from "./fields.ts";

const editors = ["none", "vscode", "vscodium", "cursor", "zed", "idea", "obsidian"] as const;

/** Settings of commits, sync and the local server. */
export const syncSettings = {
  commit: z
    .strictObject({
      enabled: toggle(true).describe("Commit what Loci writes to the vault's git"),
      quietMs: whole(0, 3_600_000, 1_000).describe("Quiet time before a commit (milliseconds)"),
    })
    .prefault({})
    .describe("Commits of what Loci writes"),
  sync: z
    .strictObject({
      enabled: toggle(true).describe(
        "Sync in the background while `loci up` runs, and commit what is edited by hand; needs commit.enabled",
      ),
      remote: z
        .string()
        .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, "use the name of a git remote, such as origin")
        .default("origin")
        .describe("Name of the remote in the vault's own git settings"),
      intervalMs: whole(1_000, 604_800_000, 300_000).describe(
        "Time between two looks at the remote (milliseconds)",
      ),
      quietMs: whole(0, 3_600_000, 60_000).describe("Quiet time before a sync (milliseconds)"),
      timeoutMs: whole(1_000, 3_600_000, 60_000).describe("Longest wait for a remote"),
      maxFileBytes: whole(1_000, 1_000_000_000, 10_485_760).describe("Larger files are left out"),
      tokenFile: text
        .optional()
        .describe(
          "File outside the vault that holds the token of an https remote; or LOCI_SYNC_TOKEN",
        ),
      ca: text.optional().describe("File with a certificate (PEM) to trust besides the system's"),
      sshKey: text
        .optional()
        .describe("File with the private key of an ssh remote; else the agent and ~/.ssh"),
      knownHosts: text.optional().describe("File with known ssh hosts"),
    })
    .prefault({})
    .describe("How this device syncs"),
  server: z
    .strictObject({
      host: text.default("127.0.0.1").describe("Address `loci up` listens on"),
      port: whole(0, 65_535, 5_624).describe("Port; 0 takes any free one"),
    })
    .prefault({})
    .describe("The local web server"),
  editor: z.enum(editors).default("none").describe("Editor that the site's edit links open"),
  log: z.enum(["off", "info", "debug"]).default("off").describe("What `loci up` logs"),
  watch: z
    .strictObject({ poll: toggle(false).describe("Look at all files now and then") })
    .prefault({})
    .describe("How changes of files are noticed"),
};
