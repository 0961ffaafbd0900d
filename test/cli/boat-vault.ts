import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runLoci } from "../run-loci.ts";
import { createPastVault } from "./past-vault.ts";

/** A synced vault with memories of one boat, one of them said in a conversation. */
export async function boatVault() {
  const vault = await createPastVault();
  vault.write(
    "topics/boats.md",
    "- The boat is called Zorblax (2026-02-01) ^boat\n  - Zorblax is green\n- Zorblax needs paint #protected\n- The anchor is heavy\n- Zorblax leaks\n",
  );
  await vault.loci("sync");
  const input = "remember that the mast of Zorblax is new\n/quit\n";
  await runLoci(["chat", "--vault", vault.root], { input, env: { LOCI_DEVICE: "laptop" } });
  const files = () =>
    ["topics", "general", "log"].flatMap((folder) => {
      try {
        return readdirSync(join(vault.root, folder)).map((name) => `${folder}/${name}`);
      } catch {
        return [];
      }
    });
  const lines = () =>
    files().flatMap((file) =>
      vault
        .read(file)
        .split("\n")
        .map((line, i) => `${file}:${i + 1}: ${line.trim()}`),
    );
  return { ...vault, lines };
}
