import { expect, test } from "vitest";
import { connect, createMemory } from "../../../site/live/client.js";
import { hookOf } from "../../../site/live/react.js";
import { serve } from "../../server/serve.ts";
import { serveVault } from "../../server/serve-vault.ts";

/** A conversation with a vault where everything is real. */
async function talk() {
  const served = await serveVault();
  const { origin } = new URL(served.url);
  return {
    ...served,
    memory: createMemory({ ask: connect({ url: origin, token: served.token }) }),
  };
}

test("what is said and answered, kept from elsewhere, switched and cleared is the same here and there", async () => {
  const { memory, ask } = await talk();
  let changes = 0;
  const leave = memory.subscribe(() => changes++);
  const seen: string[] = [];
  await memory.say("which rice for paella?", { onEvent: ({ type }) => void seen.push(type) });
  const { session, messages, mode } = memory.snapshot();
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect([mode, seen[0]]).toEqual(["text", "session"]);
  expect(changes).toBeGreaterThan(2);

  await memory.addMessage({ role: "user", content: "and the broth?" });
  await memory.switchMode("voice");
  const switched = { type: "mode", from: "text", to: "voice" };
  expect(memory.snapshot().events.at(-1)).toEqual(switched);
  const there = (await ask("GET", `/api/sessions/${session}`)).body;
  expect(there.events.at(-1)).toMatchObject(switched);
  expect(there.session.mode).toBe("voice");
  expect(there.messages.map(({ content }: { content: string }) => content)).toEqual(
    memory.snapshot().messages.map(({ content }) => content),
  );

  const again = createMemory({
    ask: connect({ url: new URL((await talk()).url).origin, token: "x" }),
  });
  await expect(again.say("hi")).rejects.toMatchObject({ code: "UNAUTHORIZED" });

  leave();
  const before = changes;
  await memory.clearMemory();
  expect(changes).toBe(before);
  expect(memory.snapshot()).toEqual({ session: "", messages: [], events: [], mode: "voice" });
  expect((await ask("GET", "/api/sessions")).body.sessions).toEqual([]);
});

test("a conversation is read again by its id, ended, and followed by another", async () => {
  const { memory, ask } = await talk();
  await memory.addMessage({ role: "user", content: "The lamp key hangs behind the door" });
  const { session } = memory.snapshot();
  expect((await memory.end()).type).toBe("digest");
  expect(memory.snapshot().session).toBe("");
  const old = await memory.open(session);
  expect([old.session.state, old.messages.length]).toEqual(["closed", 1]);
  expect(memory.snapshot().session).toBe("");
  await memory.say("which rice for paella?");
  const sessions = (await ask("GET", "/api/sessions")).body.sessions;
  expect(sessions.map(({ id }: { id: string }) => id)).toContain(memory.snapshot().session);
  expect(sessions).toHaveLength(2);
});

test("a conversation that is over meanwhile is followed by another, and one that never began is cleared", async () => {
  const { memory, ask } = await talk();
  await memory.clearMemory();
  expect((await memory.end()).status).toBe("nothing");
  await memory.say("which rice for paella?");
  const { session } = memory.snapshot();
  await ask("DELETE", `/api/sessions/${session}`);
  await memory.switchMode("voice");
  await memory.say("and the broth?");
  expect(memory.snapshot().session).not.toBe(session);
  expect(memory.snapshot().messages[0]?.content).toBe("and the broth?");
});

test("a turn that is called off ends, with what came of it", async () => {
  const { loci, base, token } = await serve();
  loci.events = async function* (signal) {
    yield { type: "session", id: "01S", person: null };
    yield { type: "delta", text: "Bom" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  };
  const memory = createMemory({ ask: connect({ url: base, token }) });
  const calling = new AbortController();
  const count = await memory.say("rice", {
    signal: calling.signal,
    onEvent({ type }) {
      if (type === "delta") calling.abort();
    },
  });
  expect([count, memory.snapshot().session]).toEqual([2, "01S"]);
});

test("the React hook shows the same, and changes with it", async () => {
  const { memory } = await talk();
  const listening: (() => void)[] = [];
  const useUnifiedMemory = hookOf({
    useSyncExternalStore(subscribe, snapshot) {
      listening.push(subscribe(() => {}));
      return snapshot();
    },
  });
  const shown = useUnifiedMemory(memory);
  expect([shown.mode, shown.messages]).toEqual(["text", []]);
  await shown.addMessage({ role: "user", content: "The lamp key hangs behind the door" });
  await shown.switchMode("voice");
  const after = useUnifiedMemory(memory);
  expect([after.mode, after.messages[0]?.content]).toEqual([
    "voice",
    "The lamp key hangs behind the door",
  ]);
  for (const leave of listening) leave();
});
