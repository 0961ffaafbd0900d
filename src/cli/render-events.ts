import type { TurnEvent } from "../agent/turn-event.ts";
import type { Call } from "./command.ts";
import { afterCommand, commandLines } from "./render-commands.ts";

/** Prints the events of a turn as they come; resolves with false if one was an error. */
export type Render = (events: Iterable<TurnEvent> | AsyncIterable<TurnEvent>) => Promise<boolean>;

/** Creates a renderer: text for people, or with `--json` one event per line. */
export function createRenderer(call: Call): Render {
  return async (events) => {
    const show = createShow(call);
    let isFine = true;
    for await (const event of events) {
      if (event.type === "error") isFine = false;
      if (call.json) call.printJson(event);
      else show(event);
    }
    if (!call.json) show(undefined);
    return isFine;
  };
}

/** Creates a function that shows reply text as it comes, and all else on lines of its own; undefined marks the end. */
export function createShow(call: Call): (event: TurnEvent | undefined) => void {
  let isMidLine = false;
  let saved: Saved[] = [];
  let command: string | undefined;
  const write = (text: string): void => {
    if (text === "") return;
    call.write(text);
    isMidLine = !text.endsWith("\n");
  };
  const endLine = (): void => {
    if (isMidLine) write("\n");
  };
  /** A reply that says itself where a memory was saved needs no line beside it. */
  const saySaved = (reply = ""): void => {
    for (const { place, line } of saved) if (!reply.includes(place)) call.aside(line);
    saved = [];
  };
  /** Ends the current line, shows what was saved, then prints the lines. */
  const sayApart = (lines: readonly string[], print: (line: string) => void): void => {
    saySaved();
    endLine();
    for (const line of lines) print(line);
  };
  const sayBeside = (event: TurnEvent): void => {
    if (event.type === "command") command = event.command;
    const lines = commandLines(event);
    const line = describe(event) ?? afterCommand(command, event);
    if (lines !== undefined) sayApart(lines, call.print);
    else if (line !== undefined) sayApart([line], isFailure(event) ? call.error : call.aside);
  };
  return (event) => {
    if (event === undefined) sayApart([], call.print);
    else if (event.type === "delta") {
      saySaved(event.text);
      write(event.text);
    } else {
      if (event.type === "tool") endLine();
      if (event.type === "tool" && event.name === "remember") saved.push(...savedBy(event.result));
      else sayBeside(event);
    }
  };
}

/** True if something failed or has to wait. */
function isFailure(event: TurnEvent): boolean {
  return event.type === "error" || (event.type === "digest" && event.status === "waiting");
}

/** Returns the line that describes an event beside the reply; undefined if it is not shown. */
function describe(event: TurnEvent): string | undefined {
  switch (event.type) {
    case "session":
      return event.resumed ? "· going on where we were" : undefined;
    case "topic":
      return event.topic === null ? "· no topic yet" : `· topic: ${event.topic}`;
    case "handoff":
      return `· ${event.to} takes over from ${event.from}`;
    case "mode":
      return `· ${event.to} mode`;
    case "language":
      return `· language: ${event.to}`;
    case "digest":
      return describeDigest(event);
    case "error":
      return event.message;
    default:
      return undefined;
  }
}

interface Saved {
  readonly place: string;
  readonly line: string;
}

function savedBy({ status, file, line }: Readonly<Record<string, unknown>>): readonly Saved[] {
  if (typeof file !== "string") return [];
  const place = `${file}:${line}`;
  return [{ place, line: status === "known" ? `· known: ${place}` : `· saved in ${place}` }];
}

function describeDigest(event: Extract<TurnEvent, { type: "digest" }>): string | undefined {
  if (event.status === "waiting") {
    return event.reason ?? "The conversation is not in memory yet, and waits on disk";
  }
  const lines = event.outcomes.flatMap(({ status, text, file, reason }) => {
    if (status === "saved") return []; // It was said when it was.
    if (status === "kept") return `· ${reason}: ${text}`;
    return status === "known" ? `· known: ${text}` : `· ${status}: ${text} (${file})`;
  });
  return lines.length === 0 ? undefined : lines.join("\n");
}
