import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { stampFolder } from "../src/app/device-stamp.ts";
import { cleanEnv } from "./run-loci.ts";

/** A folder that goes when the test ends. */
export function useTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A vault with these files, path → text or bytes, in a folder that goes when the test ends. */
export function useVault(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = useTempFolder();
  writeFiles(root, files);
  return root;
}

/** A copy of `test/fixtures/<name>`, or of the starter vault, in a folder that goes when the test ends. */
export function useFixture(name: string): string {
  const root = useTempFolder();
  const from = name === "starter" ? "vault" : join("test", "fixtures", name);
  cpSync(resolve(import.meta.dirname, "..", from), root, {
    recursive: true,
    filter: (path) => !path.includes("/.loci"),
  });
  return root;
}

/** Writes `.loci/device.yaml` as on the device that made the vault. */
export function writeDeviceSettings(root: string, text: string): void {
  const folder = join(root, ".loci");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  stampFolder({ folder, root, env: cleanEnv() });
  writeFileSync(join(folder, "device.yaml"), text);
}

export function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}
