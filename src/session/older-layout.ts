import type Database from "better-sqlite3";
import { schema } from "./schema.ts";

/**
 * Makes an older version's tables into ours, within the transaction of the caller. What comes over are conversations
 * that are not digested, with person, agent and privacy, and what earlier ones came to; no byte of the rest stays.
 */
export function takeOver(db: Database.Database): void {
  for (const column of later) {
    const [table = "", , , name = ""] = column.split(" ");
    const has = db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, name);
    if (has === undefined) db.exec(`ALTER TABLE ${column}`);
  }
  for (const [table, select] of Object.entries(selects))
    db.exec(`CREATE TEMP TABLE kept_${table} AS ${select}`);
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  for (const name of db.prepare(tables).pluck().all()) db.exec(`DROP TABLE ${name}`);
  db.exec(schema);
  const columnsOf = db.prepare("SELECT group_concat(name) FROM pragma_table_info(?)").pluck();
  for (const table of Object.keys(selects))
    db.exec(`INSERT OR IGNORE INTO ${table}(${columnsOf.get(`kept_${table}`)}) SELECT * FROM kept_${table};
      DROP TABLE kept_${table}`);
  db.exec("INSERT INTO owed VALUES ('wipe')");
}

/** What the first version did not have. */
const later: readonly string[] = [
  "session ADD COLUMN bound INTEGER DEFAULT 0",
  "message ADD COLUMN digested INTEGER DEFAULT 0",
  "digestion ADD COLUMN begun INTEGER DEFAULT 0",
  "recalled ADD COLUMN agent TEXT",
  "resolved ADD COLUMN agent TEXT",
];

/** Moments were a wall time, an uptime and a boot, of which it may be known since when it was. */
const moment = (name = ""): string =>
  `max(${name}wall, ${name}up + coalesce((SELECT shift FROM boot known WHERE known.id = ${name}boot), 0))`;
const isOpen = "session IN (SELECT id FROM session WHERE state <> 'closed')";
const saidAt = "CAST(extra ->> '$.saidAt' AS INTEGER)";
const flag = (name: string): string => `json(iif(${name}, 'true', 'false'))`;

/** What is read of each table. */
const selects: Readonly<Record<string, string>> = {
  session: `SELECT id, person, agent, mode, language, state, topic, messages, ${moment("started_")} AS started_at,
    ${moment()} AS at, bound FROM session WHERE state <> 'closed' ORDER BY id`,
  message: `SELECT session, id, role, agent, content, coalesce(extra ->> '$.recalled', '[]') AS recalled,
    json_set(json_patch(json_remove(extra, '$.recalled', '$.saidAt'), json_object('mode', mode, 'language', language,
      'switched', ${flag("switched")}, 'hasPrivateData', ${flag("private")}, 'callId', call, 'confidence', confidence)),
    '$.detected', detected) AS value, iif(${saidAt} BETWEEN 0 AND 7258118400000, ${saidAt}, ${moment()}) AS at, digested FROM message WHERE ${isOpen}`,
  event: `SELECT session, value, ${moment()} AS at FROM event WHERE ${isOpen} ORDER BY n`,
  slot: `SELECT session, name, value FROM slot WHERE ${isOpen} ORDER BY n`,
  recalled: `SELECT session, agent, file, entry, value FROM recalled WHERE ${isOpen} AND agent IS NOT NULL ORDER BY n`,
  digestion: `SELECT session, up_to, up_to AS last, attempts, begun, reason, plan, ${moment()} + pause AS at FROM digestion ORDER BY n`,
  resolved: `SELECT session, person, coalesce(agent, (SELECT max(agent) FROM visit
      WHERE visit.session = resolved.session HAVING count(DISTINCT agent) = 1)) AS agent,
    summary, topic, sentiment, intents, ${moment()} AS at, coalesce((SELECT ${moment()} FROM contact
      WHERE contact.person = coalesce(resolved.person, '')), ${moment()}) AS seen FROM resolved ORDER BY n`,
};
