import type { Call } from "./command.ts";

/** A prompt on the terminal that waits for input. */
interface Prompt {
  hide(): void;
  show(): void;
}

/** A terminal shared by a conversation and other output. */
export interface Screen {
  /** Prints above the prompt, if there is one, and never in the middle of a line. */
  readonly call: Call;
  setPrompt(prompt: Prompt | undefined): void;
  /** Calls `say` now, or after the current reply. */
  whenFree(say: () => void): void;
  /** Runs a reply; calls of `whenFree` wait for its end. */
  during(reply: () => Promise<unknown>): Promise<void>;
}

/** Creates a screen over a call. If the output is not a terminal, it prints as the plain call does. */
export function createScreen(plain: Call): Screen {
  const isTerminal = plain.stdout.isTTY === true;
  let prompt: Prompt | undefined;
  let isMidLine = false;
  let later: (() => void)[] | undefined;
  const around =
    <A extends unknown[]>(say: (...words: A) => void) =>
    (...words: A): void => {
      prompt?.hide();
      if (isMidLine) plain.write("\n");
      isMidLine = false;
      say(...words);
      prompt?.show();
    };
  return {
    call: {
      ...plain,
      print: around(plain.print),
      printJson: around(plain.printJson),
      aside: around(plain.aside),
      note: around(plain.note),
      error: around(plain.error),
      write(text) {
        plain.write(text);
        isMidLine = isTerminal && !text.endsWith("\n");
      },
    },
    setPrompt(next) {
      prompt = next;
    },
    whenFree(say) {
      if (later === undefined) say();
      else later.push(say);
    },
    async during(reply) {
      later = [];
      try {
        await reply();
      } finally {
        const said = later;
        later = undefined;
        for (const say of said) say();
      }
    },
  };
}
