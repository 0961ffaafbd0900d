import type { Chat } from "../agent/conversation/chat.ts";
import type { Loci } from "../app/loci.ts";
import type { Call } from "./command.ts";
import { openVault } from "./open-vault.ts";
import { createRenderer, type Render } from "./render-events.ts";
import { createScreen, type Screen } from "./screen.ts";
import { digestDeadline, stopSignal } from "./stop-signal.ts";

/** What a conversation at the terminal, by text or voice, works with. */
export interface Talk {
  readonly screen: Screen;
  readonly call: Call;
  readonly loci: Loci;
  readonly stop: AbortSignal;
  readonly render: Render;
}

/** Opens the vault for a conversation and digests beside it what waits; commits and closes in any case. */
export async function withTalk<T>(plain: Call, work: (talk: Talk) => Promise<T>): Promise<T> {
  const screen = createScreen(plain);
  const { call } = screen;
  const loci = await openVault(call);
  const { signal: stop, release } = stopSignal();
  const render = createRenderer(call);
  const digesting = loci.digest.keep(async (event) => screen.whenFree(() => void render([event])));
  stop.addEventListener("abort", () => void digesting.close(), { once: true });
  try {
    return await work({ screen, call, loci, stop, render });
  } finally {
    await digesting.close();
    await loci.vault.committer.commit();
    await loci.close(stop.aborted ? { timeoutMs: 0 } : {});
    release();
  }
}

/** Ends and digests a conversation, and shows what came of it. */
export async function endConversation(
  render: Render,
  conversation: Chat,
  stop: AbortSignal,
): Promise<void> {
  const digested = await conversation.end(digestDeadline(stop));
  if (digested !== undefined) await render([digested]);
}
