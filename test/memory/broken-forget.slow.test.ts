import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { deviceClock } from "../device-clock.ts";
import { ana, learn } from "../private-talk.ts";
import { watchVault } from "../watched-vault.ts";

const boat = "The boat is called Zorblax";
const asked = { person: "ana", agent: "loci" };

test("a forget that is broken off before the log loses it finds the conversation again", async () => {
  const vault = await watchVault(
    {},
    { extract: () => ({ conclusions: learn(boat) }) },
    { env: { LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" } },
  );
  const session = await vault.talk(["Our boat is called Zorblax"], ana);
  const read = (file: string): string => readFileSync(join(vault.root, file), "utf8");
  const loci = await vault.open();
  const [found] = await loci.memory.find(boat, asked);
  if (found?.isExact !== true) throw new Error("It was not found");
  const log = read("log/2026-02.md");
  const lock = createVaultLock(join(vault.root, ".loci"), { clock: deviceClock });
  await lock(async () => {
    const refused = loci.memory.forget([found], { viewer: asked });
    await expect(refused).rejects.toMatchObject({ code: "BUSY" });
  });
  expect(JSON.stringify(await loci.sessions.read(session))).not.toContain("Zorblax");
  expect(read("log/2026-02.md")).toBe(log);
  expect(read(found.file)).toContain(boat);
  await loci.memory.forget([found], { viewer: asked, purge: true });
  expect(readdirSync(join(vault.root, "conversations"))).toEqual([]);
  expect(read("log/2026-02.md")).not.toContain("Zorblax");
});
