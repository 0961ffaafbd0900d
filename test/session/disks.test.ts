import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { ana, fileOf, say, useSessionDb } from "./session-db.ts";

test("a disk that is full is met with one clear sentence, and goes on when there is room again", (context) => {
  const lociDir = useTempFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", lociDir], { stdio: "ignore" });
  } catch {
    return context.skip("this process may not mount a small disk");
  }
  try {
    const { db, said } = useSessionDb({ lociDir });
    const { id } = db.sessions.start(ana);
    let taken = 0;
    const fill = (): void => {
      for (;;) {
        db.sessions.addMessage(id, say("words ".repeat(2_000)));
        taken += 1;
      }
    };
    expect(fill).toThrow(
      expect.objectContaining({
        code: "SESSION_FAILED",
        message: `Cannot use the database of conversations "${fileOf(lociDir)}": database or disk is full; check the rights and the free space of its folder`,
      }),
    );
    expect(taken).toBeGreaterThan(5);
    expect(db.sessions.messages(id, { limit: 1_000 })).toHaveLength(taken);
    execFileSync("mount", ["-o", "remount,size=4m", lociDir]);
    expect(db.sessions.addMessage(id, say("room")).id).toBe(taken + 1);
    expect(said).toEqual([]);
    db.close();
  } finally {
    execFileSync("umount", [lociDir]);
  }
});
