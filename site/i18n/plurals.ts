/** How a language words a number of things; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Words for a number of things, by the rules of the language. */
export type Plural = (count: number) => string;

/** Makes `Plural`s for a language. */
export function pluralsOf(language: string): (forms: PluralForms) => Plural {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (forms) => (count) =>
    (forms[rules.select(count)] ?? forms.other).replace("#", numbers.format(count));
}
