import type { Call, CommandLine } from "./command.ts";
import { converse } from "./converse.ts";
import { addTalkFlags, talkOptions } from "./flags.ts";
import { openVault } from "./open-vault.ts";
import { createRenderer } from "./render-events.ts";
import { createScreen } from "./screen.ts";
import { stopSignal } from "./stop-signal.ts";
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
  const screen = createScreen(plain);
  const { call } = screen;
  const loci = await openVault(call);
  const { signal, release } = stopSignal();
  try {
    const conversation = await loci.converse(options);
    const render = createRenderer(call);
    const digesting = loci.digest.keep(async (event) => {
      screen.whenFree(() => void render([event]));
    });
    signal.addEventListener("abort", () => void digesting.close(), { once: true });
    try {
      await screen.during(() => render(conversation.answerHandedOver(signal)));
      const { failures } = await converse(screen, async () => conversation, signal);
      return failures > 0 ? 1 : 0;
    } finally {
      await digesting.close();
      await loci.sync.commit();
    }
  } finally {
    await loci.close(signal.aborted ? { timeoutMs: 0 } : {});
    release();
  }
}
