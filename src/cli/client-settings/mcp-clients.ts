import { join } from "node:path";
import { setJsonMember } from "./set-json-member.ts";
import { setTomlTable } from "./set-toml-table.ts";

/** How a client starts the server. */
interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** A program that uses MCP servers. */
export interface McpClient {
  readonly title: string;
  /** Of its settings, absolute. */
  readonly file: string;
  /** Its settings with this server; equal where they have it. Throws SyntaxError for settings that cannot be read. */
  readonly withServer: (settings: string, launch: Launch) => string;
}

interface Device {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly home: string;
}

/** The clients whose settings Loci knows, by the name that they go by on the command line. */
export function mcpClients({ platform, env, home }: Device): Readonly<Record<string, McpClient>> {
  const settings = {
    darwin: join(home, "Library", "Application Support"),
    win32: env.APPDATA || join(home, "AppData", "Roaming"),
  }[platform as "darwin" | "win32"];
  const folder = settings ?? (env.XDG_CONFIG_HOME || join(home, ".config"));
  const codex = env.CODEX_HOME || join(home, ".codex");
  return {
    "claude-code": { title: "Claude Code", file: join(home, ".claude.json"), withServer: typed },
    "claude-desktop": {
      title: "Claude Desktop",
      file: join(folder, "Claude", "claude_desktop_config.json"),
      withServer: plain,
    },
    cursor: { title: "Cursor", file: join(home, ".cursor", "mcp.json"), withServer: plain },
    vscode: {
      title: "VS Code",
      file: join(folder, "Code", "User", "mcp.json"),
      withServer: inJson("servers", { type: "stdio" }),
    },
    codex: {
      title: "Codex",
      file: join(codex, "config.toml"),
      withServer: (text, { command, args }) =>
        setTomlTable(text, ["mcp_servers", "loci"], { command, args }),
    },
    gemini: {
      title: "Gemini CLI",
      file: join(home, ".gemini", "settings.json"),
      withServer: plain,
    },
  };
}

/** What the person has added to the server's entry stays. */
const inJson =
  (key: string, type: object): McpClient["withServer"] =>
  (text, launch) =>
    setJsonMember(text, [key, "loci"], (now) => ({ ...type, ...Object(now), ...launch }));

const plain = inJson("mcpServers", {});
const typed = inJson("mcpServers", { type: "stdio" });

/** Where Claude Code keeps its hooks. */
export const hooksFile = (home: string): string => join(home, ".claude", "settings.json");

/** Claude Code's settings with hooks that run at the start and the end of each of its sessions; others stay. */
export function withHooks(text: string, hooks: Readonly<Record<string, string>>): string {
  let next = text;
  for (const [event, command] of Object.entries(hooks)) {
    next = setJsonMember(next, ["hooks", event], (now) => {
      const own = { hooks: [{ type: "command", command }] };
      if (now === undefined) return [own];
      if (!Array.isArray(now)) throw new SyntaxError(`its "${event}" is not a list`);
      return [...now.flatMap(withoutOwn), own];
    });
  }
  return next;
}

/** How one of these hooks is known again, wherever Loci lay when it was written. */
export const ofLoci = "# loci";

function withoutOwn(matcher: unknown): readonly unknown[] {
  const hooks: unknown = Object(matcher).hooks;
  if (!Array.isArray(hooks)) return [matcher];
  const others = hooks.filter((hook) => !JSON.stringify(hook).includes(ofLoci));
  if (others.length === hooks.length) return [matcher];
  return others.length === 0 ? [] : [{ ...Object(matcher), hooks: others }];
}
