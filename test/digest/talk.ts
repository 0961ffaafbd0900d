import type { DigestPorts } from "../../src/digest/digest-ports.ts";
import type { Digested } from "../../src/digest/digest-session.ts";
import { digestWaiting } from "../../src/digest/digest-waiting.ts";
import type { Conclusion } from "../../src/digest/gates/gates.ts";
import type { NewMessage } from "../../src/session/session.ts";
import { say } from "../session/session-db.ts";
import { conclusion } from "./conclusions.ts";
import type { OpenVault } from "./open-vault.ts";

export type Said = string | Partial<NewMessage>;

/** A conversation that is over; the second, fourth … message is the assistant's. */
export function talk(
  { db }: OpenVault,
  messages: readonly Said[],
  who: { person?: string; topic?: string; agent?: string; mode?: "voice" } = {},
): string {
  const { agent = "loci" } = who;
  const { id } = db.sessions.start({
    person: who.person ?? null,
    agent,
    mode: who.mode ?? "text",
    language: "en",
  });
  if (who.topic !== undefined) db.sessions.update(id, { topic: who.topic });
  messages.forEach((message, i) => {
    const given = typeof message === "string" ? { content: message } : message;
    const role = i % 2 === 0 ? "user" : "assistant";
    db.sessions.addMessage(id, say(given.content ?? "", { agent, role, ...given }));
  });
  db.digestions.add(id);
  return id;
}

/** Digests what is due, or one session. */
export const digest = (
  { ports }: { readonly ports: DigestPorts },
  session?: string,
): Promise<Digested[]> => Array.fromAsync(digestWaiting(ports, undefined, session));

export const cooking = `---
title: Cooking
bank: Personal
updated: 2026-01-01
---

# Cooking

- Uses homemade chicken broth (2026-01-01)
- Lives in Tarragona (2026-01-02) [key:: home_city]
`;

/** Three statements that the gates let through, and a conversation that makes them. */
export const three: readonly string[] = [
  "Tea is my drink",
  "Rome is my favourite city",
  "Oboe is my instrument",
];

export const asConclusions = (texts: readonly string[]): Conclusion[] =>
  texts.map((text) => conclusion(text));

export const asTalk = (texts: readonly string[]): string[] => texts.flatMap((text) => [text, "ok"]);
