import { createPastVault } from "../past-vault.ts";
import { runLoci } from "../run-loci.ts";
import { filesOf } from "../synced-vaults.ts";

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
  const lines = () =>
    Object.entries(filesOf(vault.root))
      .filter(([file]) => /^(?:topics|general|log)\//.test(file))
      .flatMap(([file, text]) =>
        text.split("\n").map((line, i) => `${file}:${i + 1}: ${line.trim()}`),
      );
  return { ...vault, lines };
}
