import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openMadeTokens } from "../../src/server/made-tokens.ts";
import { serve } from "./serve.ts";

test("a stream ends with the token that opened it", async () => {
  const { loci, base } = await serve();
  const made = openMadeTokens(loci.device.vaultFolder, Date.now);
  const streams = ["phone", "desk"].map(async (name) => {
    const token = made.make({ name, person: "ana", mayWrite: true });
    const response = await fetch(`${base}/api/chat`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ message: "hello" }),
    });
    return response.body?.getReader();
  });
  loci.events = async function* (signal) {
    yield { type: "delta" };
    while (!signal.aborted) {
      await sleep(200);
      yield { type: "delta" };
    }
  };
  const [phone, desk] = await Promise.all(streams);
  expect((await phone?.read())?.done).toBe(false);
  expect((await desk?.read())?.done).toBe(false);
  made.revoke("phone");
  const isOver = async (): Promise<boolean> => {
    try {
      for (;;) if ((await phone?.read())?.done !== false) return true;
    } catch {
      return true; // Broken off.
    }
  };
  expect(await Promise.race([isOver(), sleep(20_000)])).toBe(true);
  expect((await desk?.read())?.done).toBe(false);
  await desk?.cancel();
});
