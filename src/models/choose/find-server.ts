import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { isOpenAi, openAiUrl } from "../servers/is-cloud.ts";

/** Where keys are read from. */
export interface KeyPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vault: no key is read from a file in it. */
  readonly root: string;
}

export interface ServerChoice extends KeyPlace {
  /** Section of the settings. */
  readonly section: "model" | "embedding" | `voice.${"transcriber" | "synthesizer" | "live"}`;
  readonly settings: {
    readonly url?: string | undefined;
    readonly apiKeyFile?: string | undefined;
  };
}

/**
 * The server to ask, OpenAI where none is named; with the key that was meant for it and no other. Nothing that is heard
 * or said goes to OpenAI without a key. Throws LociError BAD_CONFIG.
 */
export function findServer({ section, settings, env, root }: ServerChoice) {
  const { url, apiKeyFile: file } = settings;
  const part = section.replace("voice.", "");
  const variable = `LOCI_${part.toUpperCase()}_API_KEY`;
  const setting = `${section}.apiKeyFile`;
  const own = readKey({ env, variable, setting, file, root });
  const openAi = env.OPENAI_API_KEY?.trim() || undefined;
  // That key is meant for the address that stands beside it in the environment.
  const beside = own === undefined && openAi !== undefined ? env.OPENAI_BASE_URL?.trim() : "";
  const baseUrl = url ?? (beside || openAiUrl);
  const key = own ?? (url === undefined || isOpenAi(url) ? openAi : undefined);
  if (part === section || key !== undefined || !isOpenAi(baseUrl)) return { baseUrl, key };
  const advice = `set ${variable} or ${setting}, or name your own server in ${section}.url`;
  throw new LociError("BAD_CONFIG", `Cannot use OpenAI for speech: there is no key; ${advice}`);
}

export interface KeySource extends KeyPlace {
  readonly variable: string;
  /** Setting that names the file, for the sentence. */
  readonly setting: string;
  readonly file: string | undefined;
}

/**
 * A key from the environment or else from a file outside the vault, never from one that git could take along.
 * Throws LociError BAD_CONFIG.
 */
export function readKey({ env, variable, setting, file, root }: KeySource): string | undefined {
  const given = env[variable]?.trim();
  if (given) return given;
  if (file === undefined) return undefined;
  const refuse = (state: string, cause?: unknown): LociError => {
    const sentence = `Cannot read the key from "${file}": ${state}`;
    return new LociError("BAD_CONFIG", sentence, { data: { file }, cause });
  };
  // `~/…` as a shell would read it.
  const place = resolve(file.replace(/^~(?=\/|$)/, env.HOME ?? homedir()));
  if (isInside(root, place) || isInside(realOf(root), realOf(place))) {
    throw refuse("it lies in the vault, which is synced; move it out");
  }
  const advice = `set ${variable} or ${setting}`;
  try {
    const key = readFileSync(place, "utf8").trim();
    if (key !== "") return key;
  } catch (error) {
    throw refuse(`${messageOf(error)}; ${advice}`, error);
  }
  throw refuse(`it is empty; ${advice}`);
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Where a path leads when links are followed; itself where nothing is there. */
const realOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
