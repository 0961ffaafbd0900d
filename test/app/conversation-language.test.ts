import { expect, test } from "vitest";
import type { Loci } from "../../src/app/loci.ts";
import { useLoci } from "../use-loci.ts";

type Conversation = Awaited<ReturnType<Loci["converse"]>>;

/** What is answered, and in which language. */
async function say(conversation: Conversation, content: string): Promise<string> {
  let reply = "";
  for await (const event of conversation.turn(content)) {
    if (event.type === "delta") reply += event.text;
  }
  return `${conversation.session().language}: ${reply}`;
}

function setLanguage(conversation: Conversation, language: string): void {
  expect(conversation.setLanguage(language)?.type ?? "language").toBe("language");
}

test("converse() keeps a language that was set at one message in another one, and follows two", async () => {
  const loci = await useLoci();
  const begun = await loci.converse({ language: "ca" });
  const set = await loci.converse();
  await say(set, "when does the plumber come on Tuesday?");
  setLanguage(set, "ca");
  for (const conversation of [begun, set]) {
    expect(await say(conversation, "when is the swimming lesson today?")).toMatch(/^ca: No tinc/);
    expect(await say(conversation, "and what is for dinner today?")).toMatch(/^en: I have/);
  }
});

test("converse() answers a request for a language in it, and refuses what is not a language", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse();
  expect(await say(conversation, "speak Catalan please")).toBe("ca: D'acord, parlem en català.");
  expect(() => conversation.setLanguage("xx")).toThrow("it is not a language that Loci knows");
  await expect(loci.converse({ language: "xx" })).rejects.toMatchObject({ code: "BAD_INPUT" });
});

test("three Spanish messages in a vault without settings are answered in Spanish", async () => {
  const loci = await useLoci();
  const conversation = await loci.converse();
  await say(conversation, "hola, mañana tengo dentista a las diez");
  await say(conversation, "¿qué arroz uso para la paella?");
  expect(await say(conversation, "¿y cuándo es el cumpleaños de mi hija?")).toMatch(/^es: /);
});

test("`languages` in the settings keeps a conversation to these", async () => {
  const loci = await useLoci({ LOCI_LANGUAGES: "en" });
  const conversation = await loci.converse();
  for (const said of ["mañana tengo dentista a las diez", "¿qué arroz uso para la paella?"]) {
    expect(await say(conversation, said)).toMatch(/^en: /);
  }
});
