import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { toolsFor } from "../../src/agent/tools.ts";
import { commandNames } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { apiOperations } from "../../src/server/create-app.ts";
import { startServer } from "../../src/server/start-server.ts";
import { configFolder } from "../run-loci.ts";
import { fakeLoci, served } from "../server/serve.ts";
import { noon, type WatchedVault, watchVault } from "../watched-vault.ts";
import { commitFiles, everyones, files, viewers, words } from "./private-vault.ts";

type Name = keyof typeof viewers;

/** What a door lets through to a viewer, as text; and the words that it is there to show them. */
interface Door {
  readonly look: (who: Name) => Promise<string>;
  readonly shows: Readonly<Partial<Record<Name, readonly string[]>>>;
}

let vault: WatchedVault;
let url: URL | undefined;

beforeEach(async () => {
  url = undefined;
  vault = await watchVault(files, {
    reply: (_, nth) =>
      nth === 0
        ? {
            toolCalls: [
              ...words.map((query) => ({ name: "recall", arguments: { query } })),
              ...["home", "gifts", "safe", "people/ben/topics/gifts.md", "music"].map((topic) => ({
                ...{ name: "read_topic", arguments: { topic } },
              })),
            ],
          }
        : "Fine.",
  });
  cpSync(history, join(vault.root, ".git"), { recursive: true });
});

/** What git knows of the vault's files: the same for all, so it is made once. */
let history = "";

beforeAll(() => {
  const root = commitFiles(files);
  history = join(root, ".git");
  return () => rmSync(root, { recursive: true });
});

/** Runs a command in this process; all that it prints, and with a failure its sentence. */
async function run(args: readonly string[], input = ""): Promise<string> {
  let said = "";
  const out = new PassThrough().on("data", (chunk) => {
    said += String(chunk);
  });
  await runCli([...args, "--vault", vault.root], {
    ...{ env: vault.env, cwd: "/", stdin: Readable.from([input]), stdout: out, stderr: out },
    now: () => noon,
  });
  return said;
}

const both = async (...args: readonly string[]): Promise<string> =>
  `${await run(args)}\n${await run([...args, "--json"])}`;

/** The same for several things that a command may be asked for. */
async function each(asked: readonly string[], look: (one: string) => Promise<string>) {
  let said = "";
  for (const one of asked) said += `${await look(one)}\n`;
  return said;
}

/** A command for each word, without the word where the answer only says it back. */
const eachWord = (who: Name, command: (word: string) => readonly string[]): Promise<string> =>
  each(words, async (word) =>
    (await both(...command(word), ...viewers[who].flags))
      .replaceAll(`"${word}"`, "")
      .replaceAll(`\\"${word}\\"`, ""),
  );

const topics = "home gifts safe music Gifts people/ben/profile.md people/ben.md".split(" ");

/** A question says its words itself, in an answer and in what a model asked a tool for. */
const answers = (text: string): string =>
  text.replace(/\\*"(?:query|message)\\*":\\*"[^"\\]*\\*"/g, "");

async function serve(): Promise<URL> {
  const server = await startServer(await vault.open(), { port: 0, strict: true, report: () => {} });
  onTestFinished(() => server.close());
  return new URL(server.url);
}

const token = (): string => readFileSync(join(configFolder, "token"), "utf8").trim();

async function ask(path: string, who: Name, body?: object): Promise<string> {
  url ??= await serve();
  const headers = { authorization: `Bearer ${token()}` };
  const query = new URLSearchParams(viewers[who].query);
  const answer =
    body === undefined
      ? await fetch(`${url.origin}${path}${path.includes("?") ? "&" : "?"}${query}`, { headers })
      : await fetch(`${url.origin}${path}`, {
          ...{ method: "POST", headers: { ...headers, "content-type": "application/json" } },
          body: JSON.stringify({ ...body, ...viewers[who].query }),
        });
  return answer.text();
}

/** What the tools that read answer for all words and topics, by plain requests of the protocol of 2025. */
async function callMcpTools(who: Name): Promise<string> {
  url ??= await serve();
  const at = `${url.origin}/mcp?${new URLSearchParams(viewers[who].query)}`;
  const headers = {
    ...{ authorization: `Bearer ${token()}`, "content-type": "application/json" },
    accept: "application/json, text/event-stream",
  };
  const call = async (name: string, args: object) => {
    const params = { name, arguments: args };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await fetch(at, { method: "POST", headers, body })).text();
  };
  const said = await Promise.all([
    ...words.map((query) => call("recall", { query, limit: 50 })),
    ...words.map((query) => call("context", { query, budget_tokens: 20_000 })),
    ...topics.map((topic) => call("read_topic", { topic })),
    ...[call("list_topics", {}), call("recent", {})],
  ]);
  return said.join("\n");
}

const prompts = (): string => JSON.stringify(vault.server.requests.map(({ messages }) => messages));

const conversation = `what about the ring, the bicycle and the safe?\n/topic home\nand now?\n/topic gifts\nand now?\n/topic safe\nand?\n/why\n/forget ringword\n/forget Hides the ring in the flour tin ringword\n`;

const doorOfWords = (command: (word: string) => readonly string[], bens = "ringword"): Door => ({
  look: (who) => eachWord(who, command),
  shows: { nobody: everyones, ana: ["anaword"], ben: bens.split(" "), concierge: ["safeword"] },
});

const owns = { nobody: everyones, ana: ["anaword"], ben: ["ringword"], concierge: ["safeword"] };

