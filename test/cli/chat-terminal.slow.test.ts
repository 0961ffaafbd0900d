import { describe, expect, onTestFinished, test } from "vitest";
import { startChatServer } from "../models/chat-server.ts";
import { useFixture } from "../temp.ts";
import { nothingFound } from "../watched-vault.ts";
import { hasPty, keys, openPty } from "./open-pty.ts";

const prompt = "> \u001b[3G";

describe.skipIf(!hasPty())("loci chat in a terminal", () => {
  test("answers, and Ctrl-D at the prompt ends and digests", async () => {
    const chat = openPty(["chat", "--vault", useFixture("starter")]);
    await chat.until(prompt);
    chat.type("which rice for paella?\r");
    await chat.until("Prefers bomba rice for paella (cooking");
    await chat.until(prompt);
    chat.type("From now on we salt the pasta water.\r");
    await chat.until(prompt);
    chat.type(keys.ctrlD);
    expect(await chat.ended).toBe(0);
    expect(chat.raw()).toMatch(/· learned: .*pasta water/);
  });

  test("Ctrl-C stops a reply; at the prompt it ends", async () => {
    const models = await startChatServer();
    onTestFinished(() => models.close());
    models.always = (chat) => nothingFound(chat) ?? { text: ["Let me ", "think"], cut: "stall" };
    const chat = openPty(["chat", "--vault", useFixture("starter")], {
      LOCI_MODEL_BASE_URL: models.url,
      LOCI_MODEL_NAME: "test-model",
    });
    await chat.until(prompt);
    chat.type("tell me a story\r");
    await chat.until("Let me think");
    chat.type(keys.ctrlC);
    await chat.until("· stopped");
    await chat.until(prompt);
    expect(models.closedEarly).toBe(1);
    chat.type(keys.ctrlC);
    expect(await chat.ended).toBe(0);
  });

  test("a pasted text lost all lines but the first", async () => {
    const chat = openPty(["chat", "--vault", useFixture("starter")]);
    await chat.until(prompt);
    chat.type(
      "remember that the door code is blue\rremember that the cellar is cold\r/quit\rnever read\r",
    );
    expect(await chat.ended).toBe(0);
    const said = chat.raw();
    expect(said.match(/Noted:|I knew that/g)).toHaveLength(2);
    expect(said).toContain("> remember that the cellar is cold");
  });

  test.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ TERM: "dumb" }, false],
  ])("what is said beside a reply under %j is dim: %s", async (env, isDim) => {
    const chat = openPty(["chat", "--vault", useFixture("starter")], env);
    await chat.until("> ");
    chat.type("/topic cooking\r");
    await chat.until("· topic: cooking");
    chat.type(keys.ctrlD);
    await chat.ended;
    expect(chat.raw().includes("\u001b[2m· topic: cooking\u001b[22m")).toBe(isDim);
    expect(chat.raw()).not.toContain("\\u001b"); // As it was once: made printable after it was dimmed.
  });

  test("the note of a digestion in the background stands above a line that is being typed", async () => {
    const chat = openPty(["chat", "--vault", useFixture("starter")], {
      LOCI_SESSION_INACTIVITY_MS: "1000",
    });
    await chat.until(prompt);
    chat.type("From now on we salt the pasta water.\r");
    await chat.until(prompt);
    chat.type("half a li");
    await chat.until("· learned: ");
    await chat.until("> half a li");
    chat.type("ne of rice\r");
    await chat.until(prompt);
    chat.type(keys.ctrlD);
    expect(await chat.ended).toBe(0);
    const erased = "half a li\u001b[1G\u001b[0J";
    expect(chat.raw()).toContain(`${erased}\u001b[2m· learned`);
  });

  test("with --json the prompt stands beside the events", async () => {
    const chat = openPty(["chat", "--json", "--vault", useFixture("starter")]);
    await chat.until(prompt);
    chat.type("/topic cooking\r");
    await chat.until('{"type":"topic","topic":"cooking","file":"topics/cooking.md"}\r\n');
    chat.type(keys.ctrlD);
    expect(await chat.ended).toBe(0);
  });
});
