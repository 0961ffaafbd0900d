import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useFixture, useVault } from "../temp.ts";

/** What is said, one conversation after another, and what the last reply holds, or does not hold. */
interface Row {
  readonly said: readonly (readonly string[])[];
  readonly holds?: RegExp;
  readonly lacks?: RegExp;
  readonly lang?: string;
  readonly person?: string;
  /** In a vault with nothing in it, not in that of a family. */
  readonly isNew?: boolean;
}

const rows: Readonly<Record<string, Row>> = {
  "what one may not eat": {
    said: [["I'm allergic to shellfish"], ["What can't I eat?"]],
    holds: /shellfish/i,
    isNew: true,
  },
  "a topic's lines": {
    said: [["summarise the garden topic"]],
    holds: /plot by the Ter.*\n(?:- .*\n)+… and \d+ more/,
  },
  "what was told today, before": {
    said: [["We keep the ladder in the shed"], ["what did I tell you today?"]],
    holds: /ladder/,
  },
  "what was told today, each with its own topic": {
    said: [["/topic wifi", "My aunt Rosa lives in Malmö"], ["what did I tell you today?"]],
    holds: /Malmö \(general/,
    lacks: /Malmö \(wifi/,
  },
  "nothing was told yesterday": {
    said: [["We keep the ladder in the shed"], ["what did I tell you yesterday?"]],
    lacks: /ladder/,
  },
  "what was talked about": {
    said: [["We keep the ladder in the shed"], ["what did we talk about?"]],
    holds: /ladder/,
  },
  "what was talked about beside a secret": {
    said: [["The wifi password is bluefish22", "I bought a bicycle"], ["what did we talk about?"]],
    holds: /bicycle/,
    lacks: /bluefish|Edited by hand/,
  },
  "what happened in a month": {
    said: [["what happened in February?"]],
    holds: /2026-02-/,
    lacks: /2026-(?!02)/,
    person: "ana",
  },
  oneself: {
    said: [["I'm allergic to shellfish", "what do you know about me?"]],
    holds: /shellfish/i,
    lacks: /Julia|Quim|Salma/,
  },
  "how many memories": {
    said: [["how many memories do you have?"]],
    holds: /^I keep \d+ memories\.$/m,
  },
  "how many memories, each once, with what is to be kept of this conversation": {
    said: [
      [
        "remember that the spare key hangs in the shed",
        "I love jazz",
        "I work at Lidl",
        "how many memories do you have?",
      ],
    ],
    holds: /^I keep 3 memories\.$/m,
    isNew: true,
  },
  "somebody else's birthday, said to who said it": {
    said: [["My sister Julia's birthday is on 4 March"], ["when is my sister's birthday?"]],
    holds: /Your sister Julia's birthday is on 4 March/,
  },
  "what is to be forgotten, and nothing near it": {
    said: [
      ["remember that my locker at the gym is by the door"],
      ["remember that the gym closes at ten"],
      ["forget my gym locker"],
    ],
    holds: /locker/,
    lacks: /closes/,
    isNew: true,
  },
  "a greeting": { said: [["hello"]], holds: /Hello/ },
  "the name of a cat, where nobody told it": {
    said: [["Quin és el nom del gat de casa nostra?"]],
    lacks: /lilies/,
    lang: "ca",
  },
};

const useHome = ({ isNew = false }: Pick<Row, "isNew">): string =>
  isNew ? useVault({ "loci.yaml": "" }) : useFixture("starter");

test.each(Object.entries(rows))("in a terminal: %s", async (_, { said, lang = "en", ...row }) => {
  const root = useHome(row);
  let last = "";
  for (const lines of said) {
    const args = ["chat", "--vault", root, "--lang", lang];
    const who = row.person === undefined ? [] : ["--person", row.person];
    const { stdout, code } = await runLoci([...args, ...who], { input: `${lines.join("\n")}\n` });
    expect(code).toBe(0);
    last = stdout;
  }
  if (row.holds !== undefined) expect(last).toMatch(row.holds);
  if (row.lacks !== undefined) expect(last).not.toMatch(row.lacks);
});
