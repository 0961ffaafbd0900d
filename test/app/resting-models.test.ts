import { expect, test } from "vitest";
import { diagnose } from "../../src/app/diagnose.ts";
import { watchVault } from "../watched-vault.ts";

test("a model whose memory work rests is named by doctor, with when and why, and its settings decide", async () => {
  const env = { LOCI_DIGEST_GUARD_ERRORS: "1", LOCI_DIGEST_GUARD_REST_MS: "600000" };
  const vault = await watchVault({}, { extract: () => "no JSON" }, { env });
  const loci = await vault.open();
  const restingNow = async () =>
    (await diagnose(loci, vault.env)).problems.filter(({ code }) => code === "MODEL_RESTS");
  expect(await restingNow()).toEqual([]);
  await vault.talk(["I decided to paint the kitchen blue"]);
  expect(await restingNow()).toMatchObject([
    {
      message: expect.stringMatching(
        /^The memory work of the model at \S+ rests since 1[12]:\d\d until 12:(?:09|10), .* no usable answer/,
      ),
      fix: expect.stringContaining('"loci digest" asks it at once'),
    },
  ]);
});
