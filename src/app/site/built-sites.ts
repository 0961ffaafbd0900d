import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { devicePlace } from "../vault/device-place.ts";
import type { OpenVault } from "../vault/open-vault.ts";

type Vault = Pick<OpenVault, "root" | "env">;

/** Notes on this device where a site of a vault is built, for a purge to erase it there. */
export function noteSite(vault: Vault, out: string): void {
  const known = sitesOf(vault);
  if (known.includes(out)) return;
  const { vaultFolder } = devicePlace(vault.root, vault.env);
  mkdirSync(vaultFolder, { recursive: true, mode: 0o700 });
  writeFileSync(recordOf(vault), [...known, out].join("\0"), { mode: 0o600 });
}

/** Empties the folders of the sites that were built of a vault, and says so. It can be done again. */
export function eraseSites(vault: Vault & Pick<OpenVault, "report">): void {
  for (const out of sitesOf(vault)) {
    // A folder without the mark is another's by now: see site/export.ts.
    if (!existsSync(join(out, mark))) continue;
    try {
      const names = readdirSync(out).filter((name) => name !== mark);
      for (const name of names) rmSync(join(out, name), { recursive: true });
      if (names.length > 0) {
        vault.report(
          `Erased the site in "${out}" too: "loci site build" makes it anew, and copies elsewhere are yours to delete`,
        );
      }
    } catch (error) {
      vault.report(`The site in "${out}" may still hold it: ${messageOf(error)}; delete it`);
    }
  }
}

const mark = ".loci-site";
const recordOf = ({ root, env }: Vault): string =>
  join(devicePlace(root, env).vaultFolder, "sites");

function sitesOf(vault: Vault): string[] {
  const file = recordOf(vault);
  return existsSync(file) ? readFileSync(file, "utf8").split("\0") : [];
}