const doors: Readonly<Record<string, Door>> = {
  recall: {
    look: async (who) => {
      const { flags } = viewers[who];
      const asked = words.map((query, id) => `${JSON.stringify({ id, query, k: 50 })}\n`).join("");
      const question = "the ring, the bicycle and the safe";
      const plain = await both("recall", question, "--archive", ...flags);
      return plain + (await run(["recall", "--stdin", ...flags], asked));
    },
    shows: {
      nobody: everyones,
      ana: ["anaword"],
      ben: ["bikeword", "ringword", "wrapword", "bowword", "profileword", "noteword"],
      concierge: ["safeword"],
    },
  },
  "recall of an entry's neighbours": {
    look: (who) => both("recall", "key lamp hangs", "-k", "50", ...viewers[who].flags),
    shows: { nobody: everyones },
  },
  show: {
    look: (who) => each(topics, (topic) => both("show", topic, ...viewers[who].flags)),
    shows: { nobody: everyones, ana: ["anaword"], ben: ["bikeword", "ringword", "bowword"] },
  },
  "show without a name": {
    look: (who) => both("show", ...viewers[who].flags),
    shows: { nobody: [], ben: ["sumword"] },
  },
  "history of all": {
    look: (who) => both("history", ...viewers[who].flags),
    shows: {
      nobody: ["lampword"],
      ana: ["lampword"],
      ben: ["sessionword", "ringword", "bikeword", "toldword", "saidword"],
    },
  },
  history: {
    look: (who) => each(topics, (topic) => both("history", topic, ...viewers[who].flags)),
    shows: { nobody: everyones, ana: ["anaword"], ben: ["bikeword", "ringword"] },
  },
  why: doorOfWords((word) => ["why", word]),
  forget: {
    look: (who) => both("forget", "--all", "--dry-run", ...viewers[who].flags),
    shows: { nobody: everyones, ana: ["anaword"], ben: ["ringword", "bikeword"] },
  },
  "forget by words": doorOfWords((word) => ["forget", word, "--dry-run"]),
  export: {
    look: (who) => run(["export", ...viewers[who].flags]),
    shows: { nobody: everyones, ana: ["anaword"], ben: ["ringword", "bikeword"] },
  },
  "undo ENTRY": {
    look: (who) => eachWord(who, (word) => ["undo", word]),
    shows: { ben: ["boatword"] },
  },
  upkeep: {
    look: (who) => both("upkeep", "--dry-run", ...viewers[who].flags),
    shows: { ben: ["bellword"] },
  },
  chat: {
    look: async (who) => {
      const said = await run(["chat", ...viewers[who].flags], conversation);
      const json = await run(["chat", "--json", ...viewers[who].flags], conversation);
      const all = said + json + prompts();
      return all.replaceAll(
        /\/forget [^\n]*?ringword|Hides the ring in the flour tin ringword(?=\\?")/g,
        (part) => (who === "ben" ? part : ""),
      );
    },
    shows: {
      nobody: everyones,
      ana: everyones,
      ben: ["ringword", "bikeword"],
      concierge: ["safeword"],
    },
  },
  "/api/recall": {
    look: (who) => each(words, (word) => ask(`/api/recall?k=50&q=${word}`, who)),
    shows: owns,
  },
  "/api/facts": { look: (who) => ask("/api/facts?limit=1000", who), shows: owns },
  "/api/topics": { look: (who) => ask("/api/topics?all=1", who), shows: { ben: ["sumword"] } },
  "/api/recent": { look: (who) => ask("/api/recent", who), shows: { ben: ["recentword"] } },
  mcp: {
    look: callMcpTools,
    shows: owns,
  },
  "/api/chat": {
    look: async (who) =>
      (await ask("/api/chat", who, { message: "ring, bicycle, safe?" })) + prompts(),
    shows: {
      nobody: everyones,
      ana: everyones,
      ben: ["ringword", "bikeword"],
      concierge: ["safeword"],
    },
  },
};

describe.each(Object.keys(viewers) as Name[])("%s sees what is theirs, and no more,", (who) => {
  test.each(Object.entries(doors))("by %s", async (_, { look, shows }) => {
    const said = answers(await look(who));
    const sees: readonly string[] = viewers[who].sees;
    const seen = words.filter((word) => said.includes(word));
    expect(seen.filter((word) => !sees.includes(word))).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining([...(shows[who] ?? [])]));
    expect(vault.server.violations).toEqual([]);
  });
});

/** What shows nothing of the memory, and `sessions`, by which whoever owns the device manages it; a new one has to take its side here. */
const silent = {
  commands:
    "init up voice serve token remember import digest sync undo index site doctor config merge-file sessions".split(
      " ",
    ),
  tools: ["remember", "set_slot", "hand_off"],
  routes: [
    ..."people sync undo voice memory-banks agents sessions html languages"
      .split(" ")
      .map((one) => `/api/${one}`),
    // Models are agents' names; a completion is a conversation as that of /api/chat.
    "/v1",
  ],
};

test("every command, tool and address is one of these doors, or shows nothing", () => {
  const names = Object.keys(doors);
  const shown = commandNames.filter((name) => !silent.commands.includes(name));
  expect(shown.filter((name) => !names.includes(name))).toEqual([]);
  const addresses = apiOperations(served(fakeLoci())).map(({ at }) => at.split(" ")[1] ?? at);
  const isKnown = (path: string) =>
    [...names, ...silent.routes].some((one) => `${path}/`.startsWith(`${one}/`));
  expect(addresses.filter((path) => !isKnown(path))).toEqual([]);
  const agents = new Map(["a", "b"].map((id) => [id, { id, persona: "", banks: [] }]));
  const tools = toolsFor({ memory: { reads: true, writes: true }, agents, banks: [] }, "a");
  const used = ["recall", "read_topic"];
  expect(tools.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual(
    silent.tools,
  );
});
