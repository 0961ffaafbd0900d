import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Conclusion } from "../../src/digest/gates/conclusion.ts";
import { conclusion } from "../digest/conclusions.ts";
import { runLoci } from "../run-loci.ts";
import { watchVault } from "../watched-vault.ts";

/** What becomes of a server model's conclusions on the command line, where the day is today's. */

const files = {
  "topics/teeth.md": "---\ntitle: Teeth\nsummary: dentist and check-ups\n---\n\n- Brush twice\n",
  "topics/food.md": "---\ntitle: Food\nsummary: who eats what\n---\n\n- Soup on Mondays\n",
};

const said = `The dentist moved my check-up to 14 March 2031 at half past four
My brother Leo is allergic to cashews
I eat no meat any more
We rented a garage in Reus
/end
`;

const [moved = "", leo = "", meat = "", garage = ""] = said.split("\n");
const teeth = "The dentist moved Ana's check-up to 2031-03-14 at 16:30";
const right: readonly Conclusion[] = [
  conclusion(teeth, { quote: moved, topic: "teeth", kind: "plan" }),
  conclusion("Leo, Ana's brother, is allergic to cashews", {
    quote: leo,
    topic: "food",
    importance: 1,
  }),
  conclusion("Ana eats no meat any more", { quote: meat, topic: "food" }),
  conclusion("Ana rented a garage in Reus", { quote: garage, topic: null }),
];
const wrong: readonly Conclusion[] = [
  conclusion("The dentist moved Ana's check-up to 2031-04-15", { quote: moved, topic: "teeth" }),
  conclusion("Ana is allergic to cashews", { quote: leo, topic: "food", importance: 1 }),
  conclusion("Leo eats no meat any more", { quote: meat, topic: "food" }),
];

const extract = () => ({ conclusions: [...right, ...wrong] });

test("what a server could not be asked at the end is learned once it answers, each conclusion in its topic or left out with a reason", async () => {
  const { root, env, server } = await watchVault(files, { extract });
  const { always } = server;
  server.always = (request) => {
    if (request.response_format !== undefined) return { status: 503, error: "overloaded" };
    return typeof always === "function" ? always(request) : "Fine.";
  };
  const ended = await runLoci(["chat", "--vault", root, "--person", "ana"], { input: said, env });
  expect(ended.stdout + ended.stderr).toMatch(/waits/);
  expect(readFileSync(join(root, "topics/teeth.md"), "utf8")).toBe(files["topics/teeth.md"]);
  server.always = always;
  const { code, stdout } = await runLoci(["digest", "--vault", root], { env });
  expect(code).toBe(0);
  expect(server.violations).toEqual([]);
  for (const { text } of right) expect(stdout).toContain(text);
  for (const { text } of wrong) expect(stdout).toContain(`· not saved, not supported: ${text}`);
  checkKept(root);
  const again = await runLoci(["digest", "--vault", root], { env });
  expect(again.code).toBe(0);
  checkKept(root);
});

function checkKept(root: string): void {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const linesOf = (path: string): string[] =>
    read(path)
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => line.replace(/ \(\d{4}-\d\d-\d\d\).*$/, ""));
  expect(linesOf("topics/teeth.md")).toEqual(["- Brush twice", `- ${teeth}`]);
  expect(linesOf("topics/food.md")).toEqual([
    "- Soup on Mondays",
    "- Leo, Ana's brother, is allergic to cashews",
    "- Ana eats no meat any more",
  ]);
  const month = new Date().toISOString().slice(0, 7);
  expect(linesOf(`people/ana/general/${month}.md`)).toEqual(["- Ana rented a garage in Reus"]);
  expect(existsSync(join(root, "general"))).toBe(false);
  const log = read(`log/${month}.md`);
  expect(log.match(/^- learned: /gm)).toHaveLength(right.length);
  for (const { text } of wrong) {
    expect(log).toContain(`- kept: ${text} (not saved, not supported)\n`);
  }
}
