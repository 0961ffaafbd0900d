/** A memory as it stands in the vault. */
export interface ExportedMemory {
  readonly text: string;
  readonly topic: string;
  readonly date: string | undefined;
  readonly bank: string;
  readonly tags: readonly string[];
  readonly person: string | undefined;
  readonly agent: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: string;
  readonly isSuperseded: boolean;
  readonly isArchived: boolean;
}

export const exportFormats = ["markdown", "jsonl", "mcp-memory"] as const;

export type ExportFormat = (typeof exportFormats)[number];

/**
 * Writes memories as one Markdown document, as JSON lines that `loci import` reads back, or as the file of the reference memory
 * server (an entity a topic, an observation a memory). Pure.
 */
export function* writeExport(
  memories: readonly ExportedMemory[],
  format: ExportFormat,
): Generator<string> {
  if (format === "jsonl") {
    for (const memory of memories) yield `${JSON.stringify(toLine(memory))}\n`;
    return;
  }
  const standing = memories.filter(({ isSuperseded, isArchived }) => !isSuperseded && !isArchived);
  const byFile = [...Map.groupBy(standing, ({ file }) => file).values()];
  for (const own of byFile) yield format === "markdown" ? toSection(own) : toEntity(own);
}

/** What says nothing is left out. */
function toLine({ isSuperseded, isArchived, tags, fields, ...memory }: ExportedMemory): object {
  const { superseded: _, archived: _a, person: _p, ...others } = fields;
  return {
    ...memory,
    ...(tags.length === 0 ? {} : { tags }),
    ...(Object.keys(others).length === 0 ? {} : { fields: others }),
    ...(isSuperseded ? { isSuperseded } : {}),
    ...(isArchived ? { isArchived } : {}),
  };
}

function toSection(memories: readonly ExportedMemory[]): string {
  const lines = memories.map(({ text, date, tags }) => {
    const more = tags.filter((tag) => !text.includes(`#${tag}`)).map((tag) => ` #${tag}`);
    return `- ${text}${date === undefined ? "" : ` (${date})`}${more.join("")}\n`;
  });
  const { topic = "", person, agent } = memories[0] ?? {};
  const owner = person ?? agent;
  return `## ${topic}${owner === undefined ? "" : ` (${owner})`}\n\n${lines.join("")}\n`;
}

function toEntity(memories: readonly ExportedMemory[]): string {
  const [first] = memories;
  const observations = memories.map(({ text }) => text);
  const entity = { name: first?.topic ?? "", entityType: first?.bank ?? "", observations };
  return `${JSON.stringify({ type: "entity", ...entity })}\n`;
}
