import { hostname } from "node:os";
import { z } from "zod";
import { voiceSettings } from "./voice-settings.ts";

/** A person or an agent, as a folder is named after them. */
export const personId = z
  .string()
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,58}[\p{L}\p{N}])?$/u, "use letters, digits and dashes");
const editors = ["none", "vscode", "vscodium", "cursor", "zed", "idea", "obsidian"] as const;

/** Settings that belong to one device: what travels with a vault may not set them. */
export const deviceSettings = {
  device: z
    .string()
    .min(1)
    .max(60)
    .default(hostname() || "device")
    .describe("Name of this device in commits (device.yaml, environment)"),
  person: personId
    .optional()
    .describe("Who talks to this device where nothing else says it (device.yaml, environment)"),
  editor: z
    .enum(editors, `use ${editors.slice(0, -1).join(", ")} or ${editors.at(-1)}`)
    .default("none")
    .describe(
      `Editor on this device that the site's "edit" links open: ${editors.join(", ")} (device.yaml, environment)`,
    ),
  log: z
    .enum(["off", "info", "debug"], "use off, info or debug")
    .default("off")
    .describe(
      "What `loci up` writes to standard error as lines of JSON, without private text: `info` requests over HTTP and what happens seldom, `debug` also how long each recall and reply took",
    ),
  model: z
    .strictObject({
      provider: z
        .enum(["auto", "offline", "openai"])
        .default("auto")
        .describe(
          "`openai` is any server that speaks /v1/chat/completions; `auto`: a server that is configured, else OpenAI where a key is in the environment, else `offline`, which needs nothing",
        ),
      baseUrl: z
        .url()
        .refine(hasNoPassword, "write no password into the address")
        .optional()
        .describe("Address of the server, including /v1"),
      name: z
        .string()
        .min(1)
        .optional()
        .describe("Model to ask for; OpenAI's default is gpt-5-mini"),
      apiKeyFile: z
        .string()
        .optional()
        .describe(
          "File outside the vault that holds the key; or LOCI_MODEL_API_KEY, for OpenAI also OPENAI_API_KEY",
        ),
      contextTokens: z
        .int()
        .min(1_000)
        .max(1_000_000)
        .default(8_000)
        .describe("Most tokens that a request may have, the system prompt included"),
    })
    .prefault({})
    .describe("Who answers and digests (device.yaml, environment)"),
  embedding: z
    .strictObject({
      provider: z
        .enum(["offline", "openai"])
        .default("offline")
        .describe("`offline` needs nothing; `openai` is any server that speaks /v1/embeddings"),
      baseUrl: z
        .url()
        .refine(hasNoPassword, "write no password into the address")
        .default("https://api.openai.com/v1")
        .describe("Address of the server"),
      model: z.string().min(1).default("text-embedding-3-small").describe("Model to ask for"),
      dimensions: z
        .int()
        .min(8)
        .max(8192)
        .default(512)
        .describe("Length of the vectors; models that cannot shorten theirs need their own length"),
      apiKeyFile: z
        .string()
        .optional()
        .describe("File outside the vault that holds the key; or LOCI_EMBEDDING_API_KEY"),
    })
    .prefault({})
    .describe("Where vectors come from (device.yaml, environment)"),
  sync: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe(
          "Sync in the background while `loci up` runs, and commit what is edited by hand; needs commit.enabled",
        ),
      remote: z
        .string()
        .regex(/^[A-Za-z0-9][\w.-]{0,99}$/, "use the name of a git remote, such as origin")
        .default("origin")
        .describe("Name of the remote in the vault's own git settings"),
      intervalMs: z
        .int()
        .min(1_000)
        .max(604_800_000)
        .default(300_000)
        .describe("Time between two looks at the remote (milliseconds)"),
      quietMs: z
        .int()
        .min(0)
        .max(3_600_000)
        .default(60_000)
        .describe("Quiet time after a change before it is committed and sent (milliseconds)"),
      timeoutMs: z
        .int()
        .min(1_000)
        .max(3_600_000)
        .default(60_000)
        .describe("Longest wait for a remote that says nothing (milliseconds)"),
      maxFileBytes: z
        .int()
        .min(1_000)
        .max(1_000_000_000)
        .default(10_485_760)
        .describe(
          "Larger files are neither committed (a history keeps them for ever, and hosts refuse them) nor taken from the remote",
        ),
      tokenFile: z
        .string()
        .min(1)
        .optional()
        .describe(
          "File outside the vault that holds the token of an https remote; or LOCI_SYNC_TOKEN",
        ),
      ca: z
        .string()
        .min(1)
        .optional()
        .describe("File with a certificate (PEM) to trust besides the system's"),
      sshKey: z
        .string()
        .min(1)
        .optional()
        .describe("File with the private key of an ssh remote; else the agent and ~/.ssh"),
      knownHosts: z
        .string()
        .min(1)
        .optional()
        .describe("File with known ssh hosts, besides ~/.ssh/known_hosts"),
    })
    .prefault({})
    .describe("How this device syncs (device.yaml, environment)"),
  voice: voiceSettings,
  server: z
    .strictObject({
      host: z.string().min(1).default("127.0.0.1").describe("Address `loci up` listens on"),
      port: z.int().min(0).max(65535).default(5624).describe("Port; 0 takes any free one"),
    })
    .prefault({})
    .describe("The local web server (device.yaml, environment)"),
  watch: z
    .strictObject({
      poll: z
        .boolean()
        .default(false)
        .describe("Look at all files now and then instead of waiting for events (network drives)"),
    })
    .prefault({})
    .describe("How changes of files are noticed (device.yaml, environment)"),
} as const;

function hasNoPassword(address: string): boolean {
  return URL.parse(address)?.password === "";
}
