import type { StemText } from "../../src/digest/gates/same-fact.ts";
import { languageOf } from "../../src/index/languages.ts";
import { tokenize } from "../../src/index/tokenize.ts";

/** The stems of the index, as the app passes them in. */
export const stemText: StemText = (text, language) => {
  const { stem, isStopWord } = languageOf(language);
  const tokens = tokenize(text, "query");
  return {
    all: tokens.map((token) => stem(token)),
    content: tokens.filter((token) => !isStopWord(token.text)).map((token) => stem(token)),
  };
};
