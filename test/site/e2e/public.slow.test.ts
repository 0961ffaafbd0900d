import { join } from "node:path";
import { expect, test } from "vitest";
import { buildSite } from "../../../site/build/build-site.ts";
import { parsePublicList } from "../../../site/vault/public-list.ts";
import { listPublic } from "../../../site/vault/show-listed.ts";
import { useTempFolder } from "../../temp.ts";
import { protectedBank } from "../hard/private.ts";
import { hardBanks, writeHardVault } from "../hard-vault.ts";
import { filesOf, siteOptions } from "./built-site.ts";
import { textOf, wordsIn } from "./out-words.ts";

const choice = {
  banks: hardBanks,
  defaultBank: "Personal",
  include: [],
  protectedBanks: [protectedBank],
};

/** Words that no public site says, whatever was listed. */
const neverPublic =
  /frontmatter-remark|html-remark|obsidian-remark|block-remark|block-percent-remark|01HARD\w*|there is a lemon tree|vscode:/g;

test("buildSite() --public with everything listed tells no comment, source, session, quote or private word", async () => {
  const { out, files } = await buildPublic(() => true);
  expect(wordsIn(out, neverPublic)).toEqual([]);
  expect(wordsIn(out, /\w*xqz/gi)).toEqual([]);
  expect(files.filter((file) => file.includes("history/"))).toEqual([]);
  const words = textOf(out);
  for (const shown of ["the lemon tree", "An entry to be listed", "Tomatoes go out"]) {
    expect(words).toContain(shown);
  }
  expect(words).not.toContain("noindex");
}, 120_000);

test("buildSite() --public shows one listed memory of a file and nothing beside it", async () => {
  const { out, files } = await buildPublic((line) => line.includes("Tomatoes go out after"));
  const words = textOf(out);
  expect(words).toContain("Tomatoes go out after 15 May");
  const others =
    /leeks live|Fix the gate|twine|grows, and when|lorem ipsum|The first, with|lemon tree|\bFoo\b|[Kk]itchen/g;
  expect(wordsIn(out, others)).toEqual([]);
  expect(files.filter((file) => file.startsWith("files/"))).toEqual([]);
});

test("buildSite() --public with an empty list shows nothing", async () => {
  const { out } = await buildPublic(() => false);
  expect(wordsIn(out, /Tomatoes|lemon tree|garden|kitchen|spoken-/gi)).toEqual([]);
});

/** A public site of the hard vault, with those lines of the list that a reviewer left in. */
async function buildPublic(
  isListed: (line: string) => boolean,
): Promise<{ readonly out: string; readonly files: readonly string[] }> {
  const folder = useTempFolder();
  const root = join(folder, "vault");
  const out = join(folder, "site");
  writeHardVault(root);
  const list = (await listPublic(root, choice)).split("\n").filter(isListed).join("\n");
  const publicList = parsePublicList(list, "public.txt");
  await buildSite(siteOptions(root, out, { publicList, editor: "vscode" }));
  return { out, files: filesOf(out) };
}
