import { expect, onTestFinished, test } from "vitest";
import { openVault } from "../../../src/app/vault/open-vault.ts";
import { keywordsFor } from "../../../src/app/voice/choose-parts.ts";
import { cleanEnv } from "../../run-loci.ts";
import { useVault } from "../../temp.ts";

async function keywords(
  person: string | null,
  settings = "",
  isCloud = false,
): Promise<readonly string[]> {
  const root = useVault({
    "loci.yaml": `agents: { chef: { persona: You cook. } }\n${settings}`,
    "topics/garden.md": "---\ntitle: Garden\n---\n\n- Figs by the wall (2026-02-10)\n",
    "people/ana/topics/doctor.md": "---\ntitle: Doctor Ferrer\n---\n\n- Tuesday (2026-02-10)\n",
    "people/bob/topics/surprise.md": "---\ntitle: Surprise for Ana\n---\n\n- A bike (2026-02-10)\n",
  });
  const now = () => Date.now();
  const parts = await openVault({ root, env: cleanEnv(), now, report: () => {} });
  onTestFinished(() => parts.close());
  return keywordsFor(parts, { person, agent: "loci" }, { isCloud });
}

const own = ["loci", "loki", "لوكي", "chef"];

test("keywordsFor() names what the person may look into, and nothing of another person", async () => {
  const names = await keywords("ana");
  expect(names.slice(0, 5)).toEqual([...own, "ana"]);
  expect(names).toContain("Garden");
  expect(names).toContain("Doctor Ferrer");
  expect(names).not.toContain("Surprise for Ana");
});

test("keywordsFor() tells a transcriber elsewhere no topic and nobody's name", async () => {
  expect(await keywords("ana", "", true)).toEqual(own);
});

test("keywordsFor() tells no topic where a conversation is to know none", async () => {
  expect(await keywords("ana", "privacy: { crossSession: false }\n")).toEqual(own);
  expect(await keywords("ana", "privacy: { enabled: false }\n")).toEqual(own);
});
