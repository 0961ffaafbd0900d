import { expect, test } from "vitest";
import { findKnown } from "../../src/digest/gather-input.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { ana, useSessionDb } from "../session/session-db.ts";
import { assistant, user } from "./conclusions.ts";

function useSearches(stop?: AbortController) {
  const asked: string[] = [];
  const session = useSessionDb().db.sessions.start(ana);
  const near = () => async (text: string) => {
    asked.push(text);
    if (asked.length === 3) setImmediate(() => stop?.abort());
    return [];
  };
  return { asked, session, near };
}

const outgoing = () => undefined;

test("findKnown() searches for the last 200 statements of a long conversation, oldest first", async () => {
  const { asked, session, near } = useSearches();
  const messages = Array.from({ length: 500 }, (_, i) => [
    user(3 * i, `I like the number ${i}`),
    user(3 * i + 1, "Do you like the number?"),
    assistant(3 * i + 2, `I do like the number ${i}`),
  ]).flat();
  await findKnown({ outgoing, near }, { session, conversation: messages, isCloud: false });
  expect(asked).toEqual(Array.from({ length: 200 }, (_, i) => `I like the number ${300 + i}`));
});

test("findKnown() stops within a search when it is asked to, though no search waits for anything", async () => {
  const stop = new AbortController();
  const { asked, session, near } = useSearches(stop);
  const messages = Array.from({ length: 100 }, (_, i) => user(i, `I like the number ${i}`));
  const all = findKnown(
    { outgoing, near },
    { session, conversation: messages, isCloud: false },
    stop.signal,
  );
  await expect(all).rejects.toThrow("aborted");
  expect(asked.length).toBeLessThan(6);
});

test("findKnown() shows a model elsewhere only what may leave the device", async () => {
  const { session } = useSearches();
  const text = "- Prefers bomba rice\n- The safe opens with the year of the flood\n";
  const entries = parseTopic(toTopicPath("topics/home.md"), Buffer.from(text)).entries;
  const ports = {
    near: () => async () =>
      entries.map((entry) => ({ entry, file: toTopicPath("topics/home.md"), score: 1 })),
    outgoing: (_: unknown, { entry }: { readonly entry: { readonly text: string } }) =>
      entry.text.includes("safe") ? undefined : entry.text,
  };
  const conversation = [user(1, "I like rice")];
  const known = async (isCloud: boolean) =>
    (await findKnown(ports, { session, conversation, isCloud })).map(({ text }) => text);
  expect(await known(true)).toEqual(["Prefers bomba rice"]);
  expect(await known(false)).toHaveLength(2);
});
