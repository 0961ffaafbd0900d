/** Whose tool names a client knows: Loci's own, the reference memory server's, Anthropic's memory tool, or gbrain's verbs. */
export const toolSets = ["loci", "reference", "anthropic", "gbrain"] as const;

export type ToolSet = (typeof toolSets)[number];
