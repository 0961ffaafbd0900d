import { styleText } from "node:util";
import type { TurnEvent } from "../agent/turn-event.ts";
import type { Call } from "./command.ts";

/** Prints the events of a turn as they come; false when one of them was an error. */
export type Render = (events: AsyncIterable<TurnEvent>) => Promise<boolean>;

/** Renders for people, or one JSON event a line for programs. Colours only on a terminal that has them. */
export function createRenderer(call: Call): Render {
  const show = call.json ? call.printJson : createTerminalRenderer(call);
  return async (events) => {
    let isFine = true;
    for await (const event of events) {
      if (event.type === "error") isFine = false;
      show(event);
    }
    if (!call.json) show({ type: "delta", text: "" });
    return isFine;
  };
}

/** Text as it comes; whatever else there is to say on lines of its own. An empty delta ends the line. */
function createTerminalRenderer(call: Call): (event: TurnEvent) => void {
  let isMidLine = false;
  const endLine = (): void => {
    if (isMidLine) call.print("");
    isMidLine = false;
  };
  return (event) => {
    if (event.type === "delta") {
      if (event.text === "") return endLine();
      call.write(event.text);
      isMidLine = !event.text.endsWith("\n");
      return;
    }
    const line = describe(event);
    if (line === undefined) return;
    endLine();
    if (event.type === "error") call.complain(line);
    else call.print(quiet(call, line));
  };
}

/** What is said beside the reply. */
function describe(event: TurnEvent): string | undefined {
  switch (event.type) {
    case "session":
      return event.resumed ? "· going on where we were" : undefined;
    case "topic":
      return `· topic: ${event.topic}`;
    case "handoff":
      return `· ${event.to} takes over from ${event.from}`;
    case "mode":
      return `· ${event.to} mode`;
    case "language":
      return `· language: ${event.to}`;
    case "tool":
      return describeTool(event.name, event.result);
    case "digest":
      return describeDigest(event);
    case "error":
      return event.message;
    default:
      return undefined;
  }
}

function describeTool(
  name: string,
  { status, file, line }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (name !== "remember" || typeof file !== "string") return undefined;
  return status === "known" ? `· known: ${file}:${line}` : `· saved in ${file}:${line}`;
}

function describeDigest(event: Extract<TurnEvent, { type: "digest" }>): string | undefined {
  if (event.status === "waiting")
    return `· not digested yet: ${event.reason ?? "it waits on disk"}`;
  if (event.status === "off") return undefined;
  const lines = [
    ...event.learned.map(({ text, file }) => `· learned: ${text} (${file})`),
    ...event.replaced.map(({ text, file }) => `· replaced: ${text} (${file})`),
    ...event.known.map(({ text }) => `· known: ${text}`),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

function quiet(call: Call, text: string): string {
  const isPlain = call.stdout.isTTY !== true || (call.env.NO_COLOR ?? "") !== "";
  return isPlain ? text : styleText("dim", text, { validateStream: false });
}
