import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../scripts/bench/random.ts";
import { setRemote } from "../../src/git/remote/remote.ts";
import { createBare, createDevice, createPair, type Device, expectSame, list } from "./devices.ts";
import { openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** Devices of one remote, the first of which made the vault. */
async function createDevices(files: Record<string, string>) {
  const { remote, laptop, board } = await createPair(files);
  const phone = await createDevice("phone", remote);
  return { remote: openRepo(remote), devices: [laptop, board, phone] as const };
}

/** Adds a line to the topic, and takes one out. */
function change(device: Device, line: string, gone: string | undefined): void {
  device.append("topics/a.md", list(line));
  const text = device.read("topics/a.md");
  if (gone !== undefined) device.write("topics/a.md", text.replace(list(gone), ""));
}

/** Commits with an earlier time than one of their parents, though that is not from a clock far ahead. */
function datedBeforeParents(repo: TestRepo): string[] {
  const log = repo.git("log", "--format=%H %ct %P", "main").trim().split("\n");
  const rows = log.map((row) => row.split(" "));
  const times = new Map(rows.map(([oid, time]) => [oid, Number(time)]));
  return rows.flatMap(([oid = "", time, ...parents]) =>
    parents.some((parent) => isBefore(Number(time), times.get(parent) ?? 0)) ? [oid] : [],
  );
}

const isBefore = (time: number, parent: number): boolean => time < parent && parent - time < 86_400;

describe("syncVault() on clocks that are years off", () => {
  test("dates no commit before its parents but those of the future, and merges as on the right ones", async () => {
    const { remote, devices } = await createDevices({
      "topics/a.md": list("one", "two", "three", "four"),
    });
    const [laptop, board, phone] = devices;
    const clocks = new Map([
      [laptop, "1970-01-01T00:00:00Z"],
      [board, "2050-06-01T00:00:00Z"],
      [phone, "2026-02-10T06:00:00Z"],
    ]);
    const lines = ["two", "three"];
    const goes = new Map([
      ["laptop 1", "one"],
      ["board 1", "four"],
    ]);
    for (const round of [0, 1, 2]) {
      for (const [device, at] of clocks) {
        const now = new Date(Date.parse(at) + round * 60_000);
        const line = `${device.name} ${round}`;
        lines.push(line);
        change(device, line, goes.get(line));
        // As that clock dates a file: nothing but what stands in it tells that it changed.
        utimesSync(join(device.root, "topics/a.md"), now, now);
        await device.sync({ now: () => now });
      }
    }
    await expectSame(devices, lines, ["one", "four"]);
    expect(datedBeforeParents(remote)).toEqual([]);
  });
});

describe("syncVault() through several remotes", () => {
  test("a host and a stick, crossed, ends with everything everywhere", async () => {
    const { remote, devices } = await createDevices({
      "topics/a.md": list("one", "two", "three"),
    });
    const [laptop, board] = devices;
    const stick = createBare();
    for (const { root } of devices) await setRemote(join(root, ".git"), "stick", stick);
    const to = (name: string) => ({ settings: { ...syncRequest("").settings, remote: name } });
    await laptop.sync(to("stick"));
    const lines = ["two"];
    const goes = new Map([
      ["laptop 1", "one"],
      ["board 1", "three"],
    ]);
    for (const round of [0, 1, 2, 3]) {
      for (const device of devices) {
        lines.push(`${device.name} ${round}`);
        change(device, `${device.name} ${round}`, goes.get(`${device.name} ${round}`));
      }
      const [here, there] = round % 2 === 0 ? ["origin", "stick"] : ["stick", "origin"];
      await laptop.sync(to(here));
      await board.sync(to(there));
      await laptop.sync(to(there));
      await board.sync(to(here));
    }
    for (const name of ["origin", "stick", "origin", "stick"])
      for (const device of devices) await device.sync(to(name));
    await expectSame(devices, lines, ["one", "three"]);
    const heads = new Set([
      ...[remote, openRepo(stick)].map((one) => one.git("rev-parse", "main")),
      ...devices.map((one) => one.git("rev-parse", "HEAD")),
    ]);
    expect(heads.size).toBe(1);
  });
});

test("syncVault() brings three devices together that were each offline for a thousand edits", async () => {
  const topics = Array.from({ length: 12 }, (_, nth) => `topics/t${nth}.md`);
  const files = Object.fromEntries(
    topics.map((path, nth) => [
      path,
      list(...Array.from({ length: 100 }, (_, at) => `t${nth} ${at}`)),
    ]),
  );
  const { devices } = await createDevices(files);
  const added: string[] = [];
  const removed = new Set<string>();
  for (const [seed, device] of devices.entries()) {
    const random = createRandom(seed + 1);
    const texts = new Map(topics.map((path) => [path, device.read(path)]));
    for (let edit = 1; edit <= 1_000; edit++) {
      const path = random.pick(topics);
      const lines = (texts.get(path) ?? "").split(/(?<=\n)/);
      if (random.below(4) === 0) {
        const [gone = ""] = lines.splice(random.below(lines.length), 1);
        removed.add(gone.trim().slice(2));
      } else {
        added.push(`${device.name} ${edit}`);
        lines.splice(random.below(lines.length + 1), 0, list(`${device.name} ${edit}`));
      }
      texts.set(path, lines.join(""));
      if (edit % 100 > 0) continue;
      for (const [name, text] of texts) device.write(name, text);
      device.git("commit", "-qam", `edit ${edit}`);
    }
  }
  const start = performance.now();
  for (const device of [...devices, ...devices]) await device.sync();
  expect(performance.now() - start).toBeLessThan(60_000);
  const kept = added.filter((line) => !removed.has(line));
  await expectSame(devices, kept, [...removed]);
}, 120_000);
