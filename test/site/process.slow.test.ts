import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { buildOnce } from "../../site/bundle.ts";
import type { SiteOptions } from "../../site/vault/site-options.ts";
import { openSiteProcess } from "../../src/app/site/site-process.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { options } from "./vault/read-site.ts";

function openSite(root: string, own: Partial<SiteOptions> = {}) {
  const site = openSiteProcess(() => ({ ...options, root, ...own }));
  onTestFinished(site.close);
  const text = async (path: string): Promise<string> => {
    const { bytes } = await site.page(path);
    return Buffer.from(bytes).toString();
  };
  return { ...site, text };
}

const files = {
  "topics/cooking.md":
    "# Cooking\n\n- Prefers bomba rice (2026-02-12)\n- Bought an oven (2026-02-11) ^oven\n\n![[oven.png]]\n",
  "topics/oven.png": "an oven",
  "topics/unseen.png": "unseen",
  "people/ana/topics/shed.md": "- The xylophone (2026-02-01)\n\n![[shed.png]]\n",
  "people/ana/shed.png": "xylophone",
} as const;

test("a page is as fresh as its file, and what is forgotten is gone at the next one", async () => {
  const root = useVault(files);
  const site = openSite(root);
  expect(await site.text("/topics/cooking/")).toContain("bomba rice");
  expect(await site.text("/pagefind/pagefind-entry.json")).toContain("languages");
  appendFileSync(join(root, "topics/cooking.md"), "- Broth from bones (2026-02-13)\n");
  writeFileSync(join(root, "topics/garden.md"), "- Sage by the wall\n");
  site.refresh();
  expect(await site.text("/topics/cooking/")).toContain("Broth from bones");
  expect((await site.page("/topics/garden/")).status).toBe(200);
  writeFileSync(join(root, "topics/cooking.md"), "# Cooking\n");
  rmSync(join(root, "topics/garden.md"));
  site.refresh();
  for (const path of [
    "/",
    "/topics/cooking/",
    "/topics/",
    "/timeline/",
    "/feed.xml",
    "/graph.json",
    "/tags/",
  ])
    expect(await site.text(path), path).not.toMatch(/bomba|Broth|Sage/);
  expect((await site.page("/topics/garden/")).status).toBe(404);
});

test.each([
  "/../canary.html",
  "/%2e%2e/canary.html",
  "/..%2fcanary.html",
  "/topics%2f..%2f..%2fcanary.html",
  "/files/../topics/cooking.md",
  "/files/topics/cooking.md",
  "/files/topics/unseen.png",
  "/files/people/ana/shed.png",
  "/files/%2e%2e/canary.html",
  "/files/..%2f..%2fetc%2fpasswd",
  "/pagefind/../server/entry.mjs",
  "/assets/../../server/entry.mjs",
  "/server/entry.mjs",
  "/people/ana/topics/shed/",
  "/people/",
  "//127.0.0.1/",
  "/%",
  "/%c0%ae%c0%ae/canary.html",
  "/index.html%00",
  "/.loci/",
  "/loci.yaml",
  "/__proto__/",
  "/constructor",
  `/${"a".repeat(5_000)}/`,
])("%s shows nothing", async (path) => {
  const root = useVault({ ...files, "loci.yaml": "site: {}\n" });
  const site = openSite(root);
  const { status, bytes } = await site.page(path);
  expect(status).not.toBe(200);
  expect(Buffer.from(bytes).toString()).not.toMatch(/canary|xylophone|root:|import /);
});

test("a file that a page shows has an address of its own", async () => {
  const site = openSite(useVault(files));
  const { status, contentType, bytes } = await site.page("/files/topics/oven.png");
  expect([status, contentType, Buffer.from(bytes).toString()]).toEqual([
    200,
    "image/png",
    "an oven",
  ]);
});

test("two vaults by turns leave nothing of each other, nor of what was included, in the other's site or in the bundle", async () => {
  const [out, others] = [join(useTempFolder(), "www"), join(useTempFolder(), "www")];
  const words = (of = out): string =>
    readdirSync(of, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:html|xml|json)$/.test(name))
      .map((name) => readFileSync(join(of, name), "utf8"))
      .join();
  const [first, second] = [useVault(files), useVault({ "notes/other.md": "- The accordion\n" })];
  await openSite(first, { include: ["people"] }).export(out);
  expect(words()).toContain("xylophone");
  expect(existsSync(join(out, "files/people/ana/shed.png"))).toBe(true);
  await openSite(first).export(out);
  expect(words()).toContain("bomba");
  expect(words()).not.toContain("xylophone");
  expect(existsSync(join(out, "files/people"))).toBe(false);
  await expect(openSite(second).export(out)).rejects.toThrow(/no site of this vault/);
  expect(words()).toContain("bomba");
  await openSite(second).export(others);
  await openSite(first).export(out);
  expect(words(others)).toContain("accordion");
  expect(words(others)).not.toMatch(/bomba|Cooking/);
  expect(words()).not.toContain("accordion");
  const bundle = new URL("../", await buildOnce()).pathname;
  for (const name of readdirSync(bundle, { recursive: true, encoding: "utf8" })) {
    if (/\.m?js$|\.json$/.test(name))
      expect(readFileSync(join(bundle, name), "utf8"), name).not.toMatch(/accordion|bomba rice/);
  }
});

test("an export leaves a folder alone that is no site", async () => {
  const out = useTempFolder();
  writeFileSync(join(out, "photo.jpg"), "x");
  await expect(openSite(useVault(files)).export(out)).rejects.toThrow(
    /holds files that are no site/,
  );
  expect(readdirSync(out)).toEqual(["photo.jpg"]);
});

