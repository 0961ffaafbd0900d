import { readFileSync } from "node:fs";
import type { PublicList } from "../../../site/vault/public-list.ts";
import { errnoOf, LociError, messageOf } from "../../errors.ts";

/** Reads what a reviewer lets everyone see. Throws LociError NOT_FOUND, UNREADABLE or BAD_INPUT. */
export async function readPublicFile(file: string): Promise<PublicList> {
  const text = readText(file);
  const { parsePublicList } = await import("../../../site/vault/public-list.ts");
  const list = parsePublicList(text, file);
  if (list.linesByRef.size > 0) return list;
  throw new LociError(
    "BAD_INPUT",
    `Cannot build a public site of "${file}": no line in it names anything; ${howTo}`,
    { data: { file } },
  );
}

const howTo =
  "all that it could show is printed: keep the lines of what everyone may see in a file, and name that with --list";

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const isMissing = errnoOf(cause) === "ENOENT";
    throw new LociError(
      isMissing ? "NOT_FOUND" : "UNREADABLE",
      isMissing
        ? `Cannot build a public site without the list of what it may show: there is no "${file}"; ${howTo}`
        : `Cannot read the list "${file}": ${messageOf(cause)}`,
      { cause, data: { file } },
    );
  }
}
