import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { adviceOn, LociError } from "../errors.ts";
import { ownCommand, shellQuote } from "../sync/merge-driver.ts";
import { advice, setMarkedBlock } from "./client-settings/marked-block.ts";
import {
  hooksFile,
  type McpClient,
  mcpClients,
  ofLoci,
  withHooks,
} from "./client-settings/mcp-clients.ts";
import { readPlainFile, replaceFile } from "./client-settings/replace-file.ts";
import type { Call } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { confirm } from "./terminal.ts";

/** A file that is to be changed. */
interface Wanted {
  readonly title: string;
  readonly file: string;
  /** A folder that no link may lead out of. */
  readonly within?: string;
  /** Throws SyntaxError for a text that cannot be read. */
  readonly change: (text: string) => string;
}

/** `loci mcp install`: shows what it would change in the settings of other programs, asks, and changes it. `words`: flags of the server. */
export async function installMcp(call: Call, words: readonly string[]): Promise<number> {
  const home = call.env.HOME || call.env.USERPROFILE || homedir();
  const clients = mcpClients({ platform: process.platform, env: call.env, home });
  const wanted = wantedBy(call, { home, clients, words });
  if (wanted.length === 0) {
    list(call, clients);
    return 0;
  }
  for (const one of wanted) await install(call, one);
  return 0;
}

interface Here {
  readonly home: string;
  readonly clients: Readonly<Record<string, McpClient>>;
  readonly words: readonly string[];
}

function wantedBy(call: Call, { home, clients, words }: Here): readonly Wanted[] {
  const [, ...names] = call.words;
  const [command = "", main = ""] = ownCommand();
  const start = (word: readonly string[]) => [main, ...word, "--vault", findVault(call)];
  const ofClients = names.map((name): Wanted => {
    const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (client === undefined) throw unknownClient(name, Object.keys(clients));
    const { title, file, withServer } = client;
    return {
      ...{ title, file, ...(file.startsWith(home) ? { within: home } : {}) },
      change: (text) => withServer(text, { command, args: [...start(["mcp"]), ...words] }),
    };
  });
  const line = (args: readonly string[]): string => [command, ...args].map(shellQuote).join(" ");
  const hooks: Wanted = {
    ...{ title: "Claude Code's hooks", file: hooksFile(home), within: home },
    change: (text) =>
      withHooks(text, {
        SessionStart: `${line([...start(["mcp", "context"]), ...words])} ${ofLoci}`,
        // Where there is nothing to sync with, that is no fault of the session.
        SessionEnd: `${line([...start(["sync"]), "--quiet"])} || true ${ofLoci}`,
      }),
  };
  const notes = call.flags["agents-md"];
  const files = Array.isArray(notes) ? notes.map((file) => resolve(call.cwd, String(file))) : [];
  const blocks = files.map(
    (file): Wanted => ({
      ...{ title: "Instructions", file },
      change: (text) => setMarkedBlock(text, advice),
    }),
  );
  return [...ofClients, ...(call.flags.hooks === true ? [hooks] : []), ...blocks];
}

async function install(call: Call, { title, file, within, change }: Wanted): Promise<void> {
  const before = readPlainFile(file);
  const after = changed(file, before, change);
  const isDry = call.flags["dry-run"] === true;
  if (after === before) {
    tell(call, { title, file, status: "same" });
    return;
  }
  if (!call.json) call.print(`${title}: ${file}\n${difference(before, after)}`);
  const isWanted = !isDry && (await confirm(call, "Write this? [y/N] ", noTerminal));
  if (isWanted) replaceFile(file, { before, after, within });
  tell(call, { title, file, status: isWanted ? "written" : "unwritten" });
}

function changed(file: string, before: string, change: (text: string) => string): string {
  try {
    return change(before);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new LociError(
      "BAD_INPUT",
      `Cannot change ${file}: ${cause.message}; fix it, or add the server by hand (docs/mcp.md)`,
      { cause, data: { file } },
    );
  }
}

function tell(call: Call, done: { title: string; file: string; status: string }): void {
  if (call.json) call.printJson(done);
  else if (done.status === "same") call.print(`${done.title}: ${done.file} says so already`);
  else if (done.status === "written") call.print(`Written: ${done.file}`);
  else call.aside("Nothing was written");
}

function list(call: Call, clients: Readonly<Record<string, McpClient>>): void {
  for (const [client, { title, file }] of Object.entries(clients)) {
    const isThere = existsSync(file);
    if (call.json) call.printJson({ client, title, file, isThere });
    else call.print(`${client.padEnd(16)}${file}${isThere ? "" : " (not there)"}`);
  }
}

/** The lines that differ; of a long line, which may hold anything, only the part. */
function difference(before: string, after: string): string {
  const parts = apart(before.split("\n"), after.split("\n"));
  const isLong = [...parts.gone, ...parts.come].some((line) => line.length > 300);
  const { gone, come } = isLong ? apart([...before], [...after]) : parts;
  const glue = isLong ? "" : "\n";
  const shown = (mark: string, all: readonly string[]): string[] =>
    all.length === 0
      ? []
      : all
          .join(glue)
          .split("\n")
          .map((line) => `${mark} ${line}`);
  return [...shown("-", gone), ...shown("+", come)].join("\n");
}

function apart(before: readonly string[], after: readonly string[]) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    gone: before.slice(start, before.length - end),
    come: after.slice(start, after.length - end),
  };
}

const noTerminal =
  'Cannot ask whether to write that: there is no terminal; "loci mcp install --yes" does it unasked, "--dry-run" only shows it';

const unknownClient = (name: string, names: readonly string[]): LociError =>
  new LociError(
    "USAGE",
    `Cannot install into "${name}": there is no such client; ${adviceOn(name, names, `there is ${names.join(", ")}`)}`,
    { data: { client: name } },
  );
