import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { useLoci } from "../use-loci.ts";

const doctor = ({ root }: { readonly root: string }, env: Record<string, string> = {}) =>
  runLoci(["doctor", "--vault", root], { env });

test("loci doctor: all is not well where the settings name a model and the environment has no key", async () => {
  const { code, stdout } = await doctor(await useLoci(), { LOCI_MODEL_NAME: "gpt-5-mini" });
  expect(stdout).toMatch(/^Cannot ask the model "gpt-5-mini": .*LOCI_MODEL_API_KEY/);
  expect({ code, isWell: stdout.includes("All is well") }).toEqual({ code: 1, isWell: false });
});

test("loci doctor: all is not well where a remote is set and sync is off", async () => {
  const loci = await useLoci();
  const remote = useTempFolder();
  execFileSync("git", ["init", "-q", "--bare", remote]);
  await loci.sync.round({ remote });
  expect((await doctor(loci)).stdout).toContain("All is well");
  const { code, stdout } = await doctor(loci, { LOCI_SYNC_ENABLED: "false" });
  expect(stdout).toMatch(/^Nothing is synced with .*sync\.enabled is false$/m);
  expect({ code, isWell: stdout.includes("All is well") }).toEqual({ code: 1, isWell: false });
});

test("loci doctor: all is not well after a chat or a purge was killed", async () => {
  const loci = await useLoci();
  const { id } = await loci.sessions.begin({});
  expect((await doctor(loci)).stdout).toContain("All is well");
  await loci.sessions.addMessage(id, { role: "user", content: "I keep bees now" });
  const talked = await doctor(loci);
  expect(talked.stdout).toContain(`The conversation ${id} is not ended`);
  expect({ code: talked.code, isWell: talked.stdout.includes("All is well") }).toEqual({
    code: 1,
    isWell: false,
  });
  await loci.sessions.remove({ id });
  const purging = { entries: [], said: [] };
  writeFileSync(join(loci.root, ".loci/erasing.json"), JSON.stringify(purging));
  expect(await doctor(loci)).toMatchObject({ code: 1, stdout: expect.stringContaining("purge") });
  await loci.sync.round();
  expect((await doctor(loci)).stdout).toContain("All is well");
});
