import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { findServer } from "../../../src/models/choose/find-server.ts";
import { useTempFolder } from "../../temp.ts";

type Env = Record<string, string>;
const openAi = "https://api.openai.com/v1";
const general = { OPENAI_API_KEY: "general" };
const beside = { ...general, OPENAI_BASE_URL: "http://lan:1/v1" };
const own = { LOCI_MODEL_API_KEY: "own" };

/** A folder with a vault and a file with a key beside it. */
function usePlaces() {
  const temp = useTempFolder();
  const [root, outside] = [join(temp, "vault"), join(temp, "outside")];
  for (const folder of [root, outside]) mkdirSync(folder);
  const file = join(outside, "key");
  writeFileSync(file, "filed\n");
  return { root, outside, file };
}

const nas = "http://nas/v1";
test.each<[string, string | undefined, Env, string, string?]>([
  ["OpenAI without a key", undefined, {}, openAi],
  ["OpenAI with its key", undefined, general, openAi, "general"],
  [
    "OpenAI with Loci's key, whatever else there is",
    undefined,
    { ...beside, ...own },
    openAi,
    "own",
  ],
  ["the server beside the key in the environment", undefined, beside, "http://lan:1/v1", "general"],
  ["no server of the environment without its key", undefined, { OPENAI_BASE_URL: nas }, openAi],
  ["the server that is set, without a key that is OpenAI's", nas, beside, nas],
  ["the server that is set, with Loci's key", nas, { ...beside, ...own }, nas, "own"],
  ["OpenAI where it is set, with its key", `${openAi}/`, beside, `${openAi}/`, "general"],
])("findServer() finds %s", (_name, url, env, baseUrl, key) => {
  const found = findServer({ section: "model", settings: { url }, env, root: "/no/vault" });
  expect(found).toEqual({ baseUrl, key });
});

test("findServer() takes the key of a file before OpenAI's, and that of its section", () => {
  const { root, file } = usePlaces();
  const env = { ...beside, LOCI_TRANSCRIBER_API_KEY: "ears" };
  const settings = { url: "http://nas/v1", apiKeyFile: file };
  expect(findServer({ section: "model", settings, env, root }).key).toBe("filed");
  expect(findServer({ section: "voice.transcriber", settings, env, root }).key).toBe("ears");
});

test("findServer() takes no key from a file in the vault, or one that is missing, empty or a folder", () => {
  const { root, outside } = usePlaces();
  const inside = join(root, "..key");
  writeFileSync(inside, "sk-inside");
  symlinkSync(inside, join(outside, "link"));
  writeFileSync(join(outside, "empty"), " \n");
  const files = [inside, ...["link", "none", "empty", ""].map((name) => join(outside, name))];
  const refusals = files.map((apiKeyFile) => {
    try {
      return findServer({ section: "model", settings: { apiKeyFile }, env: {}, root });
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
