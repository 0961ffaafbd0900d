import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { removalLine } from "../../src/sync/merge/file/removals.ts";
import type { EditedFile } from "../../src/vault/edits/describe-edits.ts";
import { createOwn, type Device, list } from "./devices.ts";

/** A vault with a first commit of these files. */
async function createVault(files: Record<string, string>): Promise<Device> {
  const device = await createOwn("laptop");
  device.write(".gitignore", ".loci/\n*.wav\n");
  for (const [path, text] of Object.entries(files)) device.write(path, text);
  device.git("add", "-A");
  device.git("commit", "-qm", "first");
  return device;
}

const subject = (device: Device): string => device.git("log", "-1", "--format=%s").trim();
const forgotten = (device: Device): string[] =>
  device.files()["log/forgotten.txt"]?.match(/(?<=Z )[-+](?= )/g) ?? [];

describe("syncVault() commits what people changed by hand", () => {
  test("all changed files, as the person, said in words", async () => {
    const device = await createVault({ "topics/cooking.md": list("rice"), "old.txt": "x" });
    device.append("topics/cooking.md", "- saffron\n");
    device.write("topics/travel.md", "- lisbon\n");
    device.write("pictures/map.svg", "<svg/>");
    device.write("memo.wav", "RIFF");
    rmSync(join(device.root, "old.txt"));
    const report = await device.sync();
    expect(report).toMatchObject({
      committed: 1,
      pulled: 0,
      pushed: 0,
      remote: null,
      heldBack: [],
    });
    expect(subject(device)).toBe("edited by hand: cooking, old.txt, pictures/map.svg, travel");
    expect(device.git("log", "-1", "--format=%an <%ae>%n%(trailers)").trim()).toBe(
      "Ana <ana@example.org>\nDevice: laptop",
    );
    expect(device.status()).toBe("");
    expect(report.head).toBe(device.git("rev-parse", "HEAD").trim());
    device.fsck();
    expect(await device.sync()).toMatchObject({ committed: 0, head: report.head });
  });

  test("what an agent wrote stays the agent's", async () => {
    const device = await createVault({ "topics/cooking.md": list("rice") });
    await device.agent("topics/travel.md", "- porto\n");
    device.append("topics/cooking.md", "- saffron\n");
    expect(await device.sync()).toMatchObject({ committed: 2 });
    expect(device.git("log", "-2", "--format=%an: %s").trim().split("\n")).toEqual([
      "Ana: edited by hand: cooking",
      "rostro: travel: learned 1",
    ]);
  });

  test("not what is too large, secret or staged, and says so", async () => {
    const device = await createVault({ "a.md": list("a"), "b.md": list("b"), "c.md": list("c") });
    device.append("a.md", "- the code is 1234 [sensitivity:: secret]\n");
    device.append("b.md", "- token ghp_abc\n");
    device.append("c.md", "- staged\n");
    device.git("add", "c.md");
    device.write("film.bin", "x".repeat(5_000));
    device.write("d.md", list("fine"));
    const settings = { remote: "origin", timeoutMs: 1_000, maxFileBytes: 4_000 };
    const looksSecret = (line: string): boolean => line.includes("ghp_");
    const { heldBack, committed } = await device.sync({ settings, looksSecret });
    expect(committed).toBe(1);
    expect(heldBack.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
      expect.stringMatching(/^a\.md: line 2 looks like a secret/),
      expect.stringMatching(/^b\.md: line 2 looks like a secret/),
      expect.stringMatching(/^c\.md: you have staged changes/),
      expect.stringMatching(/^film\.bin: it is larger than 0 MB/),
    ]);
    expect(heldBack.map(({ reason }) => reason).join()).not.toContain("ghp_");
    expect(device.status()).toBe(" M a.md\n M b.md\nM  c.md\n?? film.bin\n");
  });
});

test("syncVault() holds back a key typed into a file that an agent writes to, and one that the agent was asked to keep, not another secret", async () => {
  const device = await createVault({ "a.md": list("a"), "b.md": list("b") });
  const looksSecret = (line: string): boolean => line.includes("ghp_");
  device.append("a.md", "- token ghp_abc\n");
  await device.agent("a.md", "- learned\n");
  await device.agent("b.md", "- ghp_def [sensitivity:: secret]\n");
  await device.agent("c.md", "- code is 4711 [sensitivity:: secret]\n");
  const { heldBack } = await device.sync({ looksSecret });
  expect(heldBack.map(({ path }) => path).toSorted()).toEqual(["a.md", "b.md"]);
  expect(device.status()).toBe(" M a.md\n M b.md\n");
  device.write("a.md", list("a", "learned"));
  device.write("b.md", list("b"));
  expect(await device.sync({ looksSecret })).toMatchObject({ committed: 1, heldBack: [] });
});

