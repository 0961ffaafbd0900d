import { expect, test } from "vitest";
import { outcomesOf } from "../outcomes.ts";
import { useLoci } from "../use-loci.ts";

test("a transcript that is stopped waits on disk, and nothing of it is lost", async () => {
  const loci = await useLoci();
  const stop = new AbortController();
  const conversation = (text: string) => ({ chat_messages: [{ sender: "human", text }] });
  const text = JSON.stringify(["I love pears", "I love plums", "I love figs"].map(conversation));
  const states: string[] = [];
  for await (const { status } of loci.digest.transcript(text, {}, stop.signal)) {
    states.push(status);
    stop.abort();
  }
  expect(states).toEqual(["digested", "waiting", "waiting"]);
  const later = await Array.fromAsync(loci.digest.now());
  const learned = later.flatMap((digested) => outcomesOf(digested, "learned"));
  expect(learned.map((one) => one.text).sort()).toEqual(["I love figs", "I love plums"]);
});
