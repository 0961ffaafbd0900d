import { listFiles } from "../../src/vault/list-files.ts";
import { hrefOf, urlsOf } from "./urls.ts";

/** Where the page of a vault's file lies on a site at `/`; undefined for what is not a Markdown file of the vault. */
export function pageAddress(root: string, file: string): string | undefined {
  const paths = listFiles(root).files.map(({ path }) => path);
  const path = paths.find((one) => one === file);
  const url = path === undefined ? undefined : urlsOf(paths).get(path);
  return url === undefined ? undefined : hrefOf("/", url);
}
