import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles } from "../../src/vault/list-files.ts";
import { learn } from "../private-talk.ts";
import { runLoci } from "../run-loci.ts";
import { type Script, watchVault } from "../watched-vault.ts";

const files = {
  "topics/cooking.md":
    "---\ntitle: Cooking\naliases: [recipes]\n---\n\n- Bomba rice for paella\n- Broth from chicken bones\n",
  "topics/garden.md": "# Garden\n\n- The tomatoes want water twice a week\n",
};

/** The file that a vault has a text in. */
const fileWith = (root: string, text: string): string | undefined =>
  listFiles(root).files.find(({ path }) => readFileSync(join(root, path), "utf8").includes(text))
    ?.path;

/** Where a sentence lands that somebody says in a conversation. */
async function said(text: string, person: string | undefined, script: Script, asks = "") {
  const vault = await watchVault(files, script);
  await vault.talk([asks + text], person === undefined ? {} : { person });
  return fileWith(vault.root, text);
}

const byTool = (text: string, person?: string) => {
  const script: Script = {
    reply: (_, nth) =>
      nth === 0 ? { toolCalls: [{ name: "remember", arguments: { text } }] } : "Noted.",
  };
  return said(text, person, script, "Remember: ");
};

const byDigestion = (text: string, person?: string) =>
  said(text, person, { extract: () => ({ conclusions: learn(text) }) });

async function byCommand(text: string) {
  const { root } = await watchVault(files);
  await runLoci(["remember", text, "--vault", root]);
  return fileWith(root, text);
}

test.each([
  ["Paella needs more broth than rice", "topics/cooking.md"],
  ["The locker number of Albert is 512", "general/"],
])(
  "«%s» lands in %s, be it saved by command, by the agent's tool or by digestion",
  async (text, file) => {
    const found = [await byCommand(text), await byTool(text), await byDigestion(text)];
    expect(found[0]).toMatch(new RegExp(`^${file}`));
    expect(new Set(found.map((path) => path?.replace(/\d{4}-\d\d/, "")))).toHaveLength(1);
  },
);

test.each([
  ["Paella needs more broth than rice", "topics/cooking.md"],
  ["The locker number of Albert is 512", "people/ana/general/2026-02.md"],
])("«%s», said by Ana, lands in %s, at once or at the end", async (text, file) => {
  expect([await byTool(text, "ana"), await byDigestion(text, "ana")]).toEqual([file, file]);
});