test("an export that fails, or is killed, leaves the earlier site whole, and nothing else behind", async () => {
  const [root, out] = [useVault(files), join(useTempFolder(), "www")];
  await openSite(root).export(out);
  const before = readdirSync(out, { recursive: true }).sort();
  writeFileSync(join(root, "topics/new.md"), "- New\n");
  writeFileSync(join(out, "new"), "a person's own");
  writeFileSync(join(root, "new.md"), "- New\n");
  await expect(openSite(root).export(out)).rejects.toThrow('needs the name "new"');
  const killed = openSite(root);
  const ending = killed.export(out).catch((error: Error) => error.message);
  await vi.waitFor(
    () => expect(existsSync(join(out, ".loci-draft/index.html"))).toBe(true),
    20_000,
  );
  await killed.close();
  expect(await ending).toMatch(/process has ended/);
  rmSync(join(out, "new"));
  expect(
    readdirSync(out, { recursive: true })
      .sort()
      .filter((name) => !`${name}`.startsWith(".loci-draft")),
  ).toEqual(before);
  await openSite(root).export(out);
  expect(readdirSync(out)).toEqual(expect.arrayContaining(["new", "topics"]));
  expect(readdirSync(out)).not.toContain(".loci-draft");
});

test("a tag of thousands of levels has a page of the first few", async () => {
  const root = useVault({ "a.md": `---\ntags: [${"a/".repeat(3_000)}b]\n---\n\n- x\n` });
  const out = join(useTempFolder(), "www");
  await openSite(root).export(out);
  expect(existsSync(join(out, "tags", "a/".repeat(8), "index.html"))).toBe(true);
});

test("others may not read the folder of a private site, unless it was opened to them", async () => {
  const folder = useTempFolder();
  const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
  const site = openSite(useVault(files));
  await site.export(join(folder, "own"));
  expect(modeOf("own")).toBe(0o700);
  chmodSync(join(folder, "own"), 0o750);
  await site.export(join(folder, "own"));
  expect(modeOf("own")).toBe(0o750);
  mkdirSync(join(folder, "usual"));
  await openSite(useVault(files), { publicList: ["cooking"] }).export(join(folder, "public"));
  expect(modeOf("public")).toBe(modeOf("usual"));
});

test("what takes too long ends with one sentence, and the process with it; an export takes its time", async () => {
  const root = useVault(files);
  const site = openSiteProcess(() => ({ ...options, root }), 1);
  onTestFinished(site.close);
  await expect(site.page("/topics/cooking/")).rejects.toThrow(
    'Cannot render the page "/topics/cooking/": it takes longer than 0.001 s; shorten or split its note',
  );
  await expect(site.html(["x"], { hasLinks: false })).rejects.toThrow("Cannot render the text: it");
  const others = ["/topics/", "/tags/"].map((path) => [path, site.page(path)] as const);
  await Promise.all(others.map(([path, page]) => expect(page).rejects.toThrow(`page "${path}"`)));
  expect((await site.export(join(useTempFolder(), "www"))).pages).toBeGreaterThan(5);
});

test("a note that takes too long is plain text, and an export names it and goes on", async () => {
  const costly = `${"$a$ ".repeat(99)}\n`.repeat(700);
  const site = openSite(useVault({ ...files, "costly.md": costly, "other.md": "**x**\n" }));
  const out = join(useTempFolder(), "www");
  expect((await site.export(out)).plain).toEqual(["costly.md"]);
  const pageOf = (name: string) => readFileSync(join(out, name, "index.html"), "utf8");
  expect(pageOf("costly")).toContain('<pre class="plain"');
  expect(pageOf("other")).toContain("<strong>x</strong>");
});

test("replies become safe HTML, and their links lead to pages", async () => {
  const site = openSite(useVault(files));
  const [html = "", hostile = ""] = await site.html(
    [
      "**Yes**, see [[cooking|Cooking]], [[cooking]] and [[shed]]",
      '<script>alert(1)</script><img src=x onerror="alert(1)"> [x](javascript:alert(1))',
    ],
    { hasLinks: true },
  );
  expect(html).toContain("<strong>Yes</strong>");
  expect(html.match(/href="\/topics\/cooking\/"/g)).toHaveLength(2);
  expect(html).toContain(">Cooking</a>");
  expect(html).not.toContain("people/ana");
  expect(hostile).not.toMatch(/<script|onerror|<img|href="javascript/);
  expect(await site.addressOf("topics/cooking.md")).toBe("/topics/cooking/");
  expect(await site.addressOf("people/ana/topics/shed.md")).toBeUndefined();
});

test("a person who has told the device who they are sees their own memories, and no one else's", async () => {
  const root = useVault({ ...files, "people/ben/topics/x.md": "- The accordion\n" });
  const site = openSite(root, { include: ["people/ana"] });
  expect(await site.text("/people/")).not.toContain("accordion");
  expect(await site.text("/banks/general/")).toContain("xylophone");
});

test("others get their pages while the graph is laid out", async () => {
  const notes = Array.from({ length: 400 }, (_, i) => [`n${i}.md`, `[[n${(i * 7) % 400}]]\n`]);
  const site = openSite(useVault(Object.fromEntries(notes)));
  await site.page("/");
  const done: string[] = [];
  const ask = (path: string) => site.page(path).then(() => done.push(path));
  await Promise.all([ask("/graph.json"), ask("/n1/"), ask("/n2/")]);
  expect(done.at(-1)).toBe("/graph.json");
});
