import { expect, test } from "vitest";
import { createRepo } from "../../sync/repo.ts";
import { openDevice, serveBare } from "./device.ts";

/** A vault of 300 files and 60 commits on the server, and a device that has all of it. */
async function start() {
  const { server, bare, url } = await serveBare({ token: "t" });
  const repo = createRepo();
  for (let index = 0; index < 300; index++) {
    repo.write(`topics/t${index}.md`, `- entry ${index} ${Math.random()}\n`.repeat(40));
  }
  for (let day = 0; day < 60; day++) {
    repo.write("topics/t7.md", `- day ${day}\n`.repeat(day));
    repo.git("add", "-A");
    repo.git("commit", "-qm", `day ${day}`);
  }
  repo.git("push", "-q", bare.path, "main");
  const device = await openDevice(url, { repo, env: { LOCI_SYNC_TOKEN: "t" } });
  await device.pull();
  const other = createRepo({ empty: true });
  other.git("pull", "-q", bare.path, "main");
  server.wireBytes();
  return { server, bare, device, other };
}

test("what goes over the wire is what is missing, whoever has committed what", async () => {
  const { server, bare, device, other } = await start();
  await device.remote.refs();
  await device.remote.close();
  expect(server.wireBytes()).toBeLessThan(1000); // nothing new

  device.commit("topics/mine.md", "- mine\n");
  await device.pull();
  expect(server.wireBytes()).toBeLessThan(1000); // nothing new, one commit unpushed

  other.write("topics/theirs.md", "- theirs\n");
  other.git("add", "-A");
  other.git("commit", "-qm", "theirs");
  other.git("push", "-q", bare.path, "main");
  const from = await device.pull();
  const fetched = server.wireBytes();
  device.repo.git("merge", "-q", "--no-edit", "origin/main");
  expect(await device.remote.push({ branch: "main", from, to: device.oid() })).toBe("pushed");
  const pushed = server.wireBytes();
  // a commit is 3 objects; the tree of 300 names has 11 kB, packed, and is new in each of them
  const tree = Number(device.repo.git("cat-file", "-s", "HEAD:topics"));
  expect(tree).toBeGreaterThan(10_000);
  expect(fetched).toBeLessThan(tree + 6000);
  expect(pushed).toBeLessThan(2 * tree + 4000);

  const sent = bare.git("rev-list", "--objects", "main", `^${from}`).trim().split("\n").length;
  expect(sent).toBe(7); // two commits, their two trees twice, one blob
  bare.git("fsck", "--strict", "--no-dangling");
}, 30_000);

test("a file that came back to what it was is not sent again, nor is one that moved", async () => {
  const { server, device } = await start();
  const from = device.oid();
  device.repo.git("mv", "topics/t7.md", "topics/moved.md");
  device.repo.git("commit", "-qm", "moved");
  await device.remote.push({ branch: "main", from, to: device.oid() });
  const tree = Number(device.repo.git("cat-file", "-s", "HEAD:topics"));
  expect(server.wireBytes()).toBeLessThan(tree + 2500);
}, 30_000);
