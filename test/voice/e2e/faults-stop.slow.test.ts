import { expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../../models/chat-server.ts";
import { lociJson } from "../../run-loci.ts";
import { describeWith } from "../programs.ts";
import { waitFor } from "./person.ts";
import { messagesIn, type Talk, tokensIn, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

const fact = "we decided to call the boat zq1x";
const reply =
  "That is a good name for a boat. It is short and easy to call over the water. Nobody else in the harbour has it. I will remember it when you ask me. Shall we paint it on the stern tomorrow morning?";

describeWith(wiredPrograms, "loci voice that gets SIGTERM", () => {
  test("in mid-sentence keeps what was heard and no more, and the conversation waits on disk", async () => {
    const talk = await useModelTalk(reply);
    talk.room.speaker = "slow";
    talk.say(fact);
    await talk.until("state", { state: "speaking" });
    await waitFor("sound", () => (talk.room.played() > 10_000 ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await talk.stop();
    const { text, isInterrupted } = await talk.until("spoken");
    expect(isInterrupted).toBe(true);
    const [kept] = messagesIn(talk.root, "assistant");
    expect(kept).toBe(text);
    expect(reply.startsWith(String(kept))).toBe(true);
    expect(kept?.length).toBeGreaterThan(15);
    expect(kept?.length).toBeLessThan(reply.length / 2);
    expect(talk.events().at(-1)).toMatchObject({ type: "digest", status: "waiting" });
    await expectDigestedOnce(talk);
  });

  test("while it thinks keeps what was said, and leaves nothing running", async () => {
    const talk = await useModelTalk({ hang: true });
    talk.say(fact);
    await talk.until("message", { role: "user" });
    await talk.stop();
    expect(messagesIn(talk.root, "user")).toEqual([fact]);
    expect(messagesIn(talk.root, "assistant").filter((text) => text !== "")).toEqual([]);
    await expectDigestedOnce(talk);
  });

  test("while the transcriber hangs, the recorder ignores SIGTERM and the player is stuck, ends in time too", async () => {
    const talk = await useTalk();
    const { room } = talk;
    await talk.turn(fact);
    room.microphone = "stubborn";
    room.cut();
    await talk.until("mended", { part: "microphone" });
    await talk.until("spoken", { text: "I can hear you again." });
    await talk.untilQuiet();
    room.speaker = "stuck";
    talk.say("what is the boat called?");
    // What is said while it thinks may be over before it does not.
    await talk.until("message", { role: "assistant" }, 2);
    await talk.untilQuiet();
    talk.ears.always = () => "done";
    const asked = talk.count("state", { state: "hearing" });
    talk.say("and what did we call the dog?");
    await talk.until("state", { state: "hearing" }, asked + 1);
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x"]);
  });
});

describeWith(wiredPrograms, "loci up that gets SIGTERM", () => {
  test("in mid-sentence keeps what was heard, digests it or leaves it on disk, and ends in time", async () => {
    const talk = await useTalk({
      command: ["up", "--port", "0"],
      voice: { enabled: true },
      env: { LOCI_SITE_ENABLED: "false" },
    });
    talk.room.speaker = "slow";
    const played = talk.room.played();
    talk.say(fact);
    await waitFor("speech", () => (talk.room.played() > played + 20_000 ? true : undefined));
    await talk.stop();
    expect(talk.stderr()).not.toContain("zq1x");
    await expectDigestedOnce(talk);
  });
});

/** A talk whose model gives this answer, and none to what is asked in the background. */
async function useModelTalk(answer: string | { readonly hang: true }): Promise<Talk> {
  const server = await startChatServer();
  onTestFinished(() => server.close());
  server.always = (request) => (request.response_format === undefined ? answer : { hang: true });
  return useTalk({
    env: {
      LOCI_MODEL_PROVIDER: "openai",
      LOCI_MODEL_BASE_URL: server.url,
      LOCI_MODEL_NAME: "test-model",
    },
  });
}

async function expectDigestedOnce({ root }: Talk): Promise<void> {
  const env = { LOCI_SESSION_INACTIVITY_MS: "1000" };
  for (let rounds = 0; rounds < 2; rounds++) await lociJson(["digest", "--vault", root], { env });
  expect(tokensIn(root)).toEqual(["zq1x"]);
  expect(messagesIn(root, "user")).toEqual([]);
}
