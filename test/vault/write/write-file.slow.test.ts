import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { replaceFile } from "../../../src/vault/write/write-file.ts";
import { deviceClock } from "../../device-clock.ts";
import { useVault } from "../../temp.ts";

/** Exchanges a folder and a link again and again, as whoever may write into the vault can. */
const swapper = `
  const fs = require("node:fs");
  const outside = process.argv[1];
  const attempt = (work) => { try { work(); } catch {} };
  process.send("ready");
  for (let n = 0, end = Date.now() + 70_000; Date.now() < end; n++) {
    attempt(() => fs.renameSync("topics", "real" + n));
    attempt(() => fs.symlinkSync(outside, "topics"));
    attempt(() => fs.unlinkSync("topics"));
    attempt(() => fs.renameSync("real" + n, "topics"));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, n % 8); // Lets a write through.
  }`;

test.runIf(process.platform === "linux")(
  "replaceFile() writes nothing outside while its folder is exchanged for a link",
  async () => {
    const root = useVault({ "topics/a.md": "0\n" });
    const vault = { root, lociDir: join(root, ".loci"), clock: deviceClock };
    const outside = fs.mkdtempSync(join(tmpdir(), "loci-outside-"));
    onTestFinished(() => fs.rmSync(outside, { recursive: true }));
    const child = spawn(process.execPath, ["-e", swapper, outside], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child, "message");
    const counts = { written: 0, refused: 0 };
    const begun = Date.now();
    const isOver = (): boolean => {
      const ms = Date.now() - begun;
      const hasSeenBoth = counts.written > 0 && counts.refused > 0; // On a busy machine the two may long not meet.
      return ms > 60_000 || (ms > 3_000 && hasSeenBoth);
    };
    for (let n = 0; !isOver(); n++) {
      const path = toTopicPath(`topics/new-${n}.md`);
      try {
        const isDone = replaceFile({ ...vault, path }, null, Buffer.from("new\n"));
        counts[isDone ? "written" : "refused"]++;
      } catch {
        counts.refused++;
      }
    }
    expect(fs.readdirSync(outside)).toEqual([]);
    expect(counts.written).toBeGreaterThan(0);
    expect(counts.refused).toBeGreaterThan(0);
  },
);
