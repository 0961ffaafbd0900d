import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { ana, fileOf, say, useSessionDb, useTold } from "./session-db.ts";

const talker = join(import.meta.dirname, "../workers/talk.ts");

test.skipIf(process.platform === "win32")(
  "a disk that may not be written is met with one clear sentence",
  () => {
    const { lociDir, ids } = useTold();
    const isRoot = process.getuid?.() === 0; // Whom no rights hinder: somebody else talks, in a folder of theirs.
    if (isRoot) {
      chmodSync(join(lociDir, ".."), 0o755);
      for (const path of [lociDir, fileOf(lociDir)]) chownSync(path, 65_534, 65_534);
    }
    chmodSync(fileOf(lociDir), 0o400);
    chmodSync(lociDir, 0o500);
    const args = ["--no-warnings", talker, lociDir, "add", ids[0] ?? "", "1"];
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    const { stderr, stdout, status } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      ...user,
    });
    expect(stdout).not.toContain("says");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /LociError: Cannot use the database of conversations "[^"]+": [^\n]+; check the rights and the free space of its folder\n/,
    );
  },
);

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
