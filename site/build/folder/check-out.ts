import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError } from "../../../src/errors.ts";
import { manifestName } from "./manifest.ts";

/**
 * The absolute path of a folder that may become, or is, the site of the vault at `root`; links on the way resolved.
 * Throws BAD_INPUT for one that holds anything else, holds the vault, or lies in it (but for below `.loci`).
 */
export function checkOut(root: string, out: string): string {
  const vault = realpathSync(root);
  const folder = realPath(resolve(out));
  if (folder === vault || isBelow(vault, folder)) {
    refuse(
      out,
      "the vault lies in it, and each build would clean up among your files; name another folder",
    );
  }
  if (isBelow(folder, vault) && !isBelow(folder, join(vault, ".loci"))) {
    refuse(
      out,
      "it lies in the vault, which would take its pages for notes; name a folder outside of it",
    );
  }
  const stranger = strangerIn(folder, out);
  if (stranger !== undefined) {
    refuse(
      out,
      `it holds "${stranger}", which is not of a site that Loci built; name a new or an empty folder`,
    );
  }
  return folder;
}

/** What a folder for a site may hold before there is one: what publishing with git keeps there, and traces of a build. */
const isHarmless = (name: string): boolean =>
  [".git", ".gitignore", ".nojekyll", "CNAME"].includes(name) || name.startsWith(".loci-site");

function strangerIn(folder: string, out: string): string | undefined {
  try {
    const names = readdirSync(folder);
    return names.includes(manifestName) ? undefined : names.find((name) => !isHarmless(name));
  } catch (cause) {
    if (errnoOf(cause) === "ENOENT") return undefined;
    if (errnoOf(cause) === "ENOTDIR") refuse(out, "a file has that name");
    refuse(out, "it cannot be read", cause);
  }
}

/** With every link resolved, as far as there is something. */
function realPath(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    try {
      return realpathSync(path);
    } catch (cause) {
      refuse(path, "it is a link that leads nowhere", cause);
    }
  }
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
};

function refuse(out: string, why: string, cause?: unknown): never {
  throw new LociError("BAD_INPUT", `Cannot build the site into "${out}": ${why}`, {
    data: { out },
    cause,
  });
}
