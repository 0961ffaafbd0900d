import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { WhichSessions } from "../../src/session/session.ts";
import { ana, bytesOf, learn } from "../private-talk.ts";
import { watchVault } from "../watched-vault.ts";

const env = { LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" };
const old = "2026-01-05-01KH8VHVG0CE3N6GDD08B8C447-12.md";
const own = ["2026-02-12 my notes.md", "2026-02-12-call-with-mum.md", "ideas.md"];

/** A vault with a conversation that left a transcript, an older transcript, and files of the person's own beside them. */
async function talkedVault() {
  const vault = await watchVault(
    Object.fromEntries(own.map((name) => [`conversations/${name}`, "Mine\n"])),
    { extract: () => ({ conclusions: learn("Likes zorblax") }) },
    { env },
  );
  writeFileSync(join(vault.root, "conversations", old), "Older\n");
  const id = await vault.talk(["I like zorblax"], ana);
  const names = () => readdirSync(join(vault.root, "conversations")).sort();
  const made = names().find((name) => name.includes(id)) ?? "";
  return { ...vault, id, made, names };
}

const all = (...names: readonly string[]): string[] => [...own, ...names].sort();

test.each([
  ["its id", (id: string): WhichSessions => ({ id }), [old]],
  ["its day", () => ({ day: "2026-02-12" }) as const, [old]],
  ["another day", () => ({ day: "2026-01-05" }) as const, ["made"]],
  ["all", () => "all" as const, []],
])(
  "a session that is removed by %s leaves no transcript, and the person's own files stay",
  async (_, which, left) => {
    const vault = await talkedVault();
    const { made, names } = vault;
    expect(names()).toEqual(all(old, made));
    const loci = await vault.open();
    const { removed } = await loci.sessions.remove(which(vault.id));
    expect(removed).toBe(which(vault.id) === "all" ? 2 : 1);
    expect(names()).toEqual(all(...left.map((name) => (name === "made" ? made : name))));
    await loci.close();
    const isLeft = left.includes("made");
    expect(bytesOf(join(vault.root, ".loci")).includes("\\> I like zorblax") || isLeft).toBe(
      isLeft,
    );
  },
);

test("a transcript whose session is long gone goes by its id, with and without a database", async () => {
  const vault = await talkedVault();
  const loci = await vault.open();
  const id = "01KH8VHVG0CE3N6GDD08B8C447";
  expect(await loci.sessions.remove({ id })).toMatchObject({ removed: 1 });
  expect(vault.names()).toEqual(all(vault.made));
  await expect(loci.sessions.remove({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(loci.sessions.remove({ id: "../ideas" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await loci.close();
  for (const name of ["sessions.db", "sessions.db-wal", "sessions.db-shm"]) {
    rmSync(join(vault.root, ".loci", name), { force: true });
  }
  const bare = await vault.open();
  expect(await bare.sessions.remove({ id: vault.id })).toMatchObject({ removed: 1 });
  expect(vault.names()).toEqual(all());
  expect(existsSync(join(vault.root, ".loci/sessions.db"))).toBe(false);
});

test("nothing is removed through a link in place of conversations/", async () => {
  const vault = await watchVault({}, {}, { beside: { [`else/${old}`]: "Elsewhere\n" } });
  symlinkSync(join(vault.around, "else"), join(vault.root, "conversations"));
  const loci = await vault.open();
  expect(await loci.sessions.remove("all")).toMatchObject({ removed: 0 });
  expect(existsSync(join(vault.around, "else", old))).toBe(true);
});

test("removing all leaves no word of what was forgotten in the database", async () => {
  const vault = await talkedVault();
  const loci = await vault.open();
  const [found] = await loci.memory.find("Likes zorblax", { person: "ana", agent: "loci" });
  if (found === undefined) throw new Error("It was not found");
  await loci.memory.forget([found]);
  await loci.sessions.remove("all");
  await loci.close();
  expect(readFileSync(join(vault.root, ".loci/sessions.db"), "latin1")).not.toContain("zorblax");
});

test.skipIf(process.platform === "win32")(
  "transcripts are for this user's eyes only, whatever the umask",
  async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const vault = await watchVault(
      {},
      { extract: () => ({ conclusions: learn("Likes zorblax") }) },
      { env },
    );
    await vault.talk(["I like zorblax"], ana);
    const folder = join(vault.root, "conversations");
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    expect(modeOf(folder)).toBe(0o700);
    expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual([0o600]);
    expect(modeOf(join(vault.root, "log"))).toBe(0o777);
  },
);
