import type { TurnEvent } from "../agent/turn-event.ts";
import type { Conversation } from "../app/conversation.ts";
import type { DigestEvent } from "../app/talk.ts";
import type { Loci } from "../app.ts";
import { adviceOn, LociError } from "../errors.ts";
import type { ChatInput } from "./chat-input.ts";
import type { Call } from "./command.ts";
import { toErrorEvent } from "./to-error-event.ts";

export interface ChatContext {
  readonly call: Call;
  readonly loci: Loci;
  readonly conversation: Conversation;
  readonly input: ChatInput;
  /** Calls off what takes long. */
  readonly signal: AbortSignal;
}

interface ChatCommand {
  readonly usage: string;
  readonly does: string;
  /** Prints what is asked, or does something that makes events. */
  run(context: ChatContext, words: string): AsyncIterable<TurnEvent> | Promise<void>;
}

const commands: Readonly<Record<string, ChatCommand>> = {
  end: {
    usage: "/end",
    does: "ends the conversation: what matters in it becomes memory",
    run: endNow,
  },
  topic: {
    usage: "/topic [NAME]",
    does: "the topic we are at, or goes to one",
    async *run({ call, conversation }, name) {
      if (name !== "") return yield await conversation.loadTopic(name);
      const { topic } = conversation.session();
      sayOrPrint(call, { type: "topic", file: topic }, topic ?? "No topic yet");
    },
  },
  agent: {
    usage: "/agent [ID]",
    does: "the agent that answers, or hands over to another",
    async *run({ call, conversation }, id) {
      if (id !== "") return yield* conversation.handOff(id);
      const { agent } = conversation.session();
      const others = conversation.agents.filter((other) => other !== agent);
      const rest = others.length === 0 ? "" : `; there are also ${others.join(", ")}`;
      sayOrPrint(call, { type: "agent", agent, others }, `${agent}${rest}`);
    },
  },
  lang: {
    usage: "/lang [xx]",
    does: "the language we speak, or another one",
    async *run({ call, conversation }, language) {
      if (language !== "") return yield* conversation.setLanguage(language);
      const now = conversation.session().language;
      sayOrPrint(call, { type: "language", to: now }, now);
    },
  },
  mode: {
    usage: "/mode [text|voice]",
    does: "how we talk",
    async *run({ call, conversation }, mode) {
      if (mode !== "") return yield* conversation.setMode(mode);
      const now = conversation.session().mode;
      sayOrPrint(call, { type: "mode", to: now }, now);
    },
  },
  why: {
    usage: "/why",
    does: "which memories the last answer was made from, and why these",
    async run({ call, conversation }) {
      const hits = conversation.why();
      const { topic } = conversation.session();
      if (call.json) return call.printJson({ type: "why", hits, topic });
      if (hits.length === 0) {
        call.print(topic === null ? "No memory went into it" : `All of ${topic} went into it`);
      }
      for (const { text, file, line, date, score, why } of hits) {
        const parts = Object.entries(why).map(([name, part]) => `${name} ${part}`);
        call.print(`${file}:${line} ${text}${date === "" ? "" : ` (${date})`}`);
        call.print(`  ${score}: ${parts.join(", ")}`);
      }
    },
  },
  forget: {
    usage: "/forget WORDS",
    does: "removes a memory; asks which",
    run: forget,
  },
  undo: {
    usage: "/undo",
    does: "takes back the last thing saved or digested",
    async run({ call, loci }) {
      const undone = await loci.undo();
      const sentence =
        undone === undefined
          ? "There is nothing to take back"
          : [`Taken back: ${undone.what}`, ...undone.kept].join("\n");
      sayOrPrint(call, { type: "undo", ...(undone ?? nothingUndone) }, sentence);
    },
  },
  recent: {
    usage: "/recent",
    does: "what was touched lately",
    async run({ call, loci, conversation }) {
      const recent = await loci.recent(conversation.session());
      if (call.json) return call.printJson({ type: "recent", recent });
      if (recent.length === 0) call.print("Nothing was touched yet");
      for (const { ago, time, topic, summary } of recent) {
        call.print(`${ago || time}: ${topic} (${summary})`);
      }
    },
  },
  help: {
    usage: "/help",
    does: "this list",
    async run({ call }) {
      if (call.json) {
        const all = Object.values(commands).map(({ usage, does }) => ({ usage, does }));
        return call.printJson({ type: "help", commands: all });
      }
      call.print("Talk as you like; what matters becomes memory when the conversation ends.");
      call.print(
        '"Remember that …" (recuerda que, recorda que, souviens-toi que …) saves at once.',
      );
      for (const { usage, does } of Object.values(commands)) {
        call.print(`  ${usage.padEnd(20)}${does}`);
      }
    },
  },
  quit: {
    usage: "/quit",
    does: "ends the conversation and leaves",
    async run() {}, // Whoever reads the lines does it.
  },
};

