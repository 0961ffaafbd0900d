import { messageOf } from "../../src/errors.ts";
import type { Render } from "../renderer.ts";
import type { SiteProblem } from "../vault/site-vault.ts";
import type { Frame, PageView } from "./page.ts";
import type { PlannedPage } from "./plan/planned-page.ts";
import { hrefOf } from "./urls.ts";
import { xmlText } from "./xml.ts";

/** A file of the site as it goes to the disk. */
export interface MadeFile {
  /** Undefined where there is nothing to write: what is there already goes. */
  readonly content: Uint8Array | undefined;
  /** Whether it says something of the day that it was made on. */
  readonly asksDay: boolean;
  /** Why it is not the file that it should be; a page says so itself. */
  readonly problem: SiteProblem | undefined;
}

/** Renders a page. Never throws: one that cannot be rendered says why in its place. */
export async function renderPage(
  page: PlannedPage,
  frame: Frame,
  render: Render,
): Promise<MadeFile> {
  let asksDay = false;
  const own: Frame = {
    ...frame,
    url: hrefOf(frame.base, page.url),
    get today() {
      asksDay = true;
      return frame.today;
    },
  };
  try {
    const html = await render({ frame: own, page: page.view() });
    return { content: Buffer.from(html), asksDay, problem: undefined };
  } catch (error) {
    const problem = problemOf(page, error);
    const html = await renderProblem(problem, own, render);
    return { content: Buffer.from(html), asksDay: false, problem };
  }
}

const problemOf = ({ url, file }: PlannedPage, error: unknown): SiteProblem => ({
  code: "PAGE_FAILED",
  file,
  line: 0,
  message: `The page ${url === "" ? "/" : url} could not be made: ${messageOf(error)}`,
});

/** By the template for problems; where that is what fails, by none. */
async function renderProblem(problem: SiteProblem, frame: Frame, render: Render): Promise<string> {
  const page: PageView = { type: "problems", problems: [{ ...problem, document: undefined }] };
  try {
    return await render({ frame, page });
  } catch {
    const title = xmlText(frame.siteTitle);
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><p>${xmlText(problem.message)}</p></html>\n`;
  }
}
