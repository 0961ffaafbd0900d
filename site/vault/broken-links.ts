import { parseTopic } from "../../src/vault/parse-topic.ts";
import { createLinkResolver } from "./link-resolver.ts";
import type { LoadedVault } from "./load-vault.ts";
import type { BrokenLink } from "./site-links.ts";
import type { SiteProblem } from "./site-vault.ts";

/** Most that are worth reading. */
const maxProblems = 1_000;

/** Links that lead nowhere, as problems; a link to what is hidden is none. */
export function brokenProblems(
  broken: readonly BrokenLink[],
  { hidden }: Pick<LoadedVault, "hidden">,
): SiteProblem[] {
  return notHidden(broken, hidden)
    .slice(0, maxProblems)
    .map(({ path, line, target }) => ({
      ...{ code: "BROKEN_LINK", file: path, line },
      message: `The link to "${target}" leads nowhere`,
    }));
}

function notHidden(
  broken: readonly BrokenLink[],
  hidden: LoadedVault["hidden"],
): readonly BrokenLink[] {
  if (broken.length === 0 || hidden.length === 0) return broken;
  const topics = hidden.map(({ path, text }) => parseTopic(path, Buffer.from(text)));
  const resolver = createLinkResolver(topics);
  return broken.filter(({ path, target }) => resolver.wiki(path, target) === undefined);
}
