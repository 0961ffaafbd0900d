import { withoutComments } from "../vault/comments.ts";
import type { DigestLine } from "../vault/digest-log.ts";
import { type SecretWatch, watchSecrets } from "./hide-secrets.ts";
import type { Parts } from "./parts.ts";
import type { LoggedBlock } from "./read-log.ts";

/** Blocks of the digest log without what tells of a line that is secret now, and without comments. */
export function openBlocks(
  parts: Pick<Parts, "index">,
  blocks: readonly LoggedBlock[],
): readonly LoggedBlock[] {
  const secrets = watchSecrets(parts);
  return blocks.map((block) => ({
    ...block,
    summary: withoutComments(secrets.open(block.summary)),
    lines: block.lines.map((line) => openLine(line, secrets)),
  }));
}

/** Stands for words that are secret. */
const hiddenWords = "[secret]";

function openLine(line: DigestLine, secrets: SecretWatch): DigestLine {
  if (line.type === "changed") return line;
  const open = (words: string): string =>
    secrets.quotes(words) ? hiddenWords : withoutComments(words);
  const text = open(line.text);
  if (line.type === "known" || line.type === "kept") return { ...line, text };
  const { said, ...rest } = line;
  const quote = said === undefined || secrets.tells(said) ? {} : { said: withoutComments(said) };
  if (rest.type === "learned") return { ...rest, text, ...quote };
  return { ...rest, text, was: open(rest.was), ...quote };
}