describe("syncVault() has edits logged in their own commit", () => {
  /** Logs into one file, a line each time. */
  function createLog(device: Device) {
    const logged: { readonly files: readonly EditedFile[]; readonly at: number }[] = [];
    const logEdits = async (files: readonly EditedFile[], at: number): Promise<string[]> => {
      logged.push({ files, at });
      device.append("log/2026-02.md", "logged\n");
      return ["log/2026-02.md"];
    };
    return { logged, logEdits };
  }
  const pathsOf = (files: readonly EditedFile[] = []): string[] => files.map(({ path }) => path);

  test("those that are committed, not those held back, nor what holds no entries", async () => {
    const device = await createVault({ "a.md": list("a"), "b.md": list("b"), "c.md": list("c") });
    const { logged, logEdits } = createLog(device);
    device.append("a.md", "- token ghp_abc\n");
    device.append("b.md", "- staged\n");
    device.git("add", "b.md");
    device.append("c.md", "- fine\n");
    device.write("map.svg", "<svg/>");
    const looksSecret = (line: string): boolean => line.includes("ghp_");
    expect(await device.sync({ looksSecret, logEdits })).toMatchObject({ committed: 1 });
    expect(logged.map(({ files }) => pathsOf(files))).toEqual([["c.md"]]);
    expect(device.git("show", "--format=", "--name-only").trim().split("\n")).toEqual([
      ...["c.md", "log/2026-02.md", "map.svg"],
    ]);
    expect(device.git("show", "HEAD:log/2026-02.md")).toBe("logged\n");
    await device.sync({ looksSecret, logEdits });
    expect(logged).toHaveLength(1);
  });

  test("not a file that Loci writes to meanwhile", async () => {
    const device = await createVault({ "a.md": list("a"), "b.md": list("b") });
    const { logged, logEdits } = createLog(device);
    device.append("a.md", "- by hand\n");
    device.append("b.md", "- by hand\n");
    let isWritten = false;
    const looksSecret = (): boolean => {
      if (!isWritten)
        device.append(".loci/pending", '{"path":"a.md","op":"learned","topic":"a"}\n');
      if (!isWritten) device.append("a.md", "- by Loci\n");
      isWritten = true;
      return false;
    };
    await device.sync({ looksSecret, logEdits });
    expect(isWritten).toBe(true);
    expect(logged.map(({ files }) => pathsOf(files))).toEqual([["b.md"]]);
  });
});

describe("syncVault() waits until an edit is settled", () => {
  test("a file that was just emptied is not believed at once", async () => {
    const device = await createVault({ "a.md": list("a", "b") });
    device.write("a.md", "");
    setTimeout(() => device.write("a.md", list("a", "b", "c")), 200);
    await device.sync({ quietMs: 20 });
    expect(device.git("show", "HEAD:a.md")).toBe(list("a", "b", "c"));
    expect(device.git("log", "--format=%s").trim().split("\n")).toHaveLength(2);
  });
});

describe("syncVault() and what was forgotten", () => {
  test("does not take a line that somebody deletes for forgotten", async () => {
    const device = await createVault({ "topics/a.md": list("one", "two") });
    device.write("topics/a.md", list("one"));
    await device.sync();
    expect(forgotten(device)).toEqual([]);
  });

  test("marks that it was written again, once and later than anything there", async () => {
    const device = await createVault({
      "topics/a.md": list("one"),
      "log/forgotten.txt": `${removalLine("2031-01-01T00:00:00.000Z", "two", "-")}\n`,
    });
    device.write("topics/a.md", list("one", "two"));
    await device.sync();
    expect(forgotten(device)).toEqual(["-", "+"]);
    device.write("topics/a.md", list("one", "two", "three"));
    await device.sync();
    expect(forgotten(device)).toEqual(["-", "+"]);
    const times = device.files()["log/forgotten.txt"]?.match(/^\S+/gm) ?? [];
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(2);
    expect(device.status()).toBe("");
  });
});
