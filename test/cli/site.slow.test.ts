import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "../../site/i18n/strings.ts";
import { siteLanguages } from "../../src/settings/site.ts";
import { cleanEnv, lociCommand, lociJson, runLoci } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";

const vault = {
  "loci.yaml": "timezone: UTC\nsite:\n  title: Our memory\n  protectedBanks: [Health]\n",
  "topics/cooking.md":
    "# Cooking\n\n- Prefers bomba rice (2026-02-12)\n- Allergic to nuts (2026-02-10) [bank:: Health]\n",
  "topics/garden.md": "# Garden\n\n- Sage by the wall\n\nSee [[cooking]] and [[nowhere]].\n",
  "people/ana/profile.md": "- Ana likes tea\n",
  "people/ben/profile.md": "- Ben likes rye\n",
} as const;

/** A command line on the vault, as a person sees it; figures that differ from run to run are named. */
async function transcript(root: string, line: string): Promise<string> {
  const words = line.split(" ").filter((word) => word !== "");
  const { code, stdout, stderr } = await runLoci([...words, "--vault", root]);
  const clean = (text: string): string =>
    text
      .replaceAll(root, "VAULT")
      .replace(/\S+device\.yaml, line \d+/, "device.yaml, line N")
      .replace(/\d+ written, 0 removed, in \d+\.\d s/, "N written, 0 removed, in N s");
  return clean(`$ loci ${line}\n${stdout}${stderr}[${code}]\n`);
}

