import type { Answered, Waiting } from "../app/upkeep/inbox.ts";
import { LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { viewerFlags, viewerFrom } from "./flags.ts";
import { withLoci } from "./open-vault.ts";

/** `loci inbox`: what waits for a yes or a no. */
export const inbox: Command = {
  usage: "inbox [yes|no ID] [flags]",
  words: 2,
  summary:
    "Lists pairs of memories that are nearly the same or contradict each other. `yes` moves the second to archive/ (the same), or strikes the older (a contradiction); `no` keeps both for good. `loci undo` takes an answer back.",
  flags: viewerFlags,
  examples: [
    "loci inbox",
    "loci inbox --json",
    "loci inbox yes 3f9c2a71",
    "loci inbox no 3f9c2a71",
  ],
  async run(call) {
    const [answer, id] = call.words;
    const isAnswer = answer === "yes" || answer === "no";
    if (answer !== undefined && (!isAnswer || id === undefined)) {
      throw new LociError(
        "USAGE",
        `Cannot use "${call.words.join(" ")}": answer with "loci inbox yes ID" or "loci inbox no ID"`,
      );
    }
    return withLoci(call, async (loci) => {
      const viewer = viewerFrom(call);
      if (id === undefined) list(call, await loci.upkeep.inbox(viewer));
      else {
        const answered = await loci.upkeep.answer(id, answer === "yes", viewer);
        await loci.sync.commit();
        if (call.json) call.printJson(answered);
        else if (call.flags.quiet !== true) call.print(describe(answered));
      }
      return 0;
    });
  },
};

function list(call: Call, waiting: readonly Waiting[]): void {
  if (call.json) call.printJson(waiting);
  else if (waiting.length === 0) call.print("Nothing waits for an answer");
  else for (const line of waiting.flatMap(describePair)) call.print(line);
}

const describePair = ({ id, kind, score, why, stays, goes }: Waiting): string[] => [
  `${id}  ${kind === "same" ? "The same?" : "A contradiction?"} (${why}; ${score.toFixed(2)})`,
  `  stays: ${at(stays)}`,
  `  ${kind === "same" ? "goes: " : "struck:"} ${at(goes)}`,
];
const at = ({ text, date, file, line }: Waiting["stays"]): string =>
  `${text} (${date === null ? "" : `${date}, `}${file}:${line})`;

const verbs = { archived: "Moved to archive/", struck: "Struck", kept: "Both stay" } as const;

const describe = ({ status, goes }: Answered): string => `${verbs[status]}: ${at(goes)}`;
