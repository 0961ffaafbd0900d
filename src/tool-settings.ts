import { z } from "zod";

const httpAddress = z
  .url()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "write http:// or https://")
  .refine((text) => URL.parse(text)?.password === "", "write no password into the address");

/** No path that leads from wherever Loci was started: what lies in a vault may have come by a sync. */
const program = z
  .string()
  .min(1)
  .refine(
    (name) => name.startsWith("/") || !/[/\\]/.test(name),
    "name a program, or its whole path",
  );

/** Servers of tools by name, and which of their tools may be used; they belong to one device. */
export const toolSettings = z
  .record(
    z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, "use a to z, 0 to 9 and dashes, at most 20"),
    z
      .strictObject({
        command: z
          .tuple([program], z.string())
          .optional()
          .describe("Program that speaks MCP on its standard input and output, and its arguments"),
        url: httpAddress.optional().describe("Address of a server that speaks MCP over HTTP"),
        tokenFile: z
          .string()
          .min(1)
          .optional()
          .describe("File outside the vault that holds the server's token"),
        allow: z.array(z.string().min(1)).min(1).describe("Names of the tools that may be used"),
        timeoutMs: z
          .int()
          .min(100)
          .max(600_000)
          .default(20_000)
          .describe("Longest wait for an answer (milliseconds)"),
      })
      .refine(
        ({ command, url }) => (command === undefined) !== (url === undefined),
        "name either a command or a url",
      ),
  )
  .default({})
  .describe(
    "Servers of tools (MCP) by a name of yours, each with `command` (a list) or `url`, `tokenFile`, `allow` (names of tools) and `timeoutMs`; an agent gets those that `agents.ID.tools` names (device.yaml)",
  );

export type ToolServerSettings = z.infer<typeof toolSettings>[string];
