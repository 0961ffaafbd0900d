/**
 * What a conversation with a model on a server costs in tokens: `npm run bench:prompts [-- --show]` plays turns in
 * the starter vault, a few minutes apart, against a server on loopback that says little, and prints for each turn what
 * was asked: the system prompt, how much of it a prompt cache has from the turn before, messages, tools and the topic;
 * at the end the extraction. Counted as `src/agent/count-tokens.ts` does.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { countTokens } from "../../src/agent/count-tokens.ts";
import { openLoci } from "../../src/app.ts";
import type { ChatRequest } from "../../test/models/chat-rules.ts";
import { startChatServer } from "../../test/models/chat-server.ts";

const said: readonly string[] = [
  "Good evening, I am home at last",
  "I moved to Lisbon last month, it is all still boxes",
  "Which rice do I use for the paella?",
  "And how much water does it take?",
  "The dentist moved me to Thursday at half past four",
  "When is Júlia's school trip?",
  "My bike has a flat tyre again",
  "What did we decide about the kitchen?",
  "Ben wants to come to the band practice on Friday",
  "What do I still have to plant this spring?",
];
const minutesBetween = 3;

/** What one request came to. */
interface Cost {
  readonly kind: string;
  readonly system: number;
  /** Of `system`: the same, byte for byte, as in the last request of this kind, from its start. */
  readonly cached: number;
  readonly messages: number;
  readonly tools: number;
}

function costOf(request: ChatRequest, last: string): Cost {
  const [first, ...rest] = request.messages;
  const system = first?.content ?? "";
  const format = request.response_format;
  return {
    kind: format?.type === "json_schema" ? format.json_schema.name : "reply",
    system: countTokens(system),
    cached: countTokens(sharedStart(system, last)),
    messages: countTokens(rest.map(({ content }) => content).join("\n")),
    tools: request.tools === undefined ? 0 : countTokens(JSON.stringify(request.tools)),
  };
}

function sharedStart(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one.slice(0, end);
}

async function play(root: string): Promise<readonly (readonly Cost[])[]> {
  const server = await startChatServer();
  server.always = ({ response_format: format }) => {
    if (format?.type !== "json_schema") return "All right.";
    if (format.json_schema.name !== "conclusions") return { json: { topic: null, subtopics: [] } };
    const nothing = { summary: "A talk.", topic: "", sentiment: "neutral", intents: [] };
    return { json: { ...nothing, conclusions: [] } };
  };
  const startedAt = Date.parse("2026-11-23T18:00:00Z");
  let minutes = 0;
  const loci = await openLoci({
    root,
    env: {
      PATH: process.env.PATH,
      HOME: root,
      TZ: "UTC",
      LOCI_MODEL_PROVIDER: "openai",
      LOCI_MODEL_BASE_URL: server.url,
    },
    now: () => startedAt + minutes * 60_000,
    report: (sentence) => console.error(sentence),
  });
  const turns: Cost[][] = [];
  const lastByKind = new Map<string, string>();
  const take = (): void => {
    turns.push(
      server.requests.splice(0).map((request) => {
        const system = request.messages[0]?.content ?? "";
        const { kind } = costOf(request, "");
        const cost = costOf(request, lastByKind.get(kind) ?? "");
        lastByKind.set(kind, system);
        if (process.argv.includes("--show")) {
          const shown = kind === "reply" ? request.messages.slice(0, 1) : request.messages;
          console.log(`\n=== ${kind}\n${shown.map(({ content }) => content).join("\n\n")}`);
        }
        return cost;
      }),
    );
  };
  try {
    const conversation = await loci.converse({ person: "ana" });
    for (const words of said) {
      for await (const _ of conversation.turn(words));
      take();
      minutes += minutesBetween;
    }
    await conversation.end();
    take();
  } finally {
    await loci.close();
    await server.close();
  }
  return turns;
}

function print(turns: readonly (readonly Cost[])[]): void {
  turns.forEach((costs, i) => {
    for (const { kind, system, cached, messages, tools } of costs) {
      const turn = String(i + 1).padStart(2);
      console.log(
        `${turn} ${kind.padEnd(11)} system ${system} (${cached} cached) messages ${messages} tools ${tools}`,
      );
    }
  });
  const all = turns.slice(0, -1).flat();
  const a_turn = (of: (cost: Cost) => number): number =>
    Math.round(all.reduce((sum, cost) => sum + of(cost), 0) / said.length);
  const figures = {
    tokensATurn: a_turn(({ system, messages, tools }) => system + messages + tools),
    systemATurn: a_turn(({ kind, system }) => (kind === "reply" ? system : 0)),
    newSystemATurn: a_turn(({ kind, system, cached }) => (kind === "reply" ? system - cached : 0)),
    detectionATurn: a_turn(({ kind, system, messages }) =>
      kind === "topic" ? system + messages : 0,
    ),
    detections: all.filter(({ kind }) => kind === "topic").length,
  };
  console.log(JSON.stringify(figures, null, 2));
}

if (import.meta.main) {
  const work = mkdtempSync(join(tmpdir(), "loci-prompts-"));
  try {
    const root = join(work, "vault");
    cpSync(resolve(import.meta.dirname, "../../vault"), root, { recursive: true });
    print(await play(root));
  } finally {
    rmSync(work, { recursive: true });
  }
}
