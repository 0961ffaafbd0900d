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
      if (happening.type === "skipped") counted.push(`skipped ${happening.task}`);
    }),
  );
  return counted;
}

const readLog = (root: string): string => readFileSync(join(root, "log/2026-02.md"), "utf8");

const asJson = { extract: () => ({ conclusions: learn("Keeps bees") }) };

test("a preference is kept at once, and no model is asked about a conversation that held nothing else", async () => {
  const counted = useCounts();
  const made = await watchVault({ "topics/tea.md": "- Tea\n" }, asJson);
  const id = await made.talk(["I love marzipan", "thanks!"], ana);
  expect(made.asked("extract")).toEqual([]);
  expect(counted).toEqual(["shortcut", "skipped extract"]);
  const kept = bytesOf(join(made.root, "people"));
  expect(kept.match(/^- /gm)).toHaveLength(1);
  expect(kept).toMatch(/^- I love marzipan \(2026-02-12\) #preference$/m);
  const [file = ""] = /people\/ana\/topics\/\w+\.md/.exec(readLog(made.root)) ?? [];
  expect(readLog(made.root)).toContain(
    `- learned: I love marzipan → ${file}\n- session: ${id} · agent loci`,
  );

  await made.talk(["I love marzipan", "I keep bees"], ana);
  expect(made.asked("extract")).toHaveLength(1);
});

test("shortcut.enabled false: nothing is kept at once, and the model is asked; on again, it goes on", async () => {
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
  expect([made.asked("extract").length, counted]).toEqual([1, []]);
  made.env.LOCI_SHORTCUT_ENABLED = "true";
  await made.talk(["I love halva"], ana);
  expect([made.asked("extract").length, counted]).toEqual([1, ["shortcut", "skipped extract"]]);
});
