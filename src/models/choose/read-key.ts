import { readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError } from "../../errors.ts";

export interface KeySource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Variable that holds the key, such as `LOCI_MODEL_API_KEY`. */
  readonly variable: string;
  /** Setting that names the file, for the sentence. */
  readonly setting: string;
  readonly file: string | undefined;
  /** The vault. */
  readonly root: string;
}

/**
 * A key from the environment or else from a file outside the vault, never from one that git could take along.
 * Throws LociError BAD_CONFIG.
 */
export function readKey({ env, variable, setting, file, root }: KeySource): string | undefined {
  const given = env[variable]?.trim();
  if (given) return given;
  if (file === undefined) return undefined;
  const place = resolve(atHome(file, env.HOME));
  const refuse = (state: string, cause?: unknown): LociError =>
    new LociError("BAD_CONFIG", `Cannot read the key from "${file}": ${state}`, {
      data: { file },
      cause,
    });
  if (isInside(root, place) || isInside(realOf(root), realOf(place))) {
    throw refuse("it lies in the vault, which is synced; move it out");
  }
  let key: string;
  try {
    key = readFileSync(place, "utf8").trim();
  } catch (error) {
    const state = states[errnoOf(error) ?? ""] ?? "it cannot be read";
    throw refuse(`${state}; set ${variable} or ${setting}`, error);
  }
  if (key === "") throw refuse(`it is empty; set ${variable} or ${setting}`);
  return key;
}

const states: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** `~/…` as a shell would read it. */
function atHome(file: string, home: string | undefined): string {
  return file === "~" || file.startsWith("~/") ? join(home ?? homedir(), file.slice(1)) : file;
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Where a path leads when links are followed; itself where nothing is there. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
