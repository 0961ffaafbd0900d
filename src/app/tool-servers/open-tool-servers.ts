import type { Client } from "@modelcontextprotocol/client";
import type { OutsideResult, OutsideTools } from "../../agent/outside-tools.ts";
import { parseJson } from "../../agent/tool-arguments.ts";
import { messageOf } from "../../errors.ts";
import { cleanQuoted } from "../../models/quote-for-prompt.ts";
import type { Tool } from "../../models/respond.ts";
import type { Settings } from "../../settings.ts";
import { connect, type ToolServer } from "./connect.ts";

interface ToolServersOptions extends Pick<ToolServer, "root" | "env"> {
  readonly settings: Pick<Settings, "tools" | "agents">;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

export interface ToolServers extends OutsideTools {
  close(): Promise<void>;
}

interface Connected {
  readonly client: Client;
  /** By the names that a model is told. */
  readonly tools: ReadonlyMap<string, { readonly name: string; readonly tool: Tool }>;
}

/** A server that failed is let alone for so long (ms). */
const rest = 60_000;

/** Connects to the servers of this device's settings once an agent may use them; each stays connected. Undefined where there are none. */
export function openToolServers(options: ToolServersOptions): ToolServers | undefined {
  const { settings, report } = options;
  const allowed = allowedTools(settings);
  if (allowed.size === 0) return undefined;
  const closing = new AbortController();
  const opened = new Map<string, Promise<Connected>>();
  const failedAt = new Map<string, number>();
  const open = (name: string): Promise<Connected> => {
    const before = opened.get(name);
    if (before !== undefined) return before;
    const since = performance.now() - (failedAt.get(name) ?? Number.NEGATIVE_INFINITY);
    if (since < rest) return Promise.reject(unreachable(name, "it did not answer a moment ago"));
    const drop = (): void => {
      // Another may have been opened in its place.
      if (opened.get(name) === connecting) opened.delete(name);
    };
    const connecting: Promise<Connected> = openServer(
      { ...options, signal: closing.signal },
      name,
      drop,
    ).catch((error) => {
      drop();
      failedAt.set(name, performance.now());
      const failure = unreachable(name, messageOf(error));
      if (!closing.signal.aborted) report(failure.message);
      throw failure;
    });
    opened.set(name, connecting);
    return connecting;
  };
  return {
    async offered(agent) {
      const servers = [...(allowed.get(agent) ?? [])];
      const found = await Promise.allSettled(servers.map(([name]) => open(name)));
      return found.flatMap((one, i) => {
        const isMeant = servers[i]?.[1] ?? (() => false);
        if (one.status === "rejected") return []; // It was reported.
        return [...one.value.tools.values()].flatMap(({ name, tool }) =>
          isMeant(name) ? tool : [],
        );
      });
    },
    async call(agent, { name: called, arguments: json }, signal) {
      const [server = ""] = called.split("__");
      const isMeant = allowed.get(agent)?.get(server);
      const timeout = settings.tools[server]?.timeoutMs ?? 0;
      try {
        const connected = isMeant === undefined ? undefined : await open(server);
        const name = connected?.tools.get(called)?.name;
        if (connected === undefined || name === undefined || isMeant?.(name) !== true) {
          return { error: `There is no tool "${called.slice(0, 60)}" here` };
        }
        const args = parseJson(json);
        if (args === undefined) return { error: `The arguments of ${called} are not JSON` };
        const options = { signal, timeout, maxTotalTimeout: timeout };
        return toResult(await connected.client.callTool({ name, arguments: args }, options));
      } catch (error) {
        return { error: sentence(messageOf(error)) };
      }
    },
    async close() {
      closing.abort();
      const all = await Promise.allSettled(opened.values());
      const clients = all.flatMap((one) => (one.status === "fulfilled" ? one.value.client : []));
      await Promise.allSettled(clients.map((client) => client.close()));
    },
  };
}

type IsMeant = (tool: string) => boolean;

/** By agent and server of this device: which of its tools `agents.ID.tools` names (`calendar`, or `calendar.list_events`). */
function allowedTools({
  tools: servers,
  agents,
}: ToolServersOptions["settings"]): ReadonlyMap<string, ReadonlyMap<string, IsMeant>> {
  const byAgent = Object.entries(agents).map(([agent, { tools: named = [] }]) => {
    const known = Object.keys(servers).flatMap((server): [string, IsMeant][] => {
      const isWhole = named.includes(server);
      const isMeant: IsMeant = (tool) =>
        servers[server]?.allow.includes(tool) === true &&
        (isWhole || named.includes(`${server}.${tool}`));
      const isNamed = isWhole || named.some((name) => name.startsWith(`${server}.`));
      return isNamed ? [[server, isMeant]] : [];
    });
    return [agent, new Map(known)] as const;
  });
  return new Map(byAgent.filter(([, known]) => known.size > 0));
}

async function openServer(
  { settings, root, env, signal, report }: ToolServersOptions & Pick<ToolServer, "signal">,
  name: string,
  onClose: () => void,
): Promise<Connected> {
  const own = settings.tools[name];
  if (own === undefined) throw new Error("it is not in the settings");
  const client = await connect({ name, settings: own, root, env, signal });
  client.onclose = onClose;
  try {
    const { tools } = await client.listTools(undefined, { timeout: own.timeoutMs, signal });
    const known = tools
      .filter((tool) => own.allow.includes(tool.name))
      .map(({ name: called, description = "", inputSchema }) => {
        const tool = {
          name: `${name}__${called}`,
          description: cleanQuoted(description).slice(0, longestDescription),
          parameters: inputSchema,
        };
        return { name: called, tool };
      })
      .filter(({ tool }) => isFit(tool));
    const missing = own.allow.filter((one) => !known.some(({ name: called }) => called === one));
    if (missing.length > 0) {
      const names = missing.map((one) => `"${one}"`).join(", ");
      report(
        `Of the tools that are allowed of "${name}", it has none that fits a model for ${names}`,
      );
    }
    return { client, tools: new Map(known.map((one) => [one.tool.name, one])) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

const longestDescription = 500;
const longestSchema = 4_000;

/** Models take no other names, and a schema that fills the prompt helps nobody. */
const isFit = ({ name, parameters }: Tool): boolean =>
  /^[\w-]{1,64}$/.test(name) && JSON.stringify(parameters).length <= longestSchema;

function toResult({
  content,
  structuredContent: data,
  isError,
}: Awaited<ReturnType<Client["callTool"]>>): OutsideResult {
  const texts = content.map((part) =>
    part.type === "text" ? part.text : `(${part.type} left out)`,
  );
  const text = texts.length === 0 && data !== undefined ? JSON.stringify(data) : texts.join("\n");
  return isError === true ? { error: sentence(text) } : { text };
}

const sentence = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 300);

const unreachable = (name: string, state: string): Error =>
  new Error(`Cannot reach the tools of "${name}": ${sentence(state)}`);
