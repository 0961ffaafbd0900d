import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wavOf } from "../../src/models/sound/wav.ts";
import { runLoci } from "../run-loci.ts";
import { useFixture, useTempFolder } from "../temp.ts";

/** A folder with a recording, things that are none, and a vault beside it. */
function useRecordings(): { folder: string; vault: string } {
  const folder = useTempFolder();
  writeFileSync(join(folder, "quiet.wav"), wavOf(new Int16Array(1_600), 16_000));
  writeFileSync(join(folder, "text.wav"), "which rice for paella?");
  writeFileSync(join(folder, "cut.wav"), wavOf(new Int16Array(100), 16_000).subarray(0, 30));
  mkdirSync(join(folder, "folder.wav"));
  return { folder, vault: useFixture("starter") };
}

describe("loci voice", () => {
  test("says what is wrong with a recording before anything else, and ends with 1", async () => {
    const { folder, vault } = useRecordings();
    const said: string[] = [];
    for (const name of ["missing.wav", "text.wav", "cut.wav", "folder.wav"]) {
      const args = ["voice", "--wav", "quiet.wav", "--wav", name, "--vault", vault];
      const { code, stdout, stderr } = await runLoci(args, { cwd: folder });
      said.push(`[${code}] ${stdout}${stderr}`);
    }
    expect(said.join("")).toMatchInlineSnapshot(`
      "[1] Cannot read "missing.wav": there is no such file
      [1] Cannot read the recording "text.wav": it is no WAV file (it starts with: which rice for paella?); convert it, such as with: sox in.wav -b 16 -e signed-integer -c 1 out.wav
      [1] Cannot read the recording "cut.wav": it is no whole WAV file; convert it, such as with: sox in.wav -b 16 -e signed-integer -c 1 out.wav
      [1] Cannot read "folder.wav": it is a folder
      "
    `);
    expect(existsSync(join(vault, ".loci"))).toBe(false);
  });
});
