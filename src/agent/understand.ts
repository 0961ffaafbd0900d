/** What a line of the person's asks for. */
export type Wish =
  | { readonly type: "ask"; readonly query: string }
  | { readonly type: "remember"; readonly text: string };

/** "Remember that …" in the languages the offline agent knows; the rest of the line is the memory. */
const rememberPatterns: readonly RegExp[] = [
  /^(?:please\s+)?(?:can you\s+)?(?:remember|note|keep in mind|don['’]t forget|save)(?:\s+that|\s*[:,])\s*(.+)$/isu,
  /^(?:por favor,?\s+)?(?:recuerda|acu[eé]rdate de|anota|apunta|no olvides)(?:\s+que|\s*[:,])\s*(.+)$/isu,
  /^(?:si us plau,?\s+)?(?:recorda|apunta|anota|no oblidis)(?:['’]t)?(?:\s+que|\s*[:,])\s*(.+)$/isu,
  /^(?:por favor,?\s+)?(?:lembra(?:-te)?|lembre(?:-se)?|anota|n[aã]o (?:te )?esque[cç]as)(?:\s+(?:de\s+)?que|\s*[:,])\s*(.+)$/isu,
  /^(?:s['’]il te pla[iî]t,?\s+)?(?:souviens-toi|rappelle-toi|retiens|note|n['’]oublie pas)(?:\s+(?:que\s+|qu['’])|\s*[:,]\s*)(.+)$/isu,
  /^(?:bitte\s+)?(?:merk(?:e)? dir|notier(?:e)?|vergiss nicht)\s*(?:,\s*)?(?:dass\s+|:\s*)(.+)$/isu,
  /^(?:per favore,?\s+)?(?:ricorda(?:ti)?|annota|non dimenticare)(?:\s+che|\s*[:,])\s*(.+)$/isu,
];

/** Tells a memory to keep from a question to answer. Pure; a line it does not know is a question. */
export function understand(line: string): Wish {
  const text = line.trim();
  for (const pattern of rememberPatterns) {
    const memory = pattern.exec(text)?.[1];
    if (memory !== undefined) return { type: "remember", text: asSentence(memory) };
  }
  return { type: "ask", query: text };
}

function asSentence(text: string): string {
  const [first = "", ...rest] = text.trim();
  return first.toUpperCase() + rest.join("");
}
