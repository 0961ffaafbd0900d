import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../errors.ts";
import { devicePlace } from "../vault/device-place.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { builtNames, siteMark } from "./built-names.ts";

type Vault = Pick<OpenVault, "root" | "env">;

/** Notes on this device where a site of a vault is built, for a purge to erase it there. */
export function noteSite(vault: Vault, out: string): void {
  const known = sitesOf(vault);
  if (known.includes(out)) return;
  const { vaultFolder } = devicePlace(vault.root, vault.env);
  mkdirSync(vaultFolder, { recursive: true, mode: 0o700 });
  writeFileSync(recordOf(vault), [...known, out].join("\0"), { mode: 0o600 });
}

/** Folders that hold a site of a vault. */
export const standingSites = (vault: Vault): string[] =>
  sitesOf(vault).filter((out) => (builtNames(out, vault.root) ?? []).length > 0);

/** Erases the sites that were built of a vault, and says so; what else lies in their folders stays. It can be done again. */
export function eraseSites(vault: Vault & Pick<OpenVault, "report">): void {
  for (const out of sitesOf(vault)) {
    try {
      const names = builtNames(out, vault.root) ?? [];
      for (const name of names) rmSync(join(out, name), { recursive: true });
      if (names.length === 0) continue;
      const others = readdirSync(out).filter((name) => name !== siteMark);
      const left =
        others.length === 0
          ? ""
          : `; what else lies there stays (${others.slice(0, 5).join(", ")})`;
      vault.report(
        `Erased the site in "${out}" too: "loci site build" makes it anew, and copies elsewhere are yours to delete${left}`,
      );
    } catch (error) {
      vault.report(`The site in "${out}" may still hold it: ${messageOf(error)}; delete it`);
    }
  }
}

const recordOf = ({ root, env }: Vault): string =>
  join(devicePlace(root, env).vaultFolder, "sites");

function sitesOf(vault: Vault): string[] {
  const file = recordOf(vault);
  return existsSync(file) ? readFileSync(file, "utf8").split("\0") : [];
}
