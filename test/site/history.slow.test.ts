import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { serveSite } from "../../src/app/site/serve-site.ts";
import { createPastVault, type PastVault } from "../past-vault.ts";

/** The site of `loci up`, for what its pages say. */
async function openSite({ root }: PastVault) {
  const env = { PATH: process.env.PATH, LOCI_TIMEZONE: "Europe/Madrid" };
  const loci = await openLoci({ root, env, now: Date.now, report: () => {} });
  const site = serveSite(loci.vault);
  onTestFinished(async () => {
    await site.close();
    await loci.close({ timeoutMs: 0 });
  });
  return async (path: string) => {
    const { status, bytes } = await site.page(path);
    const html = Buffer.from(bytes).toString();
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    return { status, html, words: main.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ") };
  };
}

test("a topic's history says what was learned, changed and removed, when, by whom and where", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "# Cooking\n\n- Likes [[rice]]\n- Old oven\n");
  vault.write("topics/rice.md", "# Rice\n");
  vault.commit("begun", "2025-01-02T10:00:00+01:00");
  vault.write("topics/cooking.md", "# Cooking\n\n- Likes bomba [[rice]]\n- Old oven\n");
  vault.commit("cooking: replaced 1\n\nDevice: board\nAgent: rostro", "2025-02-03T11:30:00+01:00");
  vault.write("topics/cooking.md", "# Cooking\n\n- Likes bomba [[rice]]\n");
  vault.commit("cooking: removed 1\n\nDevice: laptop", "2025-02-03T11:40:00+01:00");
  vault.write("topics/cooking.md", "# Cooking\n\n- Likes bomba [[rice]]\n- Stock from bones\n");
  const page = await openSite(vault);
  expect((await page("/topics/cooking/")).html).toContain('href="/history/topics/cooking.md/"');
  const { status, words, html } = await page("/history/topics/cooking.md/");
  expect(status).toBe(200);
  expect(words).toContain("History: Cooking");
  const [newer = "", older = ""] = words.split("January");
  expect(newer).toMatch(/February 3, 2025.* 11:30 rostro · board /);
  expect(newer).toContain("replaced Likes bomba Rice was Likes Rice");
  expect(newer).toContain("11:40 Ana · laptop removed Old oven");
  expect(newer).toContain("learned Stock from bones");
  expect(older).toMatch(/learned Old oven learned Likes Rice/);
  expect(html).toContain('href="/topics/rice/"');
  expect((await page("/history/topics/nothing.md/")).status).toBe(404);
  for (const path of ["/history/", "/history/%/", "/history/%ff/", "/history/..%2fx.md/"])
    expect([path, (await page(path)).status]).toEqual([path, 404]);
});

test("nothing that is or was hidden is in it: secrets of any version, what is private now, people, what was forgotten", async () => {
  const vault = await createPastVault();
  const cooking = (...lines: string[]) =>
    vault.write("topics/cooking.md", ["# Cooking", "", "- Open", ...lines, ""].join("\n"));
  cooking(
    "- Xylophone one [sensitivity:: secret]",
    "- Xylophone two",
    "- Xylophone three",
    "- Xylophone six [person:: ben]",
  );
  vault.write("people/ana/topics/shed.md", "- Xylophone five\n");
  vault.commit("begun", "2025-01-02T10:00:00+01:00");
  await vault.loci("forget", "Xylophone three", "--yes");
  cooking("- Now said openly", "- Xylophone two #private", "- Open later", "- Mine");
  vault.commit("reworded", "2025-02-02T10:00:00+01:00");
  const page = await openSite(vault);
  const { status, words } = await page("/history/topics/cooking.md/");
  expect(status).toBe(200);
  expect(words).toContain("Open");
  expect(words).not.toMatch(/xylophone/i);
  expect((await page("/history/people/ana/topics/shed.md/")).status).toBe(404);
});

test("what was private in any version is in none, though nothing is private now", async () => {
  const vault = await createPastVault();
  const version = (day: string, ...lines: string[]): void => {
    vault.write("topics/cooking.md", ["# Cooking", "", "- Open", ...lines, ""].join("\n"));
    vault.commit("changed", `2025-01-${day}T10:00:00+01:00`);
  };
  version("01", "- Xylophone five");
  version("02", "- Xylophone one #private", "- Xylophone two", "- Opened #private");
  version("03", "- Xylophone two #private", "- Opened", "## Ana's #private", "- Xylophone three");
  version(
    "04",
    "- Was Xylophone four [person:: ben]",
    "- Opened",
    "",
    "And Xylophone five. #private",
  );
  version("05", "- Opened", "- Struck");
  version("06", "- Opened");
  const { words } = await (await openSite(vault))("/history/topics/cooking.md/");
  for (const open of ["learned Open ", " Opened", "removed Struck"]) expect(words).toContain(open);
  expect(words).not.toMatch(/xylophone/i);
});

test("where there is no history the page says why", async () => {
  const vault = await createPastVault();
  vault.write("topics/cooking.md", "# Cooking\n\n- Open\n");
  vault.commit("begun", "2025-01-02T10:00:00+01:00");
  const page = await openSite(vault);
  vault.write(".git/HEAD", "nonsense\n");
  expect((await page("/history/topics/cooking.md/")).words).toMatch(/Cannot /);
});
