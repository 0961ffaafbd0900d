import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
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
    text.replaceAll(root, "VAULT").replace(/\S+device\.yaml, line \d+/, "device.yaml, line N");
  return clean(`$ loci ${line}\n${stdout}${stderr}[${code}]\n`);
}

describe("loci site", () => {
  test("mistakes get one sentence and the right exit code", async () => {
    const root = useVault(vault);
    const lines = [
      "site",
      "site biuld",
      "site build now",
      "site build --prot 3",
      "site build --include peple",
      "site build --include bank:Helth",
      "site build --include people/anna",
      "site build --include people/../../etc",
      "site build --public",
      `site build --public --include people --out ${root}/.loci/x`,
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

  test("build says where the site is, what was left out, and what to look at", async () => {
    const root = useVault(vault);
    expect(await transcript(root, "site build")).toMatchSnapshot();
    expect(await transcript(root, "site build --quiet")).toContain(
      "\nBuilt VAULT/.loci/site: 11 pages\n",
    );
    const page = readFileSync(join(root, ".loci/site/topics/cooking/index.html"), "utf8");
    expect(page).toContain("bomba rice");
    expect(page).toContain("Our memory");
    expect(page).not.toContain("Allergic");
    expect(existsSync(join(root, ".loci/site/people/ana"))).toBe(false);
  });

  test("--include takes several by commas or by repeating it, and adds to the settings", async () => {
    const root = useVault(vault);
    const out = join(useTempFolder(), "www");
    const build = async (...more: string[]) => {
      await lociJson(["site", "build", "--vault", root, "--out", out, ...more]);
      return ["ana", "ben"].filter((name) => existsSync(join(out, "people", name, "index.html")));
    };
    expect(await build()).toEqual([]);
    expect(await build("--include", "people/ana,bank:health")).toEqual(["ana"]);
    expect(readFileSync(join(out, "topics/cooking/index.html"), "utf8")).toContain("Allergic");
    expect(await build("--include", "bank:Health", "--include", "people")).toEqual(["ana", "ben"]);
  });

  test("--public shows what the device's list names", async () => {
    const root = useVault(vault);
    const out = join(useTempFolder(), "www");
    const args = ["site", "build", "--public", "--out", out, "--vault", root];
    const env = { LOCI_SITE_PUBLIC: "cooking,people,#private" };
    await lociJson(args, { env });
    const all = readdirSync(out, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:html|xml|json)$/.test(name))
      .map((name) => readFileSync(join(out, name), "utf8"))
      .join();
    expect(all).toContain("bomba rice");
    expect(all).not.toMatch(/Sage|Allergic|tea|rye/);
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

  test("a purge empties the sites that were built here, and says so; what else lies there by now stays", async () => {
    const root = useVault(vault);
    const [out, moved] = [join(useTempFolder(), "www"), join(useTempFolder(), "www")];
    for (const folder of [out, moved])
      await lociJson(["site", "build", "--vault", root, "--out", folder]);
    rmSync(join(moved, ".loci-site"));
    // Whoever publishes a site from a repository has that, and more, beside it.
    for (const folder of [".git", "photos"]) mkdirSync(join(out, folder));
    writeFileSync(join(out, "CNAME"), "example.org");
    await lociJson(["site", "build", "--vault", root, "--out", out]);
    const words = "Sage by the wall";
    expect(readFileSync(join(out, "topics/garden/index.html"), "utf8")).toContain(words);
    const purge = ["forget", words, "--purge", "--yes", "--vault", root];
    const { code, stdout, stderr } = await runLoci(purge);
    expect(stdout).toContain(`${out}: the site that was built there`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Erased the site in "${out}"`)]);
    expect(stderr).not.toContain(moved);
    expect(stderr).toContain("what else lies there stays");
    expect(readdirSync(out)).toEqual([".git", ".loci-site", "CNAME", "photos"]);
    expect(existsSync(join(moved, "topics/garden/index.html"))).toBe(true);
    await lociJson(["site", "build", "--vault", root, "--out", out]);
    const pages = readdirSync(out, { recursive: true, encoding: "utf8" });
    for (const page of pages.filter((name) => name.endsWith(".html")))
      expect(readFileSync(join(out, page), "utf8")).not.toContain(words);
  });

  test("a purge finds the site that was built of the vault by a link, or before it was moved", async () => {
    const [root, out] = [useVault(vault), join(useTempFolder(), "www")];
    const [link, moved] = [join(useTempFolder(), "link"), join(useTempFolder(), "moved")];
    symlinkSync(root, link);
    await lociJson(["site", "build", "--vault", link, "--out", out]);
    await lociJson(["site", "build", "--vault", root]);
    renameSync(root, moved);
    const purge = ["forget", "Sage by the wall", "--purge", "--yes", "--vault", moved];
    const { stderr } = await runLoci(purge);
    for (const folder of [out, join(moved, ".loci/site")]) {
      expect(stderr).toContain(`Erased the site in "${folder}"`);
      expect(readdirSync(folder)).toEqual([".loci-site"]);
    }
  });

  test("another vault's site in the folder is left alone, by a build and by a purge", async () => {
    const [root, other] = [useVault(vault), useVault(vault)];
    const out = join(useTempFolder(), "www");
    const build = (of: string) => runLoci(["site", "build", "--vault", of, "--out", out]);
    expect((await build(other)).code).toBe(0);
    rmSync(out, { recursive: true });
    expect((await build(root)).code).toBe(0);
    const { code, stderr } = await build(other);
    expect([code, stderr]).toEqual([1, expect.stringContaining("no site of this vault")]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    await runLoci(["forget", "Sage by the wall", "--purge", "--yes", "--vault", other]);
    expect(existsSync(join(out, "topics/garden/index.html"))).toBe(true);
  });

  test("a site is built over no name that is not its own, and through no link", async () => {
    const root = useVault(vault);
    const [out, elsewhere] = [join(useTempFolder(), "www"), useTempFolder()];
    const build = () => runLoci(["site", "build", "--vault", root, "--out", out]);
    await build();
    const mark = readFileSync(join(out, ".loci-site"), "utf8").replace("topics\n", "");
    rmSync(join(out, ".loci-site"));
    rmSync(join(out, "topics"), { recursive: true });
    writeFileSync(join(elsewhere, "mine"), mark);
    symlinkSync(join(elsewhere, "mine"), join(out, ".loci-site"));
    symlinkSync(elsewhere, join(out, "topics"));
    const { code, stderr } = await build();
    expect([code, stderr]).toEqual([1, expect.stringContaining('needs the name "topics"')]);
    expect(existsSync(join(out, "index.html")), "the earlier site stays").toBe(true);
    rmSync(join(out, "topics"));
    expect((await build()).code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual(["mine"]);
    expect(readFileSync(join(elsewhere, "mine"), "utf8")).toBe(mark);
  });
});
