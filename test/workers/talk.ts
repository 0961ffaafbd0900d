import { writeSync } from "node:fs";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import { say } from "../session/session-db.ts";

/**
 * Another process that talks: `add` adds messages to a session, printing the number of each; `digest` finishes
 * conversations of its own, one after the other, printing the id of each. `times` 0 goes on for ever.
 */
const [lociDir = "", what = "add", session = "", times = "0"] = process.argv.slice(2);
const db = openSessionDb({
  lociDir,
  now: Date.now,
  dayOf: (ms) => new Date(ms).toISOString().slice(0, 10),
  settings: { hours: 24, resolvedDays: 30 },
  saveRecalledContext: true,
  report: (sentence) => writeSync(2, `${sentence}\n`),
});
writeSync(1, "ready\n");
for (let n = 1; Number(times) === 0 || n <= Number(times); n++) {
  if (what === "add") {
    const { id } = db.sessions.addMessage(session, say(`${process.pid} says ${n}`));
    writeSync(1, `${id} ${process.pid} says ${n}\n`);
  } else {
    const { id } = db.sessions.start({ person: "ana", agent: "a", mode: "text", language: "en" });
    db.sessions.addMessage(id, say(`${process.pid} digests ${n}`));
    db.digestions.add(id);
    db.digestions.finish(id, { summary: `${n}`, topic: "", sentiment: "neutral", intents: [] });
    writeSync(1, `${id}\n`);
  }
}
db.close();
