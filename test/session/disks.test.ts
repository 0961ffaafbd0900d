import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { ana, fileOf, say, useSessionDb, useTold } from "./session-db.ts";

/** Runs the talker under limits, as a user who may not write everywhere. */
function talk(args: readonly string[], shell: string) {
  const worker = join(import.meta.dirname, "../workers/talk.ts");
  const isRoot = process.getuid?.() === 0;
  return spawnSync(
    "bash",
    ["-c", `${shell}; exec "$@"`, "bash", process.execPath, "--no-warnings", worker, ...args],
    { encoding: "utf8", ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}) },
  );
}

/** A folder that the user of `talk` owns. */
function useOwned(lociDir: string): void {
  if (process.getuid?.() !== 0) return;
  chmodSync(join(lociDir, ".."), 0o755);
  for (const path of [lociDir, ...readdirSync(lociDir).map((name) => join(lociDir, name))]) {
    chownSync(path, 65_534, 65_534);
  }
}

test.skipIf(process.platform === "win32")(
  "a disk that may not be written is met with one clear sentence",
  () => {
    const { lociDir, ids } = useTold();
    useOwned(lociDir);
    chmodSync(fileOf(lociDir), 0o400);
    chmodSync(lociDir, 0o500);
    const { stderr, stdout, status } = talk([lociDir, "add", ids[0] ?? "", "1"], "true");
    expect(stdout).not.toContain("says");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /LociError: Cannot use the database of conversations "[^"]+": [^\n]+; check the rights and the free space of its folder\n/,
    );
  },
);

test.skipIf(process.platform === "win32")(
  "a file that may not grow is met with one clear sentence, and what was acknowledged stays",
  () => {
    const { lociDir, ids, clock } = useTold();
    useOwned(lociDir);
    const blocks = Math.ceil(statSync(fileOf(lociDir)).size / 1024) + 40;
    const { stderr, stdout } = talk(
      [lociDir, "add", ids[0] ?? "", "100000"],
      `ulimit -f ${blocks}`,
    );
    expect(stderr).toMatch(
      /LociError: Cannot use the database of conversations "[^"]+": [^\n]+; check the rights and the free space of its folder\n/,
    );
    const acknowledged = stdout.split("\n").slice(1, -1);
    expect(acknowledged.length).toBeGreaterThan(0);
    const { db, said } = useSessionDb({ lociDir, clock });
    expect(said).toEqual([]);
    const kept = db.sessions.messages(ids[0] ?? "", { limit: Number.POSITIVE_INFINITY });
    expect(kept.slice(20).map((m) => `${m.id} ${m.content}`)).toEqual(acknowledged);
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
