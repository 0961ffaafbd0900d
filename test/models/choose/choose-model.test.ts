import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { chooseModel, type ModelSettings } from "../../../src/models/choose/choose-model.ts";
import type { Model } from "../../../src/models/respond.ts";
import { useTempFolder } from "../../temp.ts";
import { type ChatServer, startChatServer } from "../chat-server.ts";

const open: ChatServer[] = [];
let root: string;
let outside: string;

beforeEach(() => {
  const temp = useTempFolder();
  root = join(temp, "vault");
  outside = join(temp, "outside");
  for (const folder of [root, outside]) mkdirSync(folder);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(options: Parameters<typeof startChatServer>[0]): Promise<ChatServer> {
  const server = await startChatServer(options);
  server.always = "ok";
  open.push(server);
  return server;
}

const chosen = (settings: Partial<ModelSettings> = {}, env: Record<string, string> = {}) =>
  chooseModel({ settings: { provider: "auto", ...settings }, env, isLive: true, root });

function choose(...of: Parameters<typeof chosen>): Model {
  const model = chosen(...of);
  if (model === undefined) throw new TypeError("no server");
  return model;
}

const openAi = "gpt-5-mini at api.openai.com";

describe("chooseModel() takes", () => {
  const cases: [string, Partial<ModelSettings>, Record<string, string>, string][] = [
    ["the offline model where nothing is set", {}, {}, "offline"],
    [
      "the offline model where it is set",
      { provider: "offline", baseUrl: "http://nas/v1" },
      { OPENAI_API_KEY: "k" },
      "offline",
    ],
    ["OpenAI where its key is there", {}, { OPENAI_API_KEY: "k" }, openAi],
    ["OpenAI where a key of Loci's is there", {}, { LOCI_MODEL_API_KEY: "k" }, openAi],
    ["another model there", { name: "gpt-5" }, { OPENAI_API_KEY: "k" }, "gpt-5 at api.openai.com"],
    ["OpenAI where that is set, key or not", { provider: "openai" }, {}, openAi],
    [
      "the server beside the key in the environment",
      { name: "m" },
      { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://lan:1/v1" },
      "m at lan:1",
    ],
    [
      "no server of the environment without its key",
      {},
      { OPENAI_BASE_URL: "http://lan:1/v1" },
      "offline",
    ],
    [
      "OpenAI for a key of Loci's, whatever else the environment says",
      {},
      { LOCI_MODEL_API_KEY: "k", OPENAI_API_KEY: "o", OPENAI_BASE_URL: "http://lan:1/v1" },
      openAi,
    ],
    [
      "the server that is set before that of the environment",
      { baseUrl: "http://nas:1/v1", name: "m" },
      { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://lan:1/v1" },
      "m at nas:1",
    ],
  ];
  test.each(cases)("%s", (_name, settings, env, id) => {
    expect(chosen(settings, env)?.id ?? "offline").toBe(id);
  });
});

test("chooseModel() wants a model named for a server that is not OpenAI's", () => {
  expect(() => chosen({ baseUrl: "http://nas:1/v1" })).toThrow(
    'Cannot use the model at "http://nas:1/v1": no model is named; name one that it has',
  );
});

describe("chooseModel() sends a key", () => {
  const keyOf = async (server: ChatServer, model: Model): Promise<string | undefined> => {
    await model.probe();
    return server.headers.at(-1)?.authorization;
  };

  test("of Loci's to the server that is set; OpenAI's never", async () => {
    const server = await start({});
    const settings = { baseUrl: server.url, name: "test-model" };
    const env = { OPENAI_API_KEY: "sk-openai", OPENAI_BASE_URL: server.url };
    expect(await keyOf(server, choose(settings, env))).toBeUndefined();
    expect(await keyOf(server, choose(settings, { ...env, LOCI_MODEL_API_KEY: "sk-own" }))).toBe(
      "Bearer sk-own",
    );
  });

  test("of OpenAI's to the address beside it in the environment", async () => {
    const server = await start({});
    const env = { OPENAI_API_KEY: "sk-openai", OPENAI_BASE_URL: server.url };
    expect(await keyOf(server, choose({ name: "test-model" }, env))).toBe("Bearer sk-openai");
  });

  test("from a file, which goes before OpenAI's", async () => {
    const server = await start({});
    const file = join(outside, "key");
    writeFileSync(file, "sk-file\n");
    const settings = { baseUrl: server.url, name: "test-model", apiKeyFile: file };
    expect(await keyOf(server, choose(settings, { OPENAI_API_KEY: "x" }))).toBe("Bearer sk-file");
    expect(choose({ apiKeyFile: file }).id).toBe(openAi);
  });

  test("from no file that is in the vault, missing, empty or a folder", () => {
    const inside = join(root, "..key");
    writeFileSync(inside, "sk-inside");
    symlinkSync(inside, join(outside, "link"));
    writeFileSync(join(outside, "empty"), " \n");
    const sentences = [inside, ...["link", "none", "empty", ""].map((name) => join(outside, name))];
    const refusals = sentences.map((apiKeyFile) => {
      try {
        return choose({ apiKeyFile }).id;
      } catch (error) {
        if (!(error instanceof LociError) || error.code !== "BAD_CONFIG") throw error;
        return error.message.replaceAll(apiKeyFile, "FILE");
      }
    });
    expect(refusals).toMatchInlineSnapshot(`
      [
        "Cannot read the key from "FILE": it lies in the vault, which is synced; move it out",
        "Cannot read the key from "FILE": it lies in the vault, which is synced; move it out",
        "Cannot read the key from "FILE": ENOENT: no such file or directory, open 'FILE'; set LOCI_MODEL_API_KEY or model.apiKeyFile",
        "Cannot read the key from "FILE": it is empty; set LOCI_MODEL_API_KEY or model.apiKeyFile",
        "Cannot read the key from "FILE": EISDIR: illegal operation on a directory, read; set LOCI_MODEL_API_KEY or model.apiKeyFile",
      ]
    `);
  });
});
