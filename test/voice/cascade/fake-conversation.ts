import type { TurnEvent } from "../../../src/agent/turn-event.ts";
import type { SpokenConversation } from "../../../src/voice/cascade/ports.ts";
import type { Tools, Turn } from "./faults.ts";

/** A conversation that answers as `faults.reply` says, and notices where two talk at once. */
export function createConversation(tools: Tools): SpokenConversation {
  const { faults, turns, tracked, log, wait } = tools;
  let running = 0;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running > 0) log.push("TWO AT ONCE");
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
  const counted = async function* <T>(events: AsyncIterable<T>): AsyncGenerator<T> {
    if (running > 0) log.push("TWO AT ONCE");
    running++;
    try {
      yield* events;
    } finally {
      running--;
    }
  };
  const end = async (): Promise<TurnEvent> => {
    await faults.end?.();
    return alone(async () => {
      log.push("end");
      const outcomes = turns.map(({ content }) => ({ status: "learned", text: content }) as const);
      if (turns.length === 0) return nothingSaid;
      const digest = { ...nothingSaid, session: "s1", status: "digested" } as const;
      return { ...digest, outcomes };
    });
  };
  const takeBack = (): Promise<TurnEvent> =>
    alone(async () => {
      await wait(300);
      log.push("take back");
      const { said = null, forgotten = [], kept = [] } = faults.takeBack ?? {};
      return { type: "taken_back", said, forgotten, kept };
    });
  return {
    language: () => "en",
    turn(content, extra, signal) {
      const turn: Turn = { content, extra, stored: undefined, isAborted: false };
      turns.push(turn);
      const broken = faults.turn?.(content, signal);
      // What hangs for ever is let go in the end, and others are asked: it does not count.
      if (broken !== undefined) return tracked("turn", broken);
      return tracked("turn", counted(replyTo(tools, turn, signal)));
    },
    async *execute(command) {
      if (command.type === "end") yield await end();
      else if (command.type !== "help") yield await takeBack();
    },
    async keepHeard(reply, heard) {
      log.push(`heard of ${reply}: ${heard}`);
    },
  };
}

const nothingSaid = { type: "digest", session: null, status: "nothing", outcomes: [] } as const;

async function* replyTo(
  { faults, wait }: Tools,
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const message = { id: 1, language: "en", agent: "loci" };
  yield { type: "message", role: "user", content: turn.content, ...message };
  let sent = "";
  try {
    await wait(50, signal);
    yield { type: "recall", query: turn.content, hits: [] };
    await wait(faults.thinks, signal);
    for (const text of faults.reply(turn.content).split(/(?<= )/)) {
      sent += text;
      yield { type: "delta", text };
      await wait(faults.perWord, signal);
    }
  } catch {
    turn.isAborted = true;
  }
  turn.stored = sent;
  if (sent !== "") yield { type: "message", role: "assistant", content: sent, ...message, id: 2 };
}
