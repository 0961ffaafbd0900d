import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type PackLimits, packLimits } from "../../../src/git/packs/pack-limits.ts";
import {
  blob,
  chainOf,
  copyAll,
  entryOf,
  history,
  oidOf,
  type Part,
  packOf,
  packOfEntries,
  sealed,
  tree,
} from "../packs/make-pack.ts";
import { nowhere, useInspector } from "./inspector.ts";

const MB = 2 ** 20;

async function expectRefused(
  pack: Buffer,
  said: string,
  limits: Partial<PackLimits> = {},
): Promise<void> {
  await expect(useInspector().inspect(pack, nowhere, limits)).rejects.toThrow(
    expect.objectContaining({ name: "SyntaxError", message: expect.stringContaining(said) }),
  );
}

/** An entry whose head says another size, in these bytes. */
const sized = (...size: number[]): Buffer =>
  packOfEntries([
    Buffer.concat([
      Buffer.from([0xb5]),
      Buffer.from(size),
      deflateSync(Buffer.alloc(9_000), { level: 0 }),
    ]),
  ]);
const zeros = (count: number): number[] => new Array<number>(count).fill(0x80);

describe("inspectPack() refuses a number without end", () => {
  test.each([7, 8, 9, 100, 160, 400, 4_000])("of %d bytes of nothing", async (count) => {
    await expectRefused(sized(...zeros(count), 1), "number has no end");
  });

  test("or that a pack ends in", async () => {
    await expectRefused(packOfEntries([Buffer.from([0xb5, ...zeros(3)]), Buffer.alloc(9)], 1), "");
    await expectRefused(packOfEntries([Buffer.alloc(9, 0x95)]), "number");
  });

  test("as the distance to a base", async () => {
    const base = Buffer.from([...zeros(40), 1]);
    const change: Part = { type: "offset", content: copyAll(2), base };
    await expectRefused(packOf([blob("x\n"), change]), "number has no end");
  });

  test.each([
    ["base", Buffer.from([...zeros(400), 1, 2, 0x90, 2])],
    ["result", Buffer.from([2, ...zeros(400), 1, 0x90, 2])],
  ])("as the size of the %s of a change", async (_, content) => {
    const x = blob("x\n");
    const change: Part = { type: "offset", content, base: Buffer.from([entryOf(x).length]) };
    await expectRefused(packOf([x, change]), "number has no end");
  });
});

describe("inspectPack() refuses what costs more than it may", () => {
  test("a chain of changes over 100 MB in 105 KB, long before all of it is made", async () => {
    const pack = packOfEntries(chainOf(blob(Buffer.alloc(100 * MB)), 150));
    expect(pack.length).toBeLessThan(115_000);
    await expectRefused(pack, "it unpacks to more than", {
      maxMadeBytes: 300 * MB,
      maxMadePerByte: 1,
    });
  });

  test("a chain of more changes than allowed", async () => {
    const pack = packOfEntries(chainOf(blob("x"), packLimits.maxChain + 1));
    await expectRefused(pack, "chain of changes is too long");
  });

  test("objects that are nothing but zeros, in sum", async () => {
    const parts = Array.from({ length: 50 }, (_, n) => blob(Buffer.alloc(MB + n)));
    await expectRefused(packOf(parts), "unpacks to more than 20971520 bytes", {
      maxUnpackedBytes: 20 * MB,
    });
  });

  test("an object that unpacks to more than it says", async () => {
    const bomb: Part = { ...blob(Buffer.alloc(100 * MB)), size: 10 };
    await expectRefused(packOf([bomb]), "cannot be unpacked");
    await expectRefused(packOf([{ ...bomb, size: 2 ** 40 }]), "has 1099511627776 bytes");
  });

  test("one that is packed into more bytes than it has, without end", async () => {
    const empty = Buffer.from([0, 0, 0, 0xff, 0xff]); // a block of nothing
    const packed = Buffer.concat([Buffer.from([0x78, 1]), ...new Array<Buffer>(9_000).fill(empty)]);
    await expectRefused(packOf([{ ...blob("x"), packed }]), "cut short");
  });

  test("more objects than allowed, or than there is room for", async () => {
    const parts = Array.from({ length: 11 }, (_, n) => blob(`${n}`));
    await expectRefused(packOf(parts), "it holds 11 objects, more than 10", { maxObjects: 10 });
    await expectRefused(packOf(parts, 900_000), "fewer objects than it says");
    await expectRefused(packOf(parts, 2 ** 32 - 1), "more than 1000000");
  });
});

test("inspectPack() refuses changes that are each other's base, and objects that come twice", async () => {
  const change = (base: string): Part => ({
    ...{ type: "reference", content: copyAll(2), base: Buffer.from(base, "hex") },
  });
  const [a, b] = [oidOf(blob("a\n")), oidOf(blob("b\n"))];
  await expectRefused(packOf([change(a), change(b)]), "base of a change is missing");
  await expectRefused(packOf([blob("x\n"), change(a)]), "base of a change is missing");
  await expectRefused(packOf([blob("x\n"), blob("x\n")]), "is in it twice");
  await expectRefused(packOf([blob("x\n"), change(oidOf(blob("x\n")))]), "is in it twice");
});

test("inspectPack() refuses a pack that is cut at any byte, or goes on after its end", async () => {
  const x = blob("x\n");
  const { pack, tip } = history(tree(["100644", "x.md", oidOf(x)]), x);
  const { inspect } = useInspector();
  await inspect(pack, tip);
  for (let length = 0; length < pack.length; length++) {
    const cut = pack.subarray(0, length);
    await expect(inspect(cut, tip)).rejects.toThrow(SyntaxError);
    if (length === pack.length - 20) continue; // its hash is what is put behind it
    await expect(inspect(sealed(cut), tip)).rejects.toThrow(SyntaxError);
  }
  for (const more of [1, 9, 20, 5_000]) {
    const body = Buffer.concat([pack.subarray(0, -20), Buffer.alloc(more)]);
    await expect(inspect(sealed(body), tip)).rejects.toThrow("more than it says");
    await expect(inspect(Buffer.concat([pack, Buffer.alloc(more)]), tip)).rejects.toThrow("hash");
  }
});
