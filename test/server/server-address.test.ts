import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { proofFor } from "../../src/server/server-address.ts";
import { serve } from "./serve.ts";

const nonce = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("/healthz proves that it knows the token, bound to its port", async () => {
  const { base, port, token } = await serve();
  const proof = createHmac("sha256", token).update(`${port}:${nonce}`).digest("hex");
  const answer = await fetch(`${base}/healthz?nonce=${nonce}`);
  expect(await answer.json()).toEqual({ ok: true, proof });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test.each(["", "a".repeat(15), "a".repeat(129), "a".repeat(5_000), `${nonce}:1`, "é".repeat(20)])(
  "/healthz proves nothing for the nonce %j",
  async (wrong) => {
    const { base } = await serve();
    const answer = await fetch(`${base}/healthz?nonce=${encodeURIComponent(wrong)}`);
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  },
);

test("proofFor() differs by nonce, port and token", () => {
  const proofs = [
    proofFor(nonce, 1, "a"),
    proofFor(`${nonce}0`, 1, "a"),
    proofFor(nonce, 2, "a"),
    proofFor(nonce, 1, "b"),
  ];
  expect(new Set(proofs).size).toBe(4);
  for (const proof of proofs) expect(proof).toMatch(/^[0-9a-f]{64}$/);
});
