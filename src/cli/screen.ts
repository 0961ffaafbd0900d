import type { Call } from "./command.ts";

/** What stands on the terminal and waits for a line. */
interface Prompt {
  hide(): void;
  show(): void;
}

/** A terminal that a conversation shares with whatever else there is to say. */
export interface Screen {
  /** Says the same things, above the prompt while one stands, and never in the middle of a line. */
  readonly call: Call;
  setPrompt(prompt: Prompt | undefined): void;
  /** Says something once no reply is under way. */
  whenFree(say: () => void): void;
  /** Runs a reply; what is said by `whenFree` meanwhile comes behind it. */
  during<T>(reply: () => Promise<T>): Promise<T>;
}

/** Keeps prompt, reply and notes of one terminal apart. Where output is no terminal, nothing is changed. */
export function createScreen(plain: Call): Screen {
  const isTerminal = plain.stdout.isTTY === true;
  let prompt: Prompt | undefined;
  let isMidLine = false;
  let isBusy = false;
  let later: (() => void)[] = [];
  const around =
    <T>(say: (words: T) => void) =>
    (words: T): void => {
      prompt?.hide();
      if (isMidLine) plain.write("\n");
      isMidLine = false;
      say(words);
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
      if (isBusy) later.push(say);
      else say();
    },
    async during(reply) {
      isBusy = true;
      try {
        return await reply();
      } finally {
        isBusy = false;
        const said = later;
        later = [];
        for (const say of said) say();
      }
    },
  };
}
