import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createRandom } from "../../scripts/bench/random.ts";
import { useTempFolder } from "../temp.ts";

/** A PATH with a git of which one call dies by SIGKILL: before it does anything, after it, or in between. */
export function killGit(seed: number): { PATH: string; at: string } {
  const random = createRandom(seed + 1);
  const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const nth = 1 + random.below(12);
  const how = ["before", "between", "after"][seed % 3] ?? "";
  const milliseconds = 1 + random.below(20);
  const deaths: Record<string, string> = {
    before: "kill -9 $$",
    between: `exec timeout -s KILL 0.0${String(milliseconds).padStart(2, "0")} ${git} "$@"`,
    after: `${git} "$@"; kill -9 $$`,
  };
  const folder = useTempFolder();
  const count = join(folder, "count");
  const text = `#!/bin/sh\necho >>${count}\n[ $(wc -l <${count}) -ne ${nth} ] && exec ${git} "$@"\n${deaths[how]}\n`;
  execFileSync("sh", ["-c", `cat >${folder}/git; chmod +x ${folder}/git`], { input: text });
  const at = `call ${nth} of git killed ${how}${how === "between" ? `, ${milliseconds} ms in` : ""}`;
  return { PATH: `${folder}:${process.env.PATH}`, at };
}
