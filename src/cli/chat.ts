import type { Call, CommandLine } from "./command.ts";
import { converse, noteLocalModel } from "./converse.ts";
import { addTalkFlags, talkOptions } from "./flags.ts";
import { withTalk } from "./talk.ts";
import { isTerminal } from "./terminal.ts";

/** `loci chat`: a conversation by text, in the terminal or from a pipe, digested when it ends. */
export function define(command: CommandLine): void {
  command.description(
    "A conversation in the terminal or by lines from a pipe, digested at its end.",
  );
  addTalkFlags(command)
    .examples("loci chat --person ana --lang ca", "loci chat --json < questions.txt")
    .runs(chat);
}

async function chat(plain: Call): Promise<number> {
  const options = { ...talkOptions(plain), isTyped: isTerminal(plain.stdin) };
  return withTalk(plain, async ({ screen, loci, stop }) => {
    await noteLocalModel(screen.call, loci);
    const conversation = await loci.converse(options);
    const { failures } = await converse(screen, async () => conversation, stop);
    return failures > 0 ? 1 : 0;
  });
}
