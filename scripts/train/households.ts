import { indexLines } from "../../src/index/index-lines.ts";
import { type Hit, recall } from "../../src/recall/recall.ts";

const settings = { banks: ["General"], defaultBank: "General", language: "en" };

/** What recall finds among the lines of a household, as the offline model gets it. */
export function recallAmong(memory: readonly string[], question: string): readonly Hit[] {
  const household = openHousehold(memory);
  const hits = household.recall(question);
  household.close();
  return hits;
}

/** An index of some lines, in memory. */
export function openHousehold(memory: readonly string[]) {
  const db = indexLines(
    memory.map((line) => line.replace(/^- /u, "")),
    settings,
  );
  return {
    /** The best hits, as the offline model gets them. */
    recall: (question: string): readonly Hit[] =>
      recall(db, question, { filter: {}, viewer: { allPeople: true }, limit: 12, floor: 0.02 }),
    close: () => db.close(),
  };
}
