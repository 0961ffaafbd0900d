import { expect, test } from "vitest";
import type { Loci } from "../../src/app.ts";
import { useLoci } from "./use-loci.ts";

type Conversation = Awaited<ReturnType<Loci["converse"]>>;

/** What is answered, and in which language. */
async function say(conversation: Conversation, content: string): Promise<string> {
  let reply = "";
  for await (const event of conversation.turn(content)) {
    if (event.type === "delta") reply += event.text;
  }
  return `${conversation.session().language}: ${reply}`;
}

async function setLanguage(conversation: Conversation, language: string): Promise<void> {
  for await (const event of conversation.setLanguage(language)) expect(event.type).toBe("language");
}

test("converse() keeps a language that was set at one message in another one, and follows two", async () => {
  const loci = await useLoci();
  const begun = await loci.converse({ language: "ca" });
  const set = await loci.converse();
  await say(set, "when does the plumber come on Tuesday?");
  await setLanguage(set, "ca");
  for (const conversation of [begun, set]) {
    expect(await say(conversation, "when is the swimming lesson today?")).toMatch(/^ca: No tinc/);
    expect(await say(conversation, "and what is for dinner today?")).toMatch(/^en: I have/);
  }
});

test("converse() answers a request for a language in it, and refuses what is no language", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse();
  expect(await say(conversation, "speak Catalan please")).toBe("ca: D'acord, parlem en català.");
  await expect(setLanguage(conversation, "xx")).rejects.toMatchObject({
    code: "BAD_INPUT",
  });
  await expect(loci.converse({ language: "xx" })).rejects.toMatchObject({ code: "BAD_INPUT" });
});

test("converse() knows what was said a minute ago", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse({ person: "ana" });
  await say(conversation, "Our daughter Julia is allergic to peanuts");
  expect(await say(conversation, "what can Julia not eat?")).toBe(
    "en: You said just now: “Our daughter Julia is allergic to peanuts”",
  );
});