describe("loci site", () => {
  test("mistakes get one sentence and the right exit code", async () => {
    const root = useVault(vault);
    const lines = [
      "site",
      "site biuld",
      "site zebra",
      "site for-upp",
      "site build now",
      "site build --prot 3",
      "site list",
      "site build --base ../x",
      "site build --base https://x.example/",
      "site build --url example.org",
      "site build --url ftp://example.org",
      "site build --url https://ana:secret@example.org",
      "site build --url https://example.org/a/ --base /b/",
      "site build --include peple",
      "site build --include bank:Helth",
      "site build --include people/anna",
      "site build --include agents/x",
      "site build --include people/../../etc",
      "site build --list public.txt",
      "site build --public",
      `site build --public --out ${root}/.loci/x`,
      `site build --out ${root}`,
      `site build --out ${root}/topics`,
    ];
    const said: string[] = [];
    for (const line of lines) said.push(await transcript(root, line));
    expect(said.join("\n")).toMatchSnapshot();
    for (const text of said) {
      expect(text, "a stack trace").not.toMatch(/\n\s+at /);
      expect(text.slice(text.indexOf("\n"))).not.toContain("secret");
    }
    expect(readdirSync(root).sort()).toEqual([".loci", "loci.yaml", "people", "topics"]);
  });

  test("settings that are wrong get one sentence", async () => {
    const wrong = async (text: string) => transcript(useVault({ "loci.yaml": text }), "site build");
    const said = [
      await wrong("site:\n  protectedBanks: [Helth]\n"),
      await wrong("site:\n  include: [peple]\n"),
      await wrong("site:\n  language: xx\n"),
      await wrong("site:\n  titel: x\n"),
      await transcript(useVault({}), "site build"),
    ];
    expect(said.join("\n")).toMatchSnapshot();
  });

  test("build says where the site is, what was left out, and what to look at", async () => {
    const root = useVault(vault);
    expect(await transcript(root, "site build")).toMatchSnapshot();
    expect(await transcript(root, "site build --quiet")).toContain("\nBuilt VAULT/.loci/site\n");
    const page = readFileSync(join(root, ".loci/site/topics/cooking/index.html"), "utf8");
    expect(page).toContain("bomba rice");
    expect(page).toContain("Our memory");
    expect(page).not.toContain("Allergic");
    expect(existsSync(join(root, ".loci/site/people/ana"))).toBe(false);
  });

  test("build --json has the shape that scripts rely on; a second build writes nothing", async () => {
    const root = useVault(vault);
    const out = join(useTempFolder(), "www");
    const args = [
      "site",
      "build",
      "--vault",
      root,
      "--out",
      out,
      "--url",
      "https://ana.example/notes",
    ];
    const [first] = await lociJson(args);
    expect(Object.keys(Object(first))).toEqual([
      ...["out", "base", "documents", "entries", "pages", "written", "unchanged", "removed"],
      ...["hidden", "problems", "notes", "seconds"],
    ]);
    expect(first).toMatchObject({
      ...{ out, base: "/notes/", documents: 2, entries: 2, removed: 0 },
      hidden: { documents: 2, entries: 1 },
      problems: [{ file: "topics/garden.md", line: 5, code: expect.any(String) }],
    });
    expect(readFileSync(join(out, "index.html"), "utf8")).toContain(
      'href="/notes/topics/cooking/"',
    );
    expect(readFileSync(join(out, "sitemap.xml"), "utf8")).toContain("https://ana.example/notes/");
    const [second] = await lociJson(args);
    expect(second).toMatchObject({ written: 0, removed: 0 });
  });

  test("--include takes several by commas or by repeating it, and adds to the settings", async () => {
    const root = useVault({ ...vault, "loci.yaml": "site:\n  include: [people/ben]\n" });
    const out = join(useTempFolder(), "www");
    const build = async (...more: string[]) => {
      await lociJson(["site", "build", "--vault", root, "--out", out, "--no-search", ...more]);
      return ["ana", "ben"].filter((name) => existsSync(join(out, "people", name, "index.html")));
    };
    expect(await build()).toEqual(["ben"]);
    expect(await build("--include", "people/ana,bank:health")).toEqual(["ana", "ben"]);
    expect(await build("--include", "bank:Health", "--include", "people")).toEqual(["ana", "ben"]);
    expect(existsSync(join(out, "pagefind"))).toBe(false);
    expect(readFileSync(join(out, "topics/cooking/index.html"), "utf8")).toContain("Allergic");
  });

  test("what --public prints without a list, shortened, is what --public shows", async () => {
    const root = useVault(vault);
    const out = join(useTempFolder(), "www");
    const list = join(useTempFolder(), "mine.txt");
    const args = ["site", "build", "--public", "--list", list, "--out", out, "--vault", root];
    const { code: none, stdout } = await runLoci(args);
    expect([none, existsSync(out)]).toEqual([1, false]);
    expect(stdout).toMatch(/^topics\/cooking\.md#[0-9a-f]{12} {2}Prefers bomba rice/m);
    expect(stdout).not.toMatch(/Allergic|tea|rye/);
    writeFileSync(list, stdout.replace(/^.*Sage.*\n/m, ""));
    await lociJson([...args, "--url", "https://ana.example"]);
    const all = readdirSync(out, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:html|xml|json)$/.test(name))
      .map((name) => readFileSync(join(out, name), "utf8"))
      .join();
    expect(all).toContain("bomba rice");
    expect(all).not.toMatch(/Sage|Allergic|noindex/);
    const again = await runLoci([...args, "--no-search"]);
    expect(again.stdout).toContain(
      `Shown: what ${list} lists; 2 documents and, of the others, 1 memory are not on it\n`,
    );
    expect(again.stdout).not.toMatch(/private|problems\//);
    const closed = await runLoci(["site", "build", "--out", out, "--vault", root]);
    expect([closed.code, closed.stderr]).toEqual([
      1,
      `Cannot build into "${out}": it holds a public site; add --public, or name another folder\n`,
    ]);
    writeFileSync(list, "# nothing\n");
    const { code, stderr } = await runLoci(args);
    expect([code, stderr.replaceAll(list, "LIST")]).toMatchSnapshot();
  });

  test("Ctrl-C ends a build in order: no half page, and the next one goes on", async () => {
    const topics = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`topics/t${i}.md`, `# T${i}\n\n- Line ${i}\n`]),
    );
    const root = useVault({ ...vault, ...topics });
    const out = join(useTempFolder(), "www");
    const [node, main] = lociCommand;
    const child = spawn(node, [main, "site", "build", "--vault", root, "--out", out, "--json"], {
      env: cleanEnv(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    await expect
      .poll(() => existsSync(join(out, "topics")), { interval: 5, timeout: 30_000 })
      .toBe(true);
    child.kill("SIGINT");
    const code = await new Promise((resolve) => child.once("close", resolve));
    const pages = () =>
      readdirSync(out, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(".html"),
      );
    if (code !== 0) {
      expect(code).toBe(1);
      expect(JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error).toMatchObject({
        data: { reason: "stopped" },
      });
    }
    for (const page of pages()) {
      expect(readFileSync(join(out, page), "utf8").trimEnd(), page).toMatch(/<\/html>$/);
    }
    await lociJson(["site", "build", "--vault", root, "--out", out]);
    expect(pages().length).toBeGreaterThan(400);
  });

  test("a folder that holds something else is left alone", async () => {
    const root = useVault(vault);
    const out = useTempFolder();
    mkdirSync(join(out, "photos"));
    const { code, stderr } = await runLoci(["site", "build", "--vault", root, "--out", out]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot /);
    expect(readdirSync(out)).toEqual(["photos"]);
    rmSync(join(out, "photos"), { recursive: true });
    expect((await runLoci(["site", "build", "--vault", root, "--out", out])).code).toBe(0);
  });

  test("the settings know the languages that the interface has", () => {
    expect([...siteLanguages].sort()).toEqual([...languages].sort());
  });
});
