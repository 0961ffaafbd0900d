import { scanLines } from "../../../vault/scan-lines.ts";
import { lineText } from "./text-version.ts";

/** The line that ends a block of code or HTML which is not closed; undefined where it ends by itself. */
export function closerOf(lines: readonly string[]): string | undefined {
  const words = lines.map(lineText);
  if (endsWith(words, [])) return undefined;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(words[0] ?? "")?.[1];
  const closers = [...(fence === undefined ? [] : [fence]), "-->", "?>", "]]>", "</script>", ">"];
  return closers.find((closer) => endsWith(words, [closer]));
}

/** True when what follows the block is not part of it. */
function endsWith(words: readonly string[], closer: readonly string[]): boolean {
  const probe = [...words, ...closer, "", "probe"];
  return scanLines(probe).at(-1)?.line === probe.length;
}
