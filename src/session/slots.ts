/** What a model made of a thread up to a message. */
export interface Summary {
  readonly upTo: number;
  readonly text: string;
}

/** Slots that agents see; those with a leading dot are the turn loop's own. */
export const openSlots = (slots: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(slots).filter(([name]) => !name.startsWith("."));

/** The slot that holds the summary of an agent's older messages. */
export const summarySlot = (agent: string): string => `.summary.${agent}`;

export const summaryToSlot = ({ upTo, text }: Summary): string => `${upTo} ${text}`;

export function summaryOf(
  slots: Readonly<Record<string, string>>,
  agent: string,
): Summary | undefined {
  const [, upTo, text] = /^(\d+) (.*)$/s.exec(slots[summarySlot(agent)] ?? "") ?? [];
  return upTo === undefined || text === undefined ? undefined : { upTo: Number(upTo), text };
}
