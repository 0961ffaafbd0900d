import { expect, test } from "vitest";
import type { ChatRequest } from "../models/chat-rules.ts";
import { type Script, type WatchedVault, watchVault } from "../watched-vault.ts";
import { ana, changesOf, household, insideOf, outsideOf } from "./household.ts";
import { type Place, quotedAttacks } from "./quoted-attacks.ts";

/** The words are found by both searches: what is compared is the same for a twin without the attack. */
function filesWith(at: Place, text: string): Record<string, string> {
  const words = `Bomba rice for paella zorblax ${text} zorblax`;
  const cooking = (head: object): string =>
    `---\n${JSON.stringify({ title: "Cooking", summary: "rice", ...head })}\n---\n\n- Prefers bomba rice for paella (2026-02-10)\n`;
  switch (at) {
    case "entry":
      return { "topics/rice.md": `# Rice\n\n- ${words} (2026-02-11)\n` };
    case "note":
      return { "notes/free.md": `${words}\n` };
    case "profile":
      return { "people/ana/profile.md": `- ${words}\n` };
    case "title":
      return { "topics/cooking.md": cooking({ title: words }) };
    case "alias":
      return { "topics/cooking.md": cooking({ aliases: [words] }) };
    case "summary":
      return { "topics/cooking.md": cooking({ summary: words }) };
    case "recent":
      return {
        "topics/index.txt": `2026-02-11T10:00:00|zorblax|${words}\n`,
        "topics/zorblax.md": "- Comes on Mondays (2026-02-11)\n",
      };
    default:
      return {};
  }
}

function scriptWith(at: Place, text: string): Script {
  const words = `zorblax ${text}`;
  return {
    extract: () => (at === "resolved" ? { summary: words } : {}),
    reply(request, nth) {
      const names = (request.tools ?? []).map((tool) => tool.function.name);
      const call = (name: string, given: object) =>
        names.includes(name) ? { toolCalls: [{ name, arguments: given }] } : "Fine.";
      if (nth === 0) return call("recall", { query: "bomba rice for paella" });
      if (nth === 1) return call("read_topic", { topic: "cooking" });
      if (nth === 2 && at === "slot") return call("set_slot", { name: "note", value: words });
      if (nth === 2 && at === "handoff")
        return call("hand_off", { agent: "concierge", context: words });
      return "Fine.";
    },
  };
}

/** Two conversations: recall, tools, a topic that is loaded; what the first came to is known to the second. */
async function converseWith(at: Place, text: string): Promise<WatchedVault> {
  const script = scriptWith(at, text);
  const vault = await watchVault({ ...household, ...filesWith(at, text) }, script);
  const said = "Which rice for paella, bomba rice?";
  const words = at === "message" || at === "resolved" ? `${said} zorblax ${text}` : said;
  const changed = await changesOf(vault, async () => {
    const loci = await vault.open();
    const conversation = await loci.converse(ana);
    for await (const _ of conversation.turn(words));
    for await (const _ of conversation.say("/topic cooking"));
    for await (const _ of conversation.turn("Which rice for paella was it?"));
    await conversation.end();
    if (at === "transcript") {
      const transcript = JSON.stringify([
        { role: "user", content: `Bomba rice for paella zorblax ${text}` },
      ]);
      for await (const _ of loci.digest.transcript(transcript, ana));
    }
    for await (const _ of conversation.turn("Which rice for paella?"));
    await loci.close();
  });
  expect(changed).toEqual([]);
  expect(vault.server.violations).toEqual([]);
  return vault;
}

/** All that a request says but for the person's and the model's own messages of the thread. */
function promptsOf(request: ChatRequest): string[] {
  const isThread = request.response_format === undefined;
  return request.messages
    .filter(({ role }) => role === "system" || (role === "user" && !isThread))
    .map(({ content }) => content);
}

const kinds = ["reply", "detect", "extract"] as const;
const harmless = new Map<Place, Promise<string[]>>();

/** Each once: what an entry says decides how often a model is asked which topic it is about. */
const outsides = (vault: WatchedVault): string[] => [
  ...new Set(kinds.flatMap((kind) => vault.asked(kind).flatMap(promptsOf).map(outsideOf))),
];

/** Nothing that a model or a reader could take for the end of a line, a section or a turn. */
const breaking =
  /[<\p{Cc}\u2028\u2029\p{Bidi_Control}\u200b\u{e0000}-\u{e007f}]|\[\/?[A-Z_]{3,}\]|\p{Cs}/u;

test.for(quotedAttacks)("quoted: $id", async ({ at, text }) => {
  const vault = await converseWith(at, text);
  const twin = harmless.get(at) ?? converseWith(at, "harmless").then((other) => outsides(other));
  harmless.set(at, twin);
  expect(outsides(vault)).toEqual(await twin);
  const requests = kinds.flatMap((kind) => vault.asked(kind));
  const results = requests
    .flatMap(({ messages }) => messages)
    .flatMap(({ role, content }) => (role === "tool" ? content : []));
  expect(results.length).toBeGreaterThan(1);
  const quoted = [...requests.flatMap(promptsOf).flatMap(insideOf), ...results];
  for (const line of quoted) {
    expect(line).not.toMatch(breaking);
    expect(JSON.parse(line)).toBeTypeOf("object");
  }
  const isQuoted = quoted.some((line) => line.includes("zorblax"));
  expect(isQuoted).toBe(at !== "alias");
});
