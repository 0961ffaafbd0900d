import type { TurnEvent } from "../agent/turn-event.ts";
import { firstWords } from "./printable.ts";

/** Returns the lines that show a command's event; undefined for other events. */
export function commandLines(event: TurnEvent): readonly string[] | undefined {
  switch (event.type) {
    case "agent": {
      const { agent, others } = event;
      return [`${agent}${others.length === 0 ? "" : `; there are also ${others.join(", ")}`}`];
    }
    case "why":
      return whyLines(event);
    case "found": {
      const { entries } = event;
      if (entries.length === 0) return ["There is no such memory"];
      const numberOf = (i: number): string => (entries.length === 1 ? "" : `${i + 1}. `);
      const placeOf = ({ file, line }: (typeof entries)[number]): string =>
        file === "" ? "said just now" : `${file}:${line}`;
      return entries.map((one, i) => `${numberOf(i)}${one.text} (${placeOf(one)})`);
    }
    case "not_forgotten":
      return ["Nothing was forgotten"];
    case "tool":
      return event.name === "forget" ? forgottenLines(event.result) : undefined;
    case "taken_back":
      return takenBackLines(event);
    case "undo":
      return event.what === null
        ? ["There is nothing to take back"]
        : [
            `Taken back: ${event.what}`,
            ...event.removed.map((line) => `  - ${withoutMarker(line)}`),
            ...event.restored.map((line) => `  + ${withoutMarker(line)}`),
            ...event.kept,
          ];
    case "help":
      return [
        "Talk as you like; what matters becomes memory when the conversation ends.",
        '"Remember that …" (recuerda que, recorda que, souviens-toi que …) saves at once; "forget that" takes it back.',
        ...event.commands.map(({ usage, does }) => `  ${usage.padEnd(20)}${does}`),
      ];
    default:
      return undefined;
  }
}

const withoutMarker = (line: string): string => line.replace(/^\s*[-*+] +/, "");

type Of<T extends TurnEvent["type"]> = Extract<TurnEvent, { readonly type: T }>;

function whyLines({ hits, topic }: Of<"why">): readonly string[] {
  if (hits.length === 0) {
    return [
      topic === null
        ? "No memory went into the last answer"
        : `All of ${topic} went into the last answer`,
    ];
  }
  return hits.flatMap(({ text, file, line, date, score, why }) => {
    const parts = Object.entries(why).map(([name, part]) => `${name} ${part}`);
    return [
      `${file}:${line} ${firstWords(text)}${date === "" ? "" : ` (${date})`}`,
      `  ${score}: ${parts.join(", ")}`,
    ];
  });
}

function forgottenLines(result: Of<"tool">["result"]): readonly string[] | undefined {
  const { status, text, inGit, transcripts } = result;
  if (status !== "forgotten") return undefined;
  const files = Array.isArray(transcripts) ? transcripts.map(String) : [];
  const rest = [...(inGit === true ? ["git's history"] : []), ...files];
  return [
    `Forgotten: ${String(text)}`,
    ...(rest.length > 0 ? [`Its words may still be in ${rest.join(" and in ")}`] : []),
  ];
}

function takenBackLines({ said, forgotten, kept }: Of<"taken_back">): readonly string[] {
  if (said === null) return ["There is nothing to take back"];
  return [
    `Taken back: ${said}`,
    ...forgotten.map((text) => `Forgotten: ${text}`),
    ...kept.map((text) => `Changed since, and stays: ${text}`),
  ];
}

/** Returns the line that says that a digestion the user asked for had no result; undefined otherwise. */
export function afterCommand(command: string | undefined, event: TurnEvent): string | undefined {
  if (event.type !== "digest" || command === undefined) return undefined;
  if (event.session === null) return "· nothing was said yet";
  if (event.status === "nothing") return "· nothing new to remember";
  if (event.status === "off") return "· digestion is switched off";
  // What was saved during the conversation has already been shown.
  return event.status === "digested" ? "· nothing else to remember" : undefined;
}
