import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../src/app/loci.ts";
import { startServer } from "../src/server/start-server.ts";
import { cleanEnv, lociJson, runLoci } from "./run-loci.ts";
import { useTempFolder, writeDeviceSettings } from "./temp.ts";

const fixture = resolve(import.meta.dirname, "fixtures", "vault-2026-11");
/** Half an hour after the power went off. */
const now = (): number => Date.parse("2026-11-28T21:50:00+01:00");

/** The vault as its device has it, and the bare repository of another one. */
function useOldVault(): { root: string; away: string } {
  const folder = useTempFolder();
  for (const file of readdirSync(fixture, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const from = join(file.parentPath, file.name);
    const to = join(folder, from.slice(fixture.length).replaceAll("/dot-", "/."));
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    if (to.includes("/.loci/")) chmodSync(to, 0o600);
  }
  const [root, away] = [join(folder, "vault"), join(folder, "away.git")];
  mkdirSync(join(away, "refs")); // A git repository needs it, and git keeps no empty folder.
  // What the first start says is to be copied by hand.
  writeDeviceSettings(root, "device: kitchen\nperson: ana\n");
  return { root, away };
}

const loci = (root: string, ...args: string[]) => runLoci(["--vault", root, ...args], { now });

/** Markdown files of the vault's scopes, by path. */
function filesOf(root: string): ReadonlyMap<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  const notes = paths.filter((path) => /^(?!\.)(?:.*\/)?(?:topics|general)\/[^/]+\.md$/.test(path));
  return new Map(notes.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** What an entry says, without date and fields. */
const entriesOf = (text: string): string[] =>
  [...text.matchAll(/^- (.*?)(?: \(\d{4}-\d\d-\d\d\).*)?$/gm)].map(([, words = ""]) => words);

const everyEntry = (root: string): string[] => [...filesOf(root).values()].flatMap(entriesOf);

/** The flags that make somebody of whom a scope belongs to. */
function viewerOf(path: string): string[] {
  const [folder, id = ""] = path.split("/");
  if (folder === "people") return ["--person", id];
  return folder === "agents" ? ["--agent", id] : [];
}

test("a vault of November 2026 opens: every line of every topic is recalled", async () => {
  const { root } = useOldVault();
  const files = [...filesOf(root)];
  expect(files.length).toBeGreaterThan(8);
  for (const [path, text] of files) {
    const entries = entriesOf(text);
    const input = entries.map((query, id) => `${JSON.stringify({ id, query, k: 3 })}\n`).join("");
    const args = ["--vault", root, "recall", "--stdin", ...viewerOf(path)];
    const answers = Object(await lociJson(args, { now, input }));
    const found = answers.map((answer: object) => JSON.stringify(answer));
    expect(found).toHaveLength(entries.length);
    for (const [i, entry] of entries.entries()) {
      expect(found[i]).toContain(JSON.stringify(entry));
    }
  }
}, 60_000);

test("a vault of November 2026 still has its archive, and only where it is asked for", async () => {
  const { root } = useOldVault();
  const asked = ["recall", "the quince tree that was felled"];
  expect((await loci(root, ...asked)).stdout).not.toContain("quince");
  expect((await loci(root, ...asked, "--archive")).stdout).toContain("quince tree was felled");
});

test("a vault of November 2026: what was said before the upgrade is digested, once", async () => {
  const { root } = useOldVault();
  const before = everyEntry(root);
  await loci(root, "digest");
  for (const { id } of Object(await lociJson(["--vault", root, "sessions"], { now }))[0].sessions) {
    await loci(root, "sessions", "end", id);
  }
  const after = everyEntry(root);
  for (const words of ["locker at the pool is number 41", "Gijón", "piano tuner", "coffee"]) {
    expect(after.filter((entry) => entry.includes(words))).toHaveLength(1);
  }
  for (const entry of before) expect(after.filter((one) => one === entry)).toHaveLength(1);
  await loci(root, "digest");
  expect(everyEntry(root).toSorted()).toEqual(after.toSorted());
}, 60_000);

test("a vault of November 2026: what each conversation said can still be read until then", async () => {
  const { root } = useOldVault();
  const listed = Object(await lociJson(["--vault", root, "sessions"], { now }))[0].sessions;
  const shown = await Promise.all(
    listed.map(async ({ id }: { id: string }) => (await loci(root, "sessions", "show", id)).stdout),
  );
  expect(shown.filter((text) => text.includes("My locker at the pool is number 41"))).toHaveLength(
    1,
  );
  expect(shown.filter((text) => text.includes("The piano tuner comes"))).toHaveLength(1);
});

test("a vault of November 2026 is sound for doctor, before and after a sync", async () => {
  const { root, away } = useOldVault();
  for (const step of ["before", "after"]) {
    const { code, stdout, stderr } = await loci(root, "doctor", "--json");
    const { problems } = JSON.parse(stdout);
    expect([0, 1], stderr).toContain(code);
    expect(`${stdout}${stderr}`, step).not.toMatch(/\n\s+at |undefined|\[object/);
    for (const { message, fix } of problems) expect(`${message}; ${fix}`).toMatch(/^[A-Z\d].+; .+/);
    await loci(root, "sync", "--remote", away, "--accept-purge");
  }
});

test("a vault of November 2026: what was purged and forgotten does not come back by a sync", async () => {
  const { root, away } = useOldVault();
  const { stdout, stderr, code } = await loci(root, "sync", "--remote", away, "--accept-purge");
  expect(code, stdout + stderr).toBe(0);
  const entries = everyEntry(root);
  expect(entries).toContain("The kitchen tiles come from a shop in Manises");
  expect(entries).toContain("The stopcock is behind the washing machine");
  expect(entries.join("\n")).not.toMatch(/seven green herons|Old oven timings|socarrat/);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: away, encoding: "utf8" });
  const pushed = git("rev-list", "main").trim().split("\n");
  const inEach = pushed.map((commit) => git("ls-tree", "-r", "--name-only", commit));
  expect(inEach[0]).toContain("topics/flat.md");
  expect(git("show", "main:topics/flat.md")).toContain("stopcock");
  expect(git("log", "--format=%h", "-S", "seven green herons", "main")).toBe("");
  // Held back for the password in it.
  expect(git("ls-tree", "-r", "--name-only", "main")).not.toContain("topics/keys.md");
  expect(entries).toContain("The spare key of the cellar is with Pau");
});

test("a vault of November 2026: the last step can be taken back", async () => {
  const { root } = useOldVault();
  const has = () => filesOf(root).get("topics/cooking.md")?.includes("Likes the socarrat");
  for (let steps = 0; steps < 2 && !has(); steps++) await loci(root, "undo", "--yes");
  expect(has()).toBe(true);
});

test("a vault of November 2026: no token of then opens more than it did", async () => {
  const { root } = useOldVault();
  const opened = await openLoci({ root, env: cleanEnv(), now, report: () => {} });
  const server = await startServer(opened, { port: 0, strict: true, report: () => {} });
  onTestFinished(async () => {
    await server.close();
    await opened.close({ timeoutMs: 0 });
  });
  const ask = async (
    token: string,
    method = "GET",
    path = "/api/facts?limit=100",
    body?: object,
  ) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const url = new URL(server.url).origin + path;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url, { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  const closed = {
    phone: /cello|second floor/, // Ana's, who writes.
    screen: /Swims on|second floor|drawer/, // Ben's, who reads.
    recipes: /cello|Swims on|second floor|drawer|boiler/, // One bank.
    house: /cello|drawer/, // An agent's, on a device of Ana's.
    laptop: /drawer/, // The device's, from elsewhere.
  };
  for (const [name, secret] of Object.entries(closed)) {
    const token = `loci_${name}_${`${name}-of-the-fixture-not-a-real-token-2026-11`.slice(0, 43)}`;
    const { status, text } = await ask(token);
    expect([200, 401, 403], name).toContain(status);
    expect(text, name).not.toMatch(secret);
    expect((await ask(token.slice(0, -1))).status).toBe(401);
    const written = await ask(token, "POST", "/api/facts", { text: `${name} wrote this line` });
    if (["screen", "recipes"].includes(name)) expect(written.status).toBeGreaterThanOrEqual(401);
  }
  expect((await ask("owner-of-the-fixture-not-a-real-token")).status).toBe(401);
});
