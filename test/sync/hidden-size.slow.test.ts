import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { meetEvil } from "./devices.ts";
import { openRepo } from "./repo.ts";

/** Numbers as packs have them: seven bits a byte, the lowest first; only four in the first one of an object. */
function toBits(value: number, first = 7): Buffer {
  const [low, rest] = [value % 2 ** first, Math.floor(value / 2 ** first)];
  return rest === 0 ? Buffer.from([low]) : Buffer.concat([Buffer.from([low | 0x80]), toBits(rest)]);
}

const header = (type: number, size: number): Buffer => {
  const bytes = toBits(size, 4);
  return Buffer.concat([Buffer.from([(bytes[0] ?? 0) | (type << 4)]), bytes.subarray(1)]);
};

/** Unpacks to nothing for long before it unpacks to these bytes. */
function hide(bytes: Buffer): Buffer {
  const packed = deflateSync(bytes);
  const nothing = Buffer.alloc(5 * 400, Buffer.from([0, 0, 0, 0xff, 0xff]));
  return Buffer.concat([packed.subarray(0, 2), nothing, packed.subarray(2)]);
}

const sha1 = (bytes: Buffer): Buffer => Buffer.from(hash("sha1", bytes, "hex"), "hex");

test("a pushed gigabyte that hides its size takes no memory", { timeout: 240_000 }, async () => {
  const { device, bare } = await meetEvil();
  const { git } = openRepo(bare);
  const zeros = Buffer.alloc(2 ** 24 - 1);
  const base = sha1(Buffer.concat([Buffer.from(`blob ${zeros.length}\0`), zeros]));
  const copies = Buffer.alloc(64 * 4, Buffer.from([0xf0, 0xff, 0xff, 0xff]));
  const change = Buffer.concat([toBits(zeros.length), toBits(zeros.length * 64), copies]);
  const objects = Buffer.concat([
    Buffer.from("PACK\0\0\0\x02\0\0\0\x02", "latin1"),
    Buffer.concat([header(3, zeros.length), deflateSync(zeros)]),
    Buffer.concat([header(7, change.length), base, hide(change)]),
  ]);
  const pack = join(bare, "objects/pack/pack-evil.pack");
  writeFileSync(pack, Buffer.concat([objects, sha1(objects)]));
  git("index-pack", pack);
  const [huge = ""] =
    /^[0-9a-f]{40}(?= .* 1 [0-9a-f]{40}$)/m.exec(git("verify-pack", "-v", pack)) ?? [];
  const env = { ...process.env, GIT_INDEX_FILE: join(bare, "evil-index") };
  const inBare = (...args: string[]): string =>
    execFileSync("git", args, { cwd: bare, env, encoding: "utf8" }).trim();
  for (const [name, oid] of Object.entries({
    "base.bin": base.toString("hex"),
    "topics/x.md": huge,
  }))
    inBare("update-index", "--add", "--cacheinfo", `100644,${oid},${name}`);
  const author = ["-c", "user.name=evil", "-c", "user.email=evil@example.org"];
  const commit = inBare(...author, "commit-tree", "-m", "x", "-p", "main", inBare("write-tree"));
  git("update-ref", "refs/heads/main", commit);

  const script = join(import.meta.dirname, "../workers/sync-measured.ts");
  const said = execFileSync(process.execPath, [script, device.root], { encoding: "utf8" });
  const { report, megabytes } = JSON.parse(said);
  expect(megabytes).toBeLessThan(350);
  const told = { path: "topics/x.md", reason: expect.stringContaining("its size cannot be told") };
  expect(report.heldBack).toContainEqual(expect.objectContaining(told));
});
