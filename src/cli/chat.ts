import { createInterface } from "node:readline/promises";
import type { Loci } from "../app.ts";
import type { Call, Command } from "./command.ts";
import { openFor } from "./open-for.ts";
import { readLines } from "./read-lines.ts";

/** `loci chat`: ask and tell in the terminal, or by lines from a pipe. */
export const chat: Command = {
  usage: "chat [flags]",
  summary: 'Answers from the memories, with their dates; "remember that …" saves one.',
  flags: {},
  examples: [
    "loci chat",
    "echo 'which rice for paella?' | loci chat",
    "loci chat --json < questions.txt",
  ],
  async run(call) {
    const loci = await openFor(call);
    try {
      await converse(call, loci);
      await loci.commit();
      return 0;
    } finally {
      await loci.close();
    }
  },
};

/** Takes turns until the input ends or the person says `/quit`. Returns how many lines were read. */
export async function converse(call: Call, loci: Loci): Promise<number> {
  const isTerminal = "isTTY" in call.stdin && call.stdin.isTTY === true;
  if (isTerminal && !call.json)
    call.print('Ask, or say "remember that …"; /help says more, /quit ends');
  const lines = isTerminal ? promptLines(call) : readLines(call.stdin);
  let count = 0;
  for await (const line of lines) {
    count++;
    const text = line.trim();
    if (text === "") continue;
    if (text === "/quit" || text === "/exit") break;
    if (text === "/help") printHelp(call);
    else if (text === "/recent") await printRecent(call, loci);
    else await takeTurn(call, loci, text);
  }
  return count;
}

async function takeTurn(call: Call, loci: Loci, line: string): Promise<void> {
  for await (const event of loci.turn(line)) {
    if (call.json) call.printJson(event);
    else if (event.type === "delta") call.print(event.text);
    else if (event.type === "error") call.note(event.message);
  }
}

async function* promptLines(call: Call): AsyncGenerator<string> {
  const terminal = createInterface({ input: call.stdin, output: call.stdout, prompt: "> " });
  terminal.prompt();
  try {
    for await (const line of terminal) {
      yield line;
      terminal.prompt();
    }
  } finally {
    terminal.close();
  }
}

function printHelp(call: Call): void {
  call.print("Ask anything: the memories that fit are listed with their dates and files.");
  call.print(
    '"Remember that …" (also recuerda que, recorda que, souviens-toi que, merk dir …) saves a memory.',
  );
  call.print("/recent shows what was touched lately, /quit ends.");
}

async function printRecent(call: Call, loci: Loci): Promise<void> {
  for (const { ago, time, topic, summary } of await loci.recent()) {
    call.print(`${ago || time}: ${topic} (${summary})`);
  }
}
