import type { Tx } from "./tx.ts";

/** When this device last used a memory. */
export interface UseDay {
  /** `YYYY-MM-DD`, local. */
  readonly day: string;
  /** It was brought back from the archive: to go again at once is not what was meant. */
  readonly isRestored: boolean;
}

/** The last use of each entry, by its id, for what makes room. */
export function all(tx: Tx): ReadonlyMap<string, UseDay> {
  type Row = { readonly entry: string; readonly day: string; readonly restored: number };
  const uses = tx.rows<Row>("SELECT * FROM used");
  return new Map(
    uses.map(({ entry, day, restored }) => [entry, { day, isRestored: restored === 1 }]),
  );
}

export const noteRestored = (tx: Tx, entry: string, day: string): void =>
  noteUse(tx, entry, { day, isRestored: true });

/** What was brought back stays so. */
export function noteUse(tx: Tx, entry: string, { day, isRestored }: UseDay): void {
  const sql = `INSERT INTO used VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET day = excluded.day, restored = max(restored, excluded.restored)`;
  tx.run(sql, entry, day, isRestored ? 1 : 0);
}
