import { LociError } from "../../errors.ts";
import type { ModelServer } from "./server-failure.ts";

/** Checks an address, a name and a key before anything is sent. Throws LociError BAD_CONFIG; `what` is "embedding" or so. */
export function checkServer<Model extends string | undefined>(
  what: string,
  options: { readonly baseUrl: string; readonly model: Model; readonly key?: string | undefined },
): ModelServer & { readonly model: Model } {
  const shown = options.baseUrl.replace(/\/\/[^/@]*@/, "//");
  const refuse = (state: string): LociError =>
    new LociError("BAD_CONFIG", `Cannot use ${what} server "${shown}": ${state}`);
  const problem = urlProblem(options.baseUrl);
  if (problem !== undefined) throw refuse(problem);
  if (options.model !== undefined && options.model.trim() === "") {
    throw refuse("no model is named");
  }
  const key = options.key?.trim() || undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw refuse("its key holds a blank or a character that no key has");
  }
  return { baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ""), model: options.model, key };
}

function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return 'the address must start with "http://" or "https://"';
  }
  if (url.username !== "" || url.password !== "") {
    return "the address must hold no name or password; set a key in their place";
  }
  return url.search === "" && url.hash === ""
    ? undefined
    : 'the address must end with its path, such as "/v1"';
}
