import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { serveVault } from "../server/serve-vault.ts";
import { siteAt } from "../site/vault/read-site.ts";
import { useFixture, writeFiles } from "../temp.ts";

const extra = {
  "topics/counted.md":
    "- No mark at all\n- Dated (2026-01-02)\n- ~~Stood for~~ (2026-01-01) [superseded:: 2026-01-02]\n",
  "Notes/list.md": "- Milk\n- Bread #food\n- Bought an oven (2026-01-03)\n",
  "archive/topics/old.md": "- Long ago (2020-01-01)\n",
  "agents/butler/agent.md": "- Is polite (2026-01-04)\n",
};

test("doctor, topic lists, metrics and the site's home count the same memories and files", async () => {
  const root = useFixture("starter");
  writeFiles(root, extra);
  const { loci, url, token, ask } = await serveVault({}, root);
  const { entries, files } = await loci.index.figures();

  const doctor = await runLoci(["doctor", "--vault", root]);
  expect(doctor.stdout).toContain(`Memories ${entries} (`);
  expect(doctor.stdout).toContain(`, files ${files}, `);

  const headers = { authorization: `Bearer ${token}` };
  const metrics = await (await fetch(`${new URL(url).origin}/metrics`, { headers })).text();
  const ofBanks = [...metrics.matchAll(/^[a-z_]+\{bank="[^}]*\} (\d+)$/gm)];
  expect(ofBanks.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(entries);

  const { notes } = siteAt(root, { include: ["people", "agents", "private", "bank:Health"] });
  const memories = notes
    .filter(({ data }) => !data.isArchived)
    .flatMap(({ data }) => data.entries.filter((entry) => entry.isMemory && !entry.isSuperseded));
  expect([memories.length, notes.length]).toEqual([entries, files]);

  const { body } = await ask("GET", "/api/topics");
  expect(body.topics).toContainEqual(expect.objectContaining({ topic: "counted", entries: 2 }));
});
