import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

test("syncVault() on clocks that are years off, through a host and a stick, ends with everything everywhere", async () => {
  const { remote, devices } = await createDevices({
    "topics/a.md": list("one", "two", "three", "four"),
  });
  const [laptop, board] = devices;
  const stick = createBare();
  for (const { root } of devices) await setRemote(join(root, ".git"), "stick", stick);
  const starts = ["1970-01-01T00:00:00Z", "2050-06-01T00:00:00Z", "2026-02-10T06:00:00Z"];
  const to = (name: string, device: Device, round = 9) => {
    const now = new Date(Date.parse(starts[devices.indexOf(device)] ?? "") + round * 60_000);
    const settings = { ...syncRequest("").settings, remote: name };
    // As that clock dates a file: nothing but what stands in it tells that it changed.
    utimesSync(join(device.root, "topics/a.md"), now, now);
    return device.sync({ settings, now: () => now });
  };
  await to("stick", laptop, 0);
  const lines = ["two", "three"];
  const goes = new Map([
    ["laptop 1", "one"],
    ["board 1", "four"],
  ]);
  for (const round of [0, 1, 2, 3]) {
    for (const device of devices) {
      lines.push(`${device.name} ${round}`);
      change(device, `${device.name} ${round}`, goes.get(`${device.name} ${round}`));
    }
    const [here = "", there = ""] = round % 2 === 0 ? ["origin", "stick"] : ["stick", "origin"];
    for (const [name, device] of [
      [here, laptop],
      [there, board],
      [there, laptop],
      [here, board],
    ] as const)
      await to(name, device, round);
  }
  for (const name of ["origin", "stick", "origin", "stick"])
    for (const device of devices) await to(name, device);
  await expectSame(devices, lines, ["one", "four"]);
  const remotes = [remote, openRepo(stick)].map((one) => one.git("rev-parse", "main"));
  expect(new Set([...remotes, laptop.git("rev-parse", "HEAD")]).size).toBe(1);
  expect(datedBeforeParents(remote)).toEqual([]);
});
