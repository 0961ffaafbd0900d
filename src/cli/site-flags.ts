import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { BuildRequest } from "../app/site/open-site.ts";
import { knownBank } from "../app/site/site-settings.ts";
import { adviceOn, LociError } from "../errors.ts";
import { siteInclude, siteIncludeAdvice } from "../settings/site.ts";
import type { Call } from "./command.ts";
import { textFlags } from "./flags.ts";

/** Reads `--include`, repeated or separated by commas. Throws LociError USAGE, or NOT_FOUND for an unknown name. */
export function readInclude(call: Call, root: string, banks: readonly string[]): readonly string[] {
  const { include } = call.flags;
  const given = Array.isArray(include) ? include : [];
  const whats = given.flatMap((list: string) => list.split(",")).map((what) => what.trim());
  return whats.map((what) => {
    if (!siteInclude.test(what)) throw badInclude(what);
    if (what.startsWith("bank:"))
      return `bank:${knownBank(what.slice(5), banks, "--include", "USAGE")}`;
    checkScope(root, what);
    return what;
  });
}

function badInclude(what: string): LociError {
  const near = adviceOn(what, ["people", "agents", "private"], siteIncludeAdvice);
  return new LociError("USAGE", `Cannot use --include "${what}": ${near}`, {
    data: { flag: "include", value: what },
  });
}

/** Throws for an unknown folder, because a misspelt name would silently include nothing. */
function checkScope(root: string, what: string): void {
  const [kind = "", id] = what.split("/");
  if (id === undefined || existsSync(join(root, what))) return;
  const known = existsSync(join(root, kind)) ? readdirSync(join(root, kind)) : [];
  const names = known.filter((name) => !name.startsWith(".")).map((name) => `${kind}/${name}`);
  throw new LociError(
    "NOT_FOUND",
    `Cannot include "${what}": the vault has no such folder; ${adviceOn(what, names, names.length === 0 ? `there are no ${kind} in it` : `there are ${names.join(", ")}`)}`,
    { data: { include: what } },
  );
}

/**
 * Reads `--base` and `--url`, the site's future address. A URL with a path sets the base too. Throws LociError USAGE if
 * one is malformed or the two contradict each other.
 */
export function readAddress(
  call: Call,
): Required<Pick<BuildRequest, "base">> & Pick<BuildRequest, "siteUrl"> {
  const { base } = textFlags(call, "base");
  const { url } = textFlags(call, "url");
  const own = base === undefined ? undefined : toBase(base);
  if (url === undefined) return { base: own ?? "/" };
  const address = URL.parse(url);
  if (
    address === null ||
    !/^https?:$/.test(address.protocol) ||
    address.search + address.hash !== ""
  ) {
    throw badFlag("url", url, "it takes an address such as https://example.org");
  }
  if (address.username + address.password !== "") {
    throw badFlag("url", "…", "it would publish the password in it");
  }
  const path = toBase(address.pathname);
  if (own !== undefined && path !== "/" && path !== own) {
    throw badFlag("base", own, `--url says ${path}; leave one of the two out`);
  }
  return { base: own ?? path, siteUrl: address.origin };
}

function toBase(path: string): string {
  const names = path.split("/").filter((name) => name !== "");
  const isPath = names.every((name) => /^[\w.~%-]+$/.test(name) && !/^\.+$/.test(name));
  if (!isPath) throw badFlag("base", path, "it takes a path such as /notes/");
  return names.length === 0 ? "/" : `/${names.join("/")}/`;
}

const badFlag = (flag: string, value: string, state: string): LociError =>
  new LociError("USAGE", `Cannot use --${flag} "${value}": ${state}`, { data: { flag, value } });

/** The build that `loci up` runs in a child process: its subcommand, which users don't type, and its folder. */
export const siteForUp = {
  word: "for-up",
  /** In `.loci`, apart from the folder of `loci site build`, whose pages differ. */
  folder: "site-up",
} as const;
