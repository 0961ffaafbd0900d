import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createOfflineEmbedder } from "../../../src/language/offline/embedder.ts";
import { fc } from "../../fast-check.ts";

const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const model = createOfflineEmbedder({ tokens, tokensVersion: "test" });

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

const vectorOf = (text: string): Promise<Float32Array> => model.embedQuery(text);

describe("createOfflineEmbedder() embeds", () => {
  // Not "whatever it gives": a change here makes every stored vector worthless, so `version` must be raised with it.
  test("the same bytes on every platform", async () => {
    const texts = [
      "Prefers bomba rice for paella",
      "Ana’s über-langer Straßenname, 12 km",
      "мама мыла раму 北京 烤鸭",
      "",
      "🎉",
    ];
    const digests = [];
    for (const text of texts) {
      const { buffer } = await vectorOf(text);
      digests.push(createHash("sha256").update(Buffer.from(buffer)).digest("hex").slice(0, 16));
    }
    expect(new Uint8Array(new Float32Array([1]).buffer)[3]).toBe(0x3f); // little-endian, as the digests are
    expect(digests).toMatchInlineSnapshot(`
      [
        "9a0fc525863e8383",
        "842a11cb328fa65c",
        "ee96cea68234c351",
        "3ec722af6978395d",
        "58c79cef6f0d579a",
      ]
    `);
    expect(model.id).toBe("offline@512/3.test");
  });

  test("any text whatever as a finite unit vector", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
        const vector = await vectorOf(text);
        expect(vector).toHaveLength(512);
        expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-5);
      }),
    );
    const odd = ["", "   ", "\0", "\ud800", "the", "😀".repeat(500), "x".repeat(100_000)];
    for (const text of odd) expect(Math.hypot(...(await vectorOf(text)))).toBeCloseTo(1, 5);
  });

  test("features that cancel each other out as a fixed vector", async () => {
    // In few dimensions some of these sum to zero; none may come out as zero or NaN.
    const narrow = createOfflineEmbedder({ tokens, tokensVersion: 1, dimensions: 8 });
    const vectors = await narrow.embed(Array.from({ length: 3000 }, (_, i) => i.toString(36)));
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    const fixed = vectors.filter((vector) => vector.join() === "1,0,0,0,0,0,0,0");
    expect(fixed.length).toBeGreaterThan(0);
  });

  test("shared words, compounds and misspellings as near, the rest as far", async () => {
    const rice = await vectorOf("Prefers bomba rice for paella");
    const near = dot(rice, await vectorOf("which rice for the paella?"));
    const misspelt = dot(rice, await vectorOf("bomba riice paela"));
    const far = dot(rice, await vectorOf("The board boots from an SD card"));
    expect(near).toBeGreaterThan(0.4);
    expect(misspelt).toBeGreaterThan(0.3);
    expect(far).toBeLessThan(model.floor);
    const compound = dot(await vectorOf("Dampfschifffahrt"), await vectorOf("Schifffahrt"));
    expect(compound).toBeGreaterThan(0.4);
  });

  test("a word said again as less than a second word", async () => {
    const once = await vectorOf("rice oven");
    const often = await vectorOf("rice rice rice rice oven");
    expect(dot(once, often)).toBeGreaterThan(0.9);
    expect(dot(once, often)).toBeLessThan(0.99);
  });

  test("nothing as nothing", async () => {
    expect(await model.embed([])).toEqual([]);
  });
});
