import { LociError, messageOf } from "../errors.ts";
import { understand } from "./understand.ts";

/** A memory that answers, as far as a reply needs it. */
export interface Recollection {
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  readonly date: string;
}

/** What a turn needs from the rest of Loci. */
export interface TurnPorts<R extends Recollection> {
  readonly recall: (query: string) => Promise<readonly R[]>;
  readonly remember: (text: string) => Promise<{
    readonly status: "saved" | "known";
    readonly file: string;
    readonly line: number;
  }>;
}

/** One event of a turn; terminal and server only render these. */
export type TurnEvent<R extends Recollection> =
  | { readonly type: "message"; readonly role: "user"; readonly content: string }
  | { readonly type: "recall"; readonly query: string; readonly hits: readonly R[] }
  | {
      readonly type: "tool";
      readonly name: "remember";
      readonly result: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "delta"; readonly text: string }
  | { readonly type: "error"; readonly code: string; readonly message: string };

/** Most memories that one reply repeats. */
const mostLines = 5;
/** And of each, for a note can be long. */
const mostCharacters = 240;

/**
 * One turn without any model: saves what is to be remembered, else answers with the memories that recall finds,
 * with their dates and places. Failures are events, never exceptions; whoever reads may stop reading.
 */
export async function* offlineTurn<R extends Recollection>(
  line: string,
  ports: TurnPorts<R>,
): AsyncGenerator<TurnEvent<R>> {
  yield { type: "message", role: "user", content: line };
  try {
    const wish = understand(line);
    if (wish.type === "remember") {
      const result = await ports.remember(wish.text);
      yield { type: "tool", name: "remember", result: { ...result } };
      yield { type: "delta", text: sayRemembered(result) };
      return;
    }
    const hits = await ports.recall(wish.query);
    yield { type: "recall", query: wish.query, hits };
    yield { type: "delta", text: sayHits(hits) };
  } catch (error) {
    const code = error instanceof LociError ? error.code : "INTERNAL";
    yield { type: "error", code, message: messageOf(error) };
  }
}

function sayRemembered(result: { status: "saved" | "known"; file: string; line: number }): string {
  const place = `${result.file}:${result.line}`;
  return result.status === "saved" ? `Noted in ${place}` : `I knew that already: ${place}`;
}

function sayHits(hits: readonly Recollection[]): string {
  if (hits.length === 0) {
    return 'I have nothing about that. Tell me: "remember that …"';
  }
  return hits.slice(0, mostLines).map(sayHit).join("\n");
}

function sayHit({ text, topic, date, file, line }: Recollection): string {
  const source = [topic, date, `${file}:${line}`].filter((part) => part !== "").join(", ");
  const words = text.replace(/\s+/g, " ");
  const short = words.length <= mostCharacters ? words : `${words.slice(0, mostCharacters)}…`;
  return `- ${short} (${source})`;
}