const nothingUndone = { what: null, files: [], kept: [] } as const;

/** Runs a line that begins with a slash. Never throws: what fails is an event. */
export async function* runChatCommand(
  context: ChatContext,
  line: string,
): AsyncGenerator<TurnEvent> {
  const [, name = "", words = ""] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  try {
    const run = commandCalled(name).run(context, words.trim());
    if (run instanceof Promise) await run;
    else yield* run;
  } catch (error) {
    yield toErrorEvent(error);
  }
}

function commandCalled(name: string): ChatCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const typed = `/${name.slice(0, 40)}`;
  const names = Object.keys(commands).map((known) => `/${known}`);
  const advice = adviceOn(typed, names, "/help lists what there is");
  throw new LociError("BAD_INPUT", `Cannot do "${typed}": there is no such command; ${advice}`, {
    data: { command: typed },
  });
}

async function* endNow({ call, conversation, signal }: ChatContext): AsyncGenerator<TurnEvent> {
  const digested = await conversation.end(signal);
  if (digested !== undefined) yield digested;
  else if (call.json) call.printJson({ type: "digest", ...nothingDigested });
  if (call.json) return;
  if (digested === undefined) call.aside("· nothing was said yet");
  else if (digested.status === "nothing") call.aside("· nothing new to remember");
  else if (digested.status === "off") call.aside("· digestion is switched off");
  else if (isOnlySaved(digested)) call.aside("· nothing else to remember");
}

/** All that came of it was told when it was saved. */
const isOnlySaved = ({ status, learned, replaced, known }: DigestEvent): boolean =>
  status === "digested" && learned.length + replaced.length + known.length === 0;

const nothingDigested = {
  session: null,
  status: "nothing",
  learned: [],
  replaced: [],
  known: [],
} as const;

async function* forget(
  { call, loci, input, conversation }: ChatContext,
  words: string,
): AsyncGenerator<TurnEvent> {
  if (words === "") {
    throw new LociError(
      "BAD_INPUT",
      'Cannot forget nothing: say which, such as "/forget bomba rice"',
    );
  }
  const found = await loci.findMemories(words, conversation.session());
  const chosen =
    found.length === 1 && found[0]?.isExact ? found[0] : await choose(call, input, found);
  if (chosen === undefined) return;
  const { inGit, transcripts } = await loci.forget(chosen, conversation.session());
  yield {
    type: "tool",
    name: "forget",
    result: { status: "forgotten", text: chosen.text, file: chosen.file, inGit, transcripts },
  };
  if (call.json) return;
  call.print(`Forgotten: ${chosen.text}`);
  const rest = [...(inGit ? ["git's history"] : []), ...transcripts];
  if (rest.length > 0) call.print(`Its words may still stand in ${rest.join(" and in ")}`);
}

type Found = Awaited<ReturnType<Loci["findMemories"]>>[number];

/** Nothing is removed that the person did not point at. */
async function choose(
  call: Call,
  input: ChatInput,
  found: readonly Found[],
): Promise<Found | undefined> {
  if (call.json) call.printJson({ type: "found", entries: found });
  else if (found.length === 0) call.print("There is no such memory");
  else {
    found.forEach(({ text, file, line, id }, i) => {
      const name = input.isTerminal ? `${i + 1}.` : `${id}`;
      call.print(`${name} ${text} (${file}:${line})`);
    });
  }
  if (found.length === 0) return undefined;
  const answer = await input.ask(`Which one is to be forgotten? [1-${found.length}, Enter: none] `);
  const chosen = /^[1-9]\d*$/.test(answer?.trim() ?? "") ? found[Number(answer) - 1] : undefined;
  if (chosen !== undefined || call.json) return chosen;
  if (input.isTerminal) call.print("Nothing was forgotten");
  else call.print('Say which: "/forget" and its id or its whole text');
  return undefined;
}

function sayOrPrint(call: Call, event: object, sentence: string): void {
  if (call.json) call.printJson(event);
  else call.print(sentence);
}
