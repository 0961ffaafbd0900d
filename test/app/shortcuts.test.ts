import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { onHappening } from "../../src/diagnostics.ts";
import { watchVault } from "../watched-vault.ts";
import { ana, bytesOf, learn } from "./private-talk.ts";

function useCounts(): string[] {
  const counted: string[] = [];
  onTestFinished(
    onHappening((happening) => {
      if (happening.type === "shortcut") counted.push("shortcut");
    }),
  );
  return counted;
}

const readLog = (root: string): string => readFileSync(join(root, "log/2026-02.md"), "utf8");

const asJson = { extract: () => ({ conclusions: learn("I love marzipan") }) };

test("a preference is kept at once, and once, whatever a model makes of it when the conversation ends", async () => {
  const counted = useCounts();
  const made = await watchVault({ "topics/tea.md": "- Tea\n" }, asJson);
  const id = await made.talk(["I love marzipan", "thanks!"], ana);
  expect(counted).toEqual(["shortcut"]);
  const kept = bytesOf(join(made.root, "people"));
  expect(kept.match(/^- /gm)).toHaveLength(1);
  expect(kept).toMatch(/^- I love marzipan \(2026-02-12\) #preference$/m);
  const [file = ""] = /people\/ana\/topics\/\w+\.md/.exec(readLog(made.root)) ?? [];
  expect(readLog(made.root)).toContain(
    `- learned: I love marzipan → ${file}\n- session: ${id} · agent loci`,
  );
});

test("shortcut.enabled false: nothing is kept at once; on again, it goes on", async () => {
  const counted = useCounts();
  const made = await watchVault({ "topics/tea.md": "- Tea\n" }, asJson);
  made.env.LOCI_SHORTCUT_ENABLED = "false";
  const loci = await made.open();
  const conversation = await loci.converse(ana);
  const events: string[] = [];
  for await (const event of conversation.turn("I love marzipan")) events.push(event.type);
  await conversation.end();
  await loci.close();
  expect(events).not.toContain("tool");
  expect(counted).toEqual([]);
  made.env.LOCI_SHORTCUT_ENABLED = "true";
  await made.talk(["I love halva"], ana);
  expect(counted).toEqual(["shortcut"]);
});
