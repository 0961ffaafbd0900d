import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each process of tests is a device of its own, whoever runs them: none reads the settings in a real home. */
const own = `loci-test-config-${process.pid}-`;

if (process.env.LOCI_CONFIG_DIR?.includes(own) !== true) {
  const folder = mkdtempSync(join(tmpdir(), own));
  process.env.LOCI_CONFIG_DIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
