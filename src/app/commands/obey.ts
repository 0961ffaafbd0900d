import type { TurnEvent } from "../../agent/turn-event.ts";
import type { PlainCommand } from "../../language/commands/parse-command.ts";
import { isFragment } from "../../language/commands/parse-command.ts";
import type { CommandContext } from "./command-context.ts";
import { askWhich } from "./forgetting.ts";
import { typedCommand } from "./typed-commands.ts";

/** Carries out a command that stood in a natural sentence. Throws LociError where it cannot. */
export async function* obey(
  context: CommandContext,
  command: PlainCommand,
): AsyncGenerator<TurnEvent> {
  switch (command.type) {
    case "forget_that":
      return yield await takeBack(context, "");
    case "misheard":
      return yield await takeBack(context, command.rest);
    case "forget":
      return yield* askWhich(context, command.what);
    case "end":
    case "help":
      return yield* typedCommand(command.type).run(context, "");
  }
}

/** `instead` is what was said in truth, '' where that is not known. */
async function takeBack({ conversation }: CommandContext, instead: string): Promise<TurnEvent> {
  const taken = await conversation.takeBack();
  const { said, forgotten, kept } = taken ?? { said: null, forgotten: [], kept: [] };
  const sayAgain = said !== null && instead !== "" && isFragment(instead, said);
  return { type: "taken_back", said, forgotten, kept, sayAgain };
}
