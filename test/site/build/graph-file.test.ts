import { describe, expect, test } from "vitest";
import { type GraphFile, graphFile } from "../../../site/build/graph-file.ts";
import { type Outline, outlineOf } from "../../../site/build/plan/outline.ts";
import { fileUrlsOf, urlsOf } from "../../../site/build/urls.ts";
import { readVault } from "../../../site/vault/read-vault.ts";
import { useVault } from "../../temp.ts";

async function outline(files: Readonly<Record<string, string>>): Promise<Outline> {
  const root = useVault(files);
  const vault = await readVault(root, {
    ...{ title: "Ours", include: [], protectedBanks: [], urlsOf, fileUrlsOf },
    ...{ banks: ["Personal"], defaultBank: "Personal" },
  });
  return outlineOf(vault, {
    ...{ base: "/", language: "en", today: "2026-03-04", banks: ["Personal"] },
    ...{ isPublic: false, root, editor: undefined },
  });
}

/** Documents in a ring, each linked with the next and one across. */
const ring = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `topics/t${i}.md`,
      `- To [[t${(i + 1) % count}]] and [[t${(i * 7) % count}]]\n`,
    ]),
  );

const read = ({
  text,
}: GraphFile): { nodes: { u: string; b: string; x: number; y: number }[]; edges: number[][] } =>
  JSON.parse(text);

describe("graphFile()", () => {
  test("tells every linked document and each link once, with places from 0 to 1000", async () => {
    const graph = graphFile(
      await outline({
        "a.md": "- [[b]] [[b]]\n",
        "b.md": "- [[a]] [[c]] [[b]]\n",
        "c.md": "",
        "d.md": "",
      }),
      undefined,
    );
    const { nodes, edges } = read(graph);
    expect(edges).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(nodes.map((node) => ({ ...node, x: 0, y: 0 }))).toEqual([
      { t: "A", u: "/notes/a/", b: "", x: 0, y: 0, d: 1 },
      { t: "B", u: "/notes/b/", b: "", x: 0, y: 0, d: 2 },
      { t: "C", u: "/notes/c/", b: "", x: 0, y: 0, d: 1 },
    ]);
    const places = nodes.flatMap(({ x, y }) => [x, y]);
    expect(places.every((at) => Number.isInteger(at) && at >= 0 && at <= 1_000)).toBe(true);
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
    expect(graph.loose.map(({ path }) => path)).toEqual(["d.md"]);
  });

  test("lays the same links out the same", async () => {
    const vault = await outline(ring(60));
    expect(graphFile(vault, undefined).text).toBe(graphFile(vault, undefined).text);
  });

  test("keeps the places of a large graph, nearly, when a document comes", async () => {
    const before = graphFile(await outline(ring(450)), undefined);
    const grown = await outline({ ...ring(450), "topics/new.md": "- [[t5]]\n" });
    const warm = read(graphFile(grown, before.text));
    const old = new Map(read(before).nodes.map((node) => [node.u, node]));
    const moves = warm.nodes.map((node) => {
      const { x, y } = old.get(node.u) ?? node;
      return Math.hypot(node.x - x, node.y - y);
    });
    expect(Math.max(...moves)).toBeLessThan(200);
    const again = graphFile(grown, JSON.stringify(warm));
    expect(read(again)).toEqual(warm);
  });

  test("colours by bank where several are named, else by folder where there are several", async () => {
    const colours = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
      read(graphFile(await outline(files), undefined)).nodes.map(({ b }) => b);
    const inBank = (bank: string): string => `---\nbank: ${bank}\n---\n[[b]] [[c]]\n`;
    expect(await colours({ "a.md": inBank("Personal"), "b.md": "[[c]]\n", "c.md": "" })).toEqual([
      ...["", "", ""],
    ]);
    expect(await colours({ "X/a.md": "[[b]]\n", "Y/b.md": "[[c]]\n", "c.md": "" })).toEqual([
      ...["X", "Y", ""],
    ]);
    expect(await colours({ "X/a.md": "[[b]]\n", "X/b.md": "" })).toEqual(["", ""]);
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`F${i}/n${i}.md`, `[[n${(i + 1) % 9}]]\n`]),
    );
    expect((await colours(many)).filter((name) => name !== "")).toHaveLength(7);
  });

  test.each(["", "{", "null", '{"nodes":[{"u":1}],"edges":[]}', '{"nodes":[],"edges":[[0]]}'])(
    "lays out again over an earlier file that says %j",
    async (previous) => {
      const vault = await outline(ring(10));
      expect(graphFile(vault, previous).text).toBe(graphFile(vault, undefined).text);
    },
  );

  test("gives an empty vault an empty graph", async () => {
    expect(read(graphFile(await outline({ "loci.yaml": "" }), undefined))).toEqual({
      nodes: [],
      edges: [],
    });
  });
});
