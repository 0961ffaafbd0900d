import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { lociJson, runLoci } from "../run-loci.ts";
import { filesOf } from "../synced-vaults.ts";
import { useFixture, useTempFolder, useVault } from "../temp.ts";
import { playPage } from "./play-page.ts";

describe("docs/commands.md, typed into one terminal from top to bottom", () => {
  const file = resolve(import.meta.dirname, "../../docs/commands.md");
  const [head = "", ...sections] = readFileSync(file, "utf8").split(/^(?=## loci )/m);
  const played = [...sections];
  const stage = {
    home: mkdtempSync(join(tmpdir(), "loci-test-")),
    time: Date.parse("2026-11-21T12:00:00+01:00"),
  };
  afterAll(() => {
    rmSync(stage.home, { recursive: true, force: true });
    if (process.env.LOCI_UPDATE === "1") writeFileSync(file, head + played.join(""));
  });

  test.each(
    sections.map((section, i) => ({ name: section.slice(8, section.indexOf("\n")), section, i })),
  )("loci $name says this, and this when it fails", async ({ name, section, i }) => {
    const said = await playPage(section, stage);
    played[i] = said;
    if (process.env.LOCI_UPDATE !== "1") {
      expect(said, "LOCI_UPDATE=1 npm test -- transcript writes it").toBe(section);
    }
    expect(said).toMatch(new RegExp(`^\\$ .*\\bloci ${name}\\b`, "m"));
    expect(said, "a command that fails").toMatch(/^\[[12]\]$/m);
  });
});

test("mistakes get one sentence and the right exit code, and change nothing", async () => {
  const root = useFixture("starter");
  initGit(root);
  const filesNow = () => [filesOf(root), readFileSync(join(root, ".git/config"), "utf8")];
  const files = filesNow();
  const lines = [
    "recall rice --bnak Work",
    "recall",
    "recall rice --limit many",
    "recall rice --topic coking",
    "recall rice --since yesterday",
    "remember x --date 2026-02-30",
    "remember x --person ../../etc",
    "show coking --json",
    "forget --yes",
    "forget x --all --yes",
    "forget Zorblox --yes",
    "history coking",
    "history cooking -k none",
    "import",
    "import /nowhere/at/all",
    "import /",
    "import note.md",
    "sessions delete",
    "sessions delete x --all",
    "sessions show",
    "sessions delte x",
    "sessions list --day 2026-02-30",
    "sync now",
    "sync --stauts",
    "sync --status --accept-deletions",
    "sync --remote https://ana:secret@host/x.git",
    "token make",
    "token make ../ben",
    "token maek ana",
    "token revoke",
    "token revoke phone",
  ];
  const said: string[] = [];
  for (const line of lines) {
    const { code, stdout, stderr } = await runLoci([...line.split(" "), "--vault", root]);
    said.push(`$ loci ${line}\n${stdout}${stderr}[${code}]\n`);
  }
  expect(said.join("\n")).toMatchSnapshot();
  for (const text of said) expect(text, "a stack trace").not.toMatch(/\n\s+at /);
  expect(filesNow()).toEqual(files);
  expect((await lociJson(["token", "--vault", root]))[0]).toEqual({ tokens: [] });
});

test("loci without a vault says how to make one", async () => {
  const { code, stderr } = await runLoci(["recall", "rice"], { cwd: useTempFolder() });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Cannot find a vault: .*loci init/);
});

test("loci recall shows a note as plain text, and gives it as it is with --json", async () => {
  const root = useTempFolder();
  mkdirSync(join(root, "topics"));
  const note = "> [!warning] The oven is slow\n> Give it **ten** more minutes.";
  writeFileSync(join(root, "topics/oven.md"), `# Oven\n\n${note}\n`);
  const shown = await runLoci(["recall", "oven minutes", "--vault", root]);
  expect(shown.stdout).toEqual(
    expect.stringMatching(
      /^The oven is slow Give it ten more minutes\.\n {2}topics\/oven\.md:3 · General · 0\.\d\d \(keyword 0\.\d\d, .*\)\n$/,
    ),
  );
  const [found] = await lociJson(["recall", "oven minutes", "--vault", root]);
  expect(found).toMatchObject({
    hits: [{ text: note.replaceAll("> ", ""), score: expect.any(Number) }],
  });
});

test("loci recall --stdin answers a line each, in order, and a bad line in its place", async () => {
  const root = useFixture("starter");
  const input =
    '{"id":7,"query":"rice","k":2}\nnonsense\n\n{"id":"b","query":"","k":1}\n{"id":3,"query":"tomato\u2028variety"}\n';
  const { code, stdout } = await runLoci(["recall", "--stdin", "--vault", root], { input });
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id)).toEqual([7, null, "b", 3]);
  expect(answers[0].results).toHaveLength(2);
  expect(Object.keys(answers[0].results[0])).toEqual([
    "text",
    "topic",
    "file",
    "line",
    "date",
    "bank",
    "score",
    "why",
    "kind",
    "id",
  ]);
  const { stdout: plain } = await runLoci(["recall", "rice", "-k", "2", "--json", "--vault", root]);
  expect(answers[0].results, "the same objects as of --json").toEqual(JSON.parse(plain).hits);
  expect(answers[1].error.code).toBe("BAD_INPUT");
  expect(answers[2].results).toEqual([]);
  expect(code).toBe(1);
});

test("loci init keeps every byte of a folder that holds notes", async () => {
  const root = useVault({
    "Daily/2026-01-01.md": "# Day\r\n\r\n- did things\r\n",
    ".obsidian/app.json": "{}",
  });
  mkdirSync(join(root, "attachments"));
  writeFileSync(join(root, "attachments/a.png"), Buffer.from([0x89, 0x50]));
  const [made] = await lociJson(["init", root]);
  expect(made).toMatchObject({ created: false, committed: true });
  const { stdout } = await runLoci(["show", "Daily/2026-01-01.md", "--vault", root, "-q"]);
  expect(stdout).toBe("# Day\r\n\r\n- did things\n");
  const again = await runLoci(["init", root]);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("it is one already");
});

test("every command shows help with examples, and nothing but help", async () => {
  const { stdout } = await runLoci(["--help"]);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    const help = await runLoci([name, "--help"]);
    expect(help.code, name).toBe(0);
    expect(help.stdout, name).toMatch(
      /^Usage: loci .*\n\n[\s\S]*--vault <dir>[\s\S]*\nExamples:\n {2}loci/,
    );
  }
});
