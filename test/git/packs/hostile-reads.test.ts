import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseIndex, stringifyIndex } from "../../../src/git/index-file/index-file.ts";
import { loosePath } from "../../../src/git/objects/loose-object.ts";
import { openStored } from "../../../src/git/objects/stored-objects.ts";
import { parsePackIndex } from "../../../src/git/packs/pack-index.ts";
import { ownReadLimits } from "../../../src/git/packs/pack-limits.ts";
import { fc } from "../../fast-check.ts";
import { createRepo } from "../../sync/repo.ts";
import {
  addPack,
  blob,
  chainOf,
  entryOf,
  farIndex,
  oidOf,
  packOfEntries,
  sealed,
} from "./make-pack.ts";

const MB = 2 ** 20;
const nameOf = (n: number): string => createHash("sha1").update(String(n)).digest("hex");

const blocked = expect.objectContaining({
  code: "GIT_BLOCKED",
  message: expect.stringContaining("missing or damaged"),
});

describe("openStored() reads no object of a repository from elsewhere that takes too much", () => {
  const limits = { ...ownReadLimits, maxObjectBytes: 8 * MB, maxMadeBytes: 40 * MB };

  test("a chain of changes over a large base", async () => {
    const repo = createRepo({ empty: true });
    const base = blob(Buffer.alloc(4 * MB));
    addPack(join(repo.root, ".git"), chainOf(base, 60), nameOf(1), 60);
    const stored = openStored(join(repo.root, ".git"), limits);
    await expect(stored.read(nameOf(1))).rejects.toMatchObject({
      cause: { name: "SyntaxError", message: "an object takes too much to be made" },
    });
    stored.close();
  });

  test("one that is larger, packed or loose", async () => {
    const repo = createRepo({ empty: true });
    const large = blob(Buffer.alloc(9 * MB));
    addPack(join(repo.root, ".git"), [entryOf(large)], oidOf(large), 0);
    const stored = openStored(join(repo.root, ".git"), limits);
    await expect(stored.read(oidOf(large))).rejects.toThrow(blocked);
    const path = loosePath(join(repo.root, ".git"), nameOf(2));
    mkdirSync(dirname(path));
    writeFileSync(path, deflateSync(Buffer.alloc(20 * MB)));
    await expect(stored.read(nameOf(2))).rejects.toThrow(blocked);
    truncateSync(path, 2 ** 41); // a file of nothing, as large as a disk
    await expect(stored.read(nameOf(2))).rejects.toThrow(blocked);
    stored.close();
  });

  test("through an index that is larger than any, or names places that are none", async () => {
    const repo = createRepo({ empty: true });
    const [x, gitDir] = [blob("x\n"), join(repo.root, ".git")];
    for (const offset of [0, 11, 2 ** 31, 2 ** 52]) {
      const stem = join(gitDir, "objects/pack", `pack-${nameOf(offset)}`);
      writeFileSync(`${stem}.pack`, packOfEntries([entryOf(x)]));
      writeFileSync(`${stem}.idx`, farIndex([{ oid: nameOf(3), offset, crc: 0 }], nameOf(4)));
    }
    writeFileSync(join(gitDir, "objects/pack", `pack-${nameOf(5)}.idx`), "");
    truncateSync(join(gitDir, "objects/pack", `pack-${nameOf(5)}.idx`), 2 ** 41);
    await expect(openStored(gitDir).read(nameOf(3))).rejects.toThrow(blocked);
  });
});

test("parsePackIndex() gives places or a SyntaxError, whatever number in it is wrong", () => {
  const oids = [1, 2, 3, 4].map(nameOf);
  const entries = oids.map((oid, n) => ({ oid, offset: n % 2 ? 12 + n : 2 ** 33 + n, crc: n }));
  const sound = farIndex(entries, nameOf(0));
  fc.assert(
    fc.property(fc.nat(sound.length / 4 - 1), fc.integer(), (at, value) => {
      const bytes = Buffer.from(sound);
      bytes.writeInt32BE(value, at * 4);
      for (const oid of oids) {
        try {
          const offset = parsePackIndex(bytes).offsetOf(oid);
          expect(offset ?? 0).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }
    }),
    { numRuns: 500 },
  );
});

describe("parseIndex()", () => {
  /** An index as git writes it, in this version. */
  function indexOf(version: number): Buffer {
    const repo = createRepo();
    for (let n = 0; n < 5; n++) repo.write(`topics/a folder/topic-${n}.md`, "x\n");
    repo.git("add", "-A");
    repo.git("update-index", "--index-version", String(version));
    return readFileSync(join(repo.root, ".git/index"));
  }
  const read = (bytes: Buffer): unknown => {
    try {
      return parseIndex(bytes);
    } catch (error) {
      return error;
    }
  };
  const isTold = (found: unknown): boolean =>
    !(found instanceof Error) || found instanceof SyntaxError || found.name === "LociError";

  test.each([2, 4])(
    "of version %d gives entries or says what is wrong, cut or changed anywhere",
    (version) => {
      const sound = indexOf(version).subarray(0, -20);
      expect(stringifyIndex(parseIndex(sealed(sound)))).toEqual(sealed(sound));
      for (let length = 0; length < sound.length; length++) {
        expect(isTold(read(sealed(sound.subarray(0, length)))), `${length}`).toBe(true);
      }
      fc.assert(
        fc.property(fc.nat(sound.length - 1), fc.nat(255), (at, byte) => {
          const copy = Buffer.from(sound);
          copy[at] = byte;
          expect(isTold(read(sealed(copy)))).toBe(true);
        }),
        { numRuns: 1_000 },
      );
    },
  );

  test("of version 4 takes no path that grows with each entry, and no number without end", () => {
    const fixed = Buffer.alloc(62);
    const head = Buffer.alloc(12);
    head.write("DIRC");
    head.writeUInt32BE(4, 4);
    const entry = (drop: Buffer, more: string) =>
      Buffer.concat([fixed, drop, Buffer.from(`${more}\0`)]);
    const grown = Array.from({ length: 60 }, () => entry(Buffer.from([0]), "x".repeat(100)));
    head.writeUInt32BE(grown.length, 8);
    expect(read(sealed(Buffer.concat([head, ...grown])))).toMatchObject({
      message: "Cannot read the git index: a path has no end",
    });
    head.writeUInt32BE(1, 8);
    for (const drop of [Buffer.alloc(40, 0xff), Buffer.from([0x8f, 0xff, 0xff, 0xff, 0x7f])]) {
      const only = sealed(Buffer.concat([head, entry(drop, "x")]));
      expect(read(only)).toBeInstanceOf(SyntaxError);
    }
  });
});
