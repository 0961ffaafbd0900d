import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("a person named in capitals is the person whose folder is there, not a second one", async () => {
  const root = useVault({
    "loci.yaml": "",
    "people/ana/topics/rice.md": "# Rice\n\n- Prefers bomba rice\n",
  });
  const vault = ["--vault", root];
  await runLoci(["remember", "Prefers short rice", "--person", "ANA", "--topic", "rice", ...vault]);
  const file = join(root, "people/ana/topics/rice.md");
  expect(readFileSync(file, "utf8")).toContain("Prefers short rice");
  const events = await lociJson(["chat", "--person", "ANA", ...vault], {
    input: "remember that I like saffron\n",
  });
  expect(events.length).toBeGreaterThan(0);
  expect(readdirSync(join(root, "people"))).toEqual(["ana"]);

  expect(await lociJson(["recall", "rice", "--person", "ANA", ...vault])).not.toEqual([]);
  expect(await runLoci(["recall", "rice", "--person", "../ana", ...vault])).toMatchObject({
    code: 1,
  });

  await runLoci(["remember", "Plays the flute", "--person", "Bea", ...vault]);
  expect(existsSync(join(root, "people/Bea")), "who is new is spelled as given").toBe(true);
});
