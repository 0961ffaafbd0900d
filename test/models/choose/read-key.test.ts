import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readKey } from "../../../src/models/choose/find-server.ts";
import { useTempFolder } from "../../temp.ts";

/** A home with a vault in it, and the key that a setting leads to. */
function useHome(): { readonly home: string; readonly read: (file: string) => string | undefined } {
  const home = useTempFolder();
  mkdirSync(join(home, "vault"));
  const read = (file: string) =>
    readKey({
      env: { HOME: home },
      variable: "LOCI_MODEL_API_KEY",
      setting: "model.apiKeyFile",
      file,
      root: join(home, "vault"),
    });
  return { home, read };
}

test("readKey() takes ~ for the home", () => {
  const { home, read } = useHome();
  writeFileSync(join(home, "key"), " sk-123\n");
  expect(read("~/key")).toBe("sk-123");
  expect(read(join(home, "key"))).toBe("sk-123");
});

test("readKey() says what is wrong with the file", () => {
  const { home, read } = useHome();
  writeFileSync(join(home, "empty"), "\n");
  expect(() => read("~")).toThrow('Cannot read the key from "~": EISDIR');
  expect(() => read("~/none")).toThrow('from "~/none": ENOENT');
  expect(() => read("~/empty")).toThrow("it is empty");
});

test("readKey() takes none from the vault, however it is named", () => {
  const { home, read } = useHome();
  writeFileSync(join(home, "vault/key"), "sk-123\n");
  symlinkSync(join(home, "vault/key"), join(home, "link"));
  for (const file of ["~/vault/key", "~/link", join(home, "vault/key")]) {
    expect(() => read(file), file).toThrow("it lies in the vault");
  }
});
