import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import type { RealtimeEvent, RealtimeModel } from "../../../src/models/realtime.ts";
import { createLiveLink } from "../../../src/voice/live/live-link.ts";

const gone = new LociError("MODEL_FAILED", "Cannot ask it: it is gone", {
  data: { reason: "connection" },
});

/** A model whose connections a test breaks, by a clock that the test moves. */
function useLink() {
  const connections: { drop: () => void; isClosed: boolean }[] = [];
  const troubles: (string | undefined)[] = [];
  const state = { now: 0, isGone: false };
  const nothing = (): void => {};
  const model: RealtimeModel = {
    id: "a test",
    isCloud: false,
    async connect(on: (event: RealtimeEvent) => void) {
      if (state.isGone) throw gone;
      const connection = { isClosed: false, drop: () => on({ type: "closed", error: gone }) };
      connections.push(connection);
      const close = (): void => {
        connection.isClosed = true;
      };
      const rest = { hear: nothing, add: nothing, remove: nothing, truncate: nothing };
      return { ...rest, instruct: nothing, respond: nothing, cancel: nothing, close };
    },
    probe: async () => undefined,
  };
  const link = createLiveLink({
    model,
    elapsed: () => state.now,
    trouble: (error) => troubles.push(error?.message),
  });
  const take = () => link.take(new AbortController().signal);
  return { link, take, connections, troubles, state };
}

test("take() opens one connection, also for two who want it at once", async () => {
  const { take, connections } = useLink();
  const [one, other] = await Promise.all([take(), take()]);
  expect(one).toBe(other);
  expect(await take()).toBe(one);
  expect(connections).toHaveLength(1);
});

test("take() leaves a server that is gone alone for a minute, and tells once what takes its place", async () => {
  const { link, take, troubles, state, connections } = useLink();
  state.isGone = true;
  expect(await take()).toBeUndefined();
  state.isGone = false;
  expect(await take()).toBeUndefined();
  expect(link.isResting).toBe(true);
  expect(troubles).toEqual([
    "Cannot ask it: it is gone; until it answers again, speech to text, the model and text to speech take its place",
  ]);
  state.now = 60_000;
  expect(link.isResting).toBe(false);
  expect(await take()).toBeDefined();
  expect(connections).toHaveLength(1);
  link.worked();
  expect(troubles.at(-1)).toBeUndefined();
});

test("take() opens a new connection after a drop, and none after the third within two minutes", async () => {
  const { take, connections, troubles, state } = useLink();
  for (const at of [0, 50_000, 100_000]) {
    state.now = at;
    expect(await take()).toBeDefined();
    connections.at(-1)?.drop();
  }
  expect(await take()).toBeUndefined();
  expect(troubles).toHaveLength(1);
  state.now = 160_000;
  expect(await take()).toBeDefined();
});

test("take() forgets drops that were long ago", async () => {
  const { take, connections, troubles, state } = useLink();
  for (const at of [0, 100_000, 200_000, 320_000, 440_000]) {
    state.now = at;
    expect(await take()).toBeDefined();
    connections.at(-1)?.drop();
  }
  expect(troubles).toEqual([]);
});

test("close() closes the connection and lets no other one be opened", async () => {
  const { link, take, connections } = useLink();
  await take();
  link.close();
  expect(connections[0]?.isClosed).toBe(true);
  connections[0]?.drop();
  expect(await take()).toBeUndefined();
});
