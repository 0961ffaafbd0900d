import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

async function useExample(): Promise<string> {
  const root = join(useTempFolder(), "example");
  expect((await runLoci(["init", root, "--example"])).code).toBe(0);
  return root;
}

/** Files of the family that changed, but for the recent-topics index and the log, which are derived. */
function changedOfFamily(root: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const first = git("rev-list", "--max-parents=0", "HEAD").trim();
  return git("diff", "--name-only", "--diff-filter=MD", first)
    .split("\n")
    .filter((path) => path !== "" && !/^log\/|index\.txt$/.test(path));
}

test("loci init makes a vault with one welcome topic and nobody's life", async () => {
  const root = join(useTempFolder(), "own");
  expect((await runLoci(["init", root])).code).toBe(0);
  expect(readdirSync(join(root, "topics"))).toEqual(["welcome.md"]);
  expect(readdirSync(root).sort()).toEqual(
    [".git", ".gitattributes", ".gitignore", ".loci", "loci.yaml", "topics"].sort(),
  );
  const [shown] = await lociJson(["show", "--all-people", "--vault", root]);
  expect(Object(shown).topics).toMatchObject([{ topic: "welcome" }]);
  expect(readFileSync(join(root, "loci.yaml"), "utf8")).not.toMatch(/^example|^agents/m);
});

test("what nobody in particular says in the example goes to topics of its own, not into the family's", async () => {
  const root = await useExample();
  const saved = await lociJson(["remember", "--vault", root], {
    input: "Prefers arborio rice for paella now\nThe cat Pebre sleeps in the laundry basket\n",
  });
  expect(saved.map((one) => Object(one).status)).toEqual(["saved", "saved"]);
  const tides = ["remember", "Low water at two", "--topic", "tides", "--vault", root];
  const [own] = await lociJson(tides);
  expect(own).toMatchObject({ status: "saved", file: "topics/tides.md" });
  const refused = await runLoci(["remember", "Salt it", "--topic", "cooking", "--vault", root]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'Cannot save to "topics/cooking.md": it belongs to the people of this example; name a new topic, or make a vault of your own with "loci init ~/loci"\n',
  ]);
  const input =
    "which rice for paella?\nremember that the cat eats at six\nwe decided to cook the paella without saffron\n/end\n";
  expect((await runLoci(["chat", "--vault", root], { input })).code).toBe(0);
  expect((await runLoci(["digest", "--vault", root])).code).toBe(0);
  expect(changedOfFamily(root)).toEqual([]);
  const [found] = await lociJson(["recall", "paella without saffron", "--vault", root]);
  expect(JSON.stringify(found)).toContain("without saffron");
});

test("who is set as the speaker writes into the example as into any vault", async () => {
  const root = await useExample();
  const args = ["remember", "Salt the rice late", "--topic", "cooking", "--person", "ana"];
  const [saved] = await lociJson([...args, "--vault", root]);
  expect(saved).toMatchObject({ status: "saved" });
});

test("loci up says at once that the vault is an example, and how to make one of one's own", async () => {
  const args = ["up", "--port", "0", "--vault", await useExample()];
  const { stderr } = await runLoci(args, { input: "which rice for paella?\n" });
  expect(stderr).toMatch(/^This vault is an example: .* loci init ~\/loci/);
});
