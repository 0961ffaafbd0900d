import { createInterface } from "node:readline/promises";
import type { Loci } from "../app.ts";
import { messageOf } from "../errors.ts";
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
      const { failures } = await converse(call, loci);
      await loci.commit();
      return failures > 0 ? 1 : 0;
    } finally {
      await loci.close();
    }
  },
};

/** How a conversation went: lines that were read, and turns that failed. */
export interface Conversed {
  readonly lines: number;
  readonly failures: number;
}

/** Takes turns until the input ends or the person says `/quit`. A turn that fails is told, and the next one taken. */
export async function converse(call: Call, loci: Loci): Promise<Conversed> {
  const isTerminal = "isTTY" in call.stdin && call.stdin.isTTY === true;
  if (isTerminal && !call.json)
    call.print('Ask, or say "remember that …"; /help says more, /quit ends');
  const lines = isTerminal ? promptLines(call) : readLines(call.stdin);
  let count = 0;
  let failures = 0;
  for await (const line of lines) {
    count++;
    const text = line.trim();
    if (text === "") continue;
    if (text === "/quit" || text === "/exit") break;
    if (!(await takeTurn(call, loci, text))) failures++;
  }
  return { lines: count, failures };
}

/** One turn; false when it failed, and why was said. */
async function takeTurn(call: Call, loci: Loci, line: string): Promise<boolean> {
  try {
    if (line === "/help" || line === "help") printHelp(call);
    else if (line === "/recent") await printRecent(call, loci);
    else if (line.startsWith("/"))
      call.print(`There is no ${line.split(" ")[0]}; /help lists what there is`);
    else return await printTurn(call, loci, line);
    return true;
  } catch (error) {
    call.complain(messageOf(error));
    return false;
  }
}

async function printTurn(call: Call, loci: Loci, line: string): Promise<boolean> {
  let isFine = true;
  for await (const event of loci.turn(line)) {
    if (event.type === "error") isFine = false;
    if (call.json) call.printJson(event);
    else if (event.type === "delta") call.print(event.text);
    else if (event.type === "error") call.complain(event.message);
  }
  return isFine;
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
