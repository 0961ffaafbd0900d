import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { LociError } from "../errors.ts";
import type { Call } from "./command.ts";

/**
 * Returns the vault's folder: `--vault`, else `LOCI_VAULT`, else the nearest folder upward that holds `loci.yaml`, else
 * `~/loci`. Throws LociError NO_VAULT, or VAULT_VANISHED if a named folder does not exist.
 */
export function findVault(call: Pick<Call, "flags" | "env" | "cwd">): string {
  const named = call.flags.vault ?? call.env.LOCI_VAULT;
  if (typeof named === "string" && named !== "") return existing(resolve(call.cwd, named), named);
  for (let folder = resolve(call.cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "loci.yaml"))) return ownOrRefuse(folder);
    if (folder === dirname(folder)) break;
  }
  const home = join(call.env.HOME ?? homedir(), "loci");
  if (existsSync(home)) return home;
  const lost = existsSync(join(call.cwd, ".git"))
    ? "; if it is a vault whose files are gone, `git checkout HEAD -- .` brings them back as last committed"
    : "";
  throw new LociError(
    "NO_VAULT",
    `Cannot find a vault: neither "${call.cwd}" nor a folder above it holds loci.yaml, and there is no "${home}"; make one with "loci init", or name one with --vault DIR${lost}`,
    { data: { cwd: call.cwd } },
  );
}

/** Rejects a vault found on the way up that belongs to another user, as git does: it may be a trap. */
function ownOrRefuse(folder: string): string {
  const me = process.getuid?.();
  const owners = [folder, join(folder, "loci.yaml")].map((path) => statSync(path).uid);
  if (me === undefined || owners.every((owner) => owner === me)) return folder;
  throw new LociError(
    "NO_VAULT",
    `Cannot use the vault "${folder}" unasked: it belongs to another user; if you trust it, name it with --vault`,
    { data: { root: folder } },
  );
}

function existing(folder: string, named: string): string {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return folder;
  const state = stat === undefined ? "there is no such folder" : "it is not a folder";
  throw new LociError(
    stat === undefined ? "VAULT_VANISHED" : "NO_VAULT",
    `Cannot open the vault "${named}": ${state}; mount or restore it, or make a new one with "loci init ${named}"`,
    { data: { root: folder } },
  );
}
