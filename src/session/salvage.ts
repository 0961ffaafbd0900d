import Database from "better-sqlite3";

/**
 * Takes over into an empty database what can still be read of a damaged one, which is not changed. Returns how many
 * conversations with messages that was. Never throws for what the damage did.
 */
export function salvage(db: Database.Database, damaged: string): number {
  const source = openDamaged(damaged);
  if (source === undefined) return 0;
  try {
    db.transaction(() => {
      for (const table of tablesOf(db)) copyTable(source, db, table);
      db.exec(mend);
    }).immediate();
  } finally {
    source.close();
  }
  const sql = "SELECT count(DISTINCT session) FROM message WHERE digested = 0";
  return Number(db.prepare(sql).pluck().get());
}

/** Makes what was found consistent: messages keep their session, and what was to be digested gets digested. */
const mend = `
INSERT OR IGNORE INTO session
  SELECT session, NULL, agent, mode, language, 'active', NULL, max(id), wall, up, boot, wall, up, boot, 1, 0
  FROM message GROUP BY session;
DELETE FROM digestion WHERE session NOT IN (SELECT id FROM session) AND instr(session, '/') = 0;
UPDATE session SET
  messages = max(messages, coalesce((SELECT max(id) FROM message WHERE session = session.id), 0)),
  state = CASE
    WHEN EXISTS (SELECT 1 FROM digestion WHERE session = session.id) THEN 'digesting'
    WHEN EXISTS (SELECT 1 FROM message WHERE session = session.id AND digested = 0) THEN 'active'
    WHEN state = 'digesting' THEN 'active'
    ELSE state END;
`;

function openDamaged(file: string): Database.Database | undefined {
  try {
    const source = new Database(file, { readonly: true, fileMustExist: true });
    // Else SQLite refuses a file that is shorter than its header says as a whole.
    source.unsafeMode().pragma("writable_schema = ON");
    return source;
  } catch {
    return undefined; // Not even its first page can be read.
  }
}

/** Names only: a table's columns are those of our own layout. */
function tablesOf(db: Database.Database): string[] {
  return db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta' ORDER BY rowid",
    )
    .all()
    .map(({ name }) => name);
}

function copyTable(source: Database.Database, db: Database.Database, table: string): void {
  const theirs = columnsOf(source, table);
  const columns = columnsOf(db, table)
    .filter((name) => name !== "n") // Given again, in the same order.
    .filter((name) => theirs.length === 0 || theirs.includes(name)) // An older layout has fewer.
    .map((name) => `"${name}"`);
  const places = columns.map(() => "?").join(", ");
  const insert = db.prepare<unknown[]>(
    `INSERT OR IGNORE INTO "${table}" (${columns.join(", ")}) VALUES (${places})`,
  );
  for (const row of readRows(source, table, columns.join(", "))) {
    try {
      insert.run(...row);
    } catch {
      // A row of noise that no column takes.
    }
  }
}

/** None where the damage took them. */
function columnsOf(db: Database.Database, table: string): string[] {
  try {
    const sql = "SELECT name FROM pragma_table_info(?)";
    return db
      .prepare<[string], { name: string }>(sql)
      .all(table)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Most numbers that are tried one by one between both ends of a table, and where neither end can be read. */
const maxProbes = 5_000;
const maxBlindProbes = 200;

/** Rows by number: from the front until the damage, from the back until it, then one by one in between. */
function readRows(source: Database.Database, table: string, columns: string): unknown[][] {
  const select = `SELECT rowid, ${columns} FROM "${table}" NOT INDEXED`;
  const front = scan(source, `${select} ORDER BY rowid`);
  if (front.isWhole) return front.rows.map(values);
  const back = scan(source, `${select} ORDER BY rowid DESC`);
  const isBlind = front.rows.length + back.rows.length === 0;
  const last = numberOf(front.rows.at(-1)) ?? 0;
  const end = last + (isBlind ? maxBlindProbes : maxProbes);
  const next = Math.min(numberOf(back.rows.at(-1)) ?? end, end);
  const between: unknown[][] = [];
  for (let n = last + 1; n < next; n++) {
    between.push(...scan(source, `${select} WHERE rowid = ?`, n).rows);
  }
  const behind = back.rows.filter((row) => (numberOf(row) ?? 0) > last).reverse();
  return [...front.rows, ...between, ...behind].map(values);
}

const values = (row: readonly unknown[]): unknown[] => row.slice(1);

const numberOf = (row: readonly unknown[] | undefined): number | undefined =>
  typeof row?.[0] === "number" ? row[0] : undefined;

function scan(
  source: Database.Database,
  sql: string,
  ...bound: readonly number[]
): { readonly rows: unknown[][]; readonly isWhole: boolean } {
  const rows: unknown[][] = [];
  try {
    for (const row of source
      .prepare<unknown[], unknown[]>(sql)
      .raw()
      .iterate(...bound)) {
      rows.push(row);
    }
    return { rows, isWhole: true };
  } catch {
    return { rows, isWhole: false }; // As far as the damage let it come.
  }
}
