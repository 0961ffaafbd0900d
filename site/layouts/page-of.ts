import type { PageView, Shown } from "../build/page.ts";

type PageOf<T extends PageView["type"]> = Extract<PageView, { type: T }>;

/** What a template of this type shows. Throws where it was given another's page. */
export function pageOf<T extends PageView["type"]>({ page }: Shown, type: T): PageOf<T> {
  if (!isOf(page, type))
    throw new TypeError(`Cannot show page "${page.type}": the template is for "${type}"`);
  return page;
}

const isOf = <T extends PageView["type"]>(page: PageView, type: T): page is PageOf<T> =>
  page.type === type;
