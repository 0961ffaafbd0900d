import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { parse, parseDocument, stringify } from "yaml";
import { sift } from "../src/settings/read-settings.ts";
import { isSynced } from "../src/settings/schema.ts";
import { inside, isSection, merge, type Values, valueAt } from "../src/settings/tree.ts";
import { configFolder } from "./run-loci.ts";

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

/** Sets this device's settings, as YAML, for one vault. */
export function writeDeviceSettings(root: string, text: string): void {
  const file = join(configFolder, "device.yaml");
  const { vaults, ...all } = existsSync(file) ? (parse(readFileSync(file, "utf8")) ?? {}) : {};
  writeFileSync(file, stringify({ ...all, vaults: { ...vaults, [root]: parse(text) ?? {} } }));
}

/** Writes files; what a `loci.yaml` among them says of a device goes into the device's own settings for that vault. */
export function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    const isSettings = path === "loci.yaml" && typeof content === "string";
    writeFileSync(join(root, path), isSettings ? withoutDevice(root, content) : content);
  }
}

function withoutDevice(root: string, text: string): string {
  const document = parseDocument(text);
  const all: unknown = document.errors.length === 0 ? document.toJS() : {};
  if (!isSection(all)) return text;
  const foreign: (readonly string[])[] = [];
  const values = sift(all, isSynced, { foreign, former: [] });
  if (foreign.length === 0) return text;
  const device = foreign.reduce<Values>(
    (found, path) => merge(found, inside(path, valueAt(all, path))),
    {},
  );
  writeDeviceSettings(root, stringify(device));
  return stringify(values);
}
