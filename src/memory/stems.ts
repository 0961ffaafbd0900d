import type { StemText } from "../digest/gates/same-fact.ts";
import { detectLanguage, languageOf } from "../index/languages.ts";
import { contentTerms } from "../index/terms.ts";
import { tokenize } from "../index/tokenize.ts";
import type { Settings } from "../settings/schema.ts";

/** Stems of a text in its language; where none is named, in the one it seems to be in. */
export function stemsBy({ languages }: Pick<Settings, "languages">): StemText {
  return (text, language) => {
    const tokens = tokenize(text, "document");
    const known = languageOf(language || detectLanguage(tokens, languages[0] ?? "en"));
    return { all: tokens.map((one) => known.stem(one)), content: contentTerms(tokens, known) };
  };
}
