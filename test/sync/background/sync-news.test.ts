import { expect, test } from "vitest";
import { SyncNews } from "../../../src/sync/background/sync-news.ts";

test("SyncNews tells of many files that are held back, and not one by one", () => {
  const said: string[] = [];
  const news = new SyncNews((sentence) => said.push(sentence));
  const films = Array.from({ length: 500 }, (_, i) => ({ path: `${i}.mkv`, reason: "too large" }));
  const report = {
    ...{ committed: 0, pulled: 0, pushed: 0, merged: [], keptBoth: [], conflicts: [] },
    ...{ heldBack: films, head: null, remote: null, branch: "main" },
  };
  news.done(report, false);
  news.done(report, false);
  expect(said).toHaveLength(6);
  expect(said[0]).toBe("Not committed: 0.mkv: too large");
  expect(said[5]).toBe('Not committed: 495 more; "loci sync --status --json" names them');
  news.done({ ...report, heldBack: [...films, { path: "new.mkv", reason: "too large" }] }, false);
  expect(said.slice(6)).toEqual(["Not committed: new.mkv: too large"]);
});
