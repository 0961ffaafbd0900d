/** How a language words a number of things; `#` stands for the number. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Words for a number of things, by the rules of the language. */
export function pluralOf(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => (forms[rules.select(count)] ?? forms.other).replace("#", String(count));
}
