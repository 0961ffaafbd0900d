import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckedPack } from "../../../src/git/receive/check-pack.ts";
import { fc } from "../../fast-check.ts";
import {
  blob,
  chainOf,
  commit,
  copyAll,
  distance,
  entryOf,
  oidOf,
  type Part,
  packOfEntries,
  tree,
  varint,
} from "../packs/make-pack.ts";
import { useInspector } from "./inspector.ts";

const MB = 2 ** 20;

/** A well-formed pack: files, some of them changes of one that comes before or after, a folder and a commit. */
const sound = fc
  .array(
    fc.record({
      text: fc.string({ maxLength: 60 }),
      of: fc.option(fc.nat(20)),
      isNamed: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((files) => {
    const parts: Part[] = [];
    const contents: Buffer[] = [];
    const entries: Buffer[] = [];
    const add = (part: Part): number => entries.push(entryOf(part));
    for (const [n, { text, of, isNamed }] of files.entries()) {
      const at = of === null ? undefined : of % (n + 1);
      const base = at === undefined || at === n ? undefined : contents[at];
      const extra = Buffer.from(`${n}${text}`.slice(0, 100));
      const content = base === undefined ? extra : Buffer.concat([base, extra]);
      contents.push(content);
      parts.push({ type: "blob", content });
      if (base === undefined || at === undefined) {
        add({ type: "blob", content });
        continue;
      }
      const change = copyAll(base.length, extra);
      const back = entries.slice(at).reduce((sum, { length }) => sum + length, 0);
      const named = Buffer.from(oidOf({ type: "blob", content: base }), "hex");
      if (isNamed) add({ type: "reference", content: change, base: named });
      else add({ type: "offset", content: change, base: distance(back) });
    }
    const names = [...new Map(parts.map((part) => [oidOf(part), part])).keys()];
    const root = tree(
      ...names.map((oid, n): [string, string, string] => ["100644", `${100 + n}.md`, oid]),
    );
    const tip = commit(oidOf(root));
    add(root);
    add(tip);
    return { entries, tip: oidOf(tip) };
  });

/** A pack that is made of entries and broken on the way. */
interface Damage {
  readonly name: string;
  apply(entries: readonly Buffer[]): Buffer;
}

const place = (entries: readonly Buffer[], at: number): number => at % entries.length;

/** One entry is changed. */
const changed =
  (at: number, how: (entry: Buffer) => Buffer): Damage["apply"] =>
  (entries) =>
    packOfEntries(entries.map((entry, n) => (n === place(entries, at) ? how(entry) : entry)));

function withByte(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = change(copy[at] ?? 0);
  return copy;
}

function withSize(entry: Buffer, size: number): Buffer {
  const kind = (entry[0] ?? 0) & 0x70;
  const end = entry.findIndex((byte) => byte < 0x80) + 1;
  const head = Buffer.from([0x80 | kind | (size % 16)]);
  return Buffer.concat([head, varint(Math.floor(size / 16)), entry.subarray(end)]);
}

const changeBytes = fc.oneof(
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.nat(80), fc.maxSafeNat())
    .map(([from, to]) => Buffer.concat([varint(from), varint(to), Buffer.from([0x90, 1])])),
  fc.nat(80).map((size) => copyAll(size)),
);

/** One thing of a structure that is made wrong, or odd. */
const damages: Readonly<Record<string, fc.Arbitrary<Damage["apply"]>>> = {
  none: fc.constant((entries) => packOfEntries(entries)),
  kind: fc
    .tuple(fc.nat(), fc.nat(7))
    .map(([at, to]) => changed(at, (one) => withByte(one, 0, (byte) => (byte & 0x8f) | (to << 4)))),
  size: fc
    .tuple(fc.nat(), fc.oneof(fc.nat(300), fc.maxSafeNat(), fc.constantFrom(2 ** 31, 2 ** 53)))
    .map(([at, size]) => changed(at, (one) => withSize(one, size))),
  count: fc
    .oneof(fc.integer(), fc.integer({ min: -2, max: 2 }))
    .map((by) => (entries) => packOfEntries(entries, (entries.length + by) >>> 0)),
  order: fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => (entries) => {
    const [one, other] = [place(entries, a), place(entries, b)];
    const order = entries.map((_, n) => (n === one ? other : n === other ? one : n));
    return packOfEntries(order.flatMap((n) => entries[n] ?? []));
  }),
  twice: fc
    .nat()
    .map((at) => (entries) => packOfEntries([...entries, ...entries.slice(place(entries, at))])),
  gone: fc.nat().map((at) => (entries) => packOfEntries(entries.toSpliced(place(entries, at), 1))),
  between: fc
    .tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 30 }))
    .map(([at, bytes]) => (entries) => {
      const more = entries.toSpliced(place(entries, at), 0, Buffer.from(bytes));
      return packOfEntries(more, entries.length);
    }),
  checksum: fc
    .tuple(fc.nat(), fc.nat(5), fc.integer({ min: 1, max: 255 }))
    .map(([at, back, mask]) =>
      changed(at, (one) => withByte(one, one.length - 1 - back, (byte) => byte ^ mask)),
    ),
  change: fc.tuple(fc.boolean(), fc.nat(400), changeBytes).map(([isNamed, to, content]) => {
    const base = isNamed ? Buffer.alloc(20, to) : distance(to);
    const entry = entryOf({ type: isNamed ? "reference" : "offset", content, base });
    return (entries) => packOfEntries([...entries, entry]);
  }),
  chain: fc
    .constantFrom(1, 49, 50, 51, 300)
    .map((depth) => (entries) => packOfEntries([...entries, ...chainOf(blob("chain"), depth)])),
  hash: fc.nat(19).map((back) => (entries) => {
    const pack = packOfEntries(entries);
    return withByte(pack, pack.length - 1 - back, (byte) => byte ^ 1);
  }),
};
const damage: fc.Arbitrary<Damage> = fc.oneof(
  ...Object.entries(damages).map(([name, apply]) => apply.map((one) => ({ name, apply: one }))),
);

test("inspectPack() takes what real git takes of a pack in which one thing is wrong, or says what is, within its limits", async () => {
  const { repo, file, inspect } = useInspector();
  const limits = { maxChain: 50, maxMadeBytes: 10 * MB, maxObjectBytes: MB };
  const index = join(repo.root, "new.idx");
  const before = process.resourceUsage().maxRSS;
  const taken = { none: 0, all: 0 };
  await fc.assert(
    fc.asyncProperty(sound, damage, async ({ entries, tip }, { name, apply }) => {
      const found = await inspect(apply(entries), tip, limits).catch((error: unknown) => error);
      if (found instanceof Error) {
        expect(found).toMatchObject({ name: "SyntaxError", message: /^[a-z"][^\n]{5,200}$/ });
        return;
      }
      taken.all += 1;
      if (name === "none") taken.none += 1;
      rmSync(index, { force: true });
      repo.git("index-pack", "--strict", "-o", index, file);
      expect(readFileSync(index).equals((found as CheckedPack).index)).toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(taken.none).toBeGreaterThan(10);
  expect(taken.all).toBeGreaterThan(taken.none);
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000); // KB
}, 60_000);
