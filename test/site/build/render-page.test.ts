import { expect, test } from "vitest";
import type { Frame, PageView } from "../../../site/build/page.ts";
import type { PlannedPage } from "../../../site/build/plan/planned-page.ts";
import { renderPage } from "../../../site/build/render-page.ts";
import type { Render } from "../../../site/renderer.ts";

const frame: Frame = {
  ...{ base: "/n/", url: "/n/", language: "en", direction: "ltr", siteTitle: "<Ours>" },
  ...{
    isPublic: false,
    isServed: false,
    isLive: false,
    hasSearch: true,
    today: "2026-03-04",
    sections: [],
  },
};
const page = (view: () => PageView): PlannedPage => ({
  ...{ url: "topics/é/", type: "search", key: "k", file: "topics/é.md", view },
});
const search = page(() => ({ type: "search" }));

test("renderPage() gives a page its own address, and knows whether it asked for the day", async () => {
  const render: Render = async ({ frame }) => frame.url;
  expect(await renderPage(search, frame, render)).toEqual({
    ...{ content: Buffer.from("/n/topics/%C3%A9/"), asksDay: false, problem: undefined },
  });
  const asking: Render = async ({ frame }) => frame.today;
  expect((await renderPage(search, frame, asking)).asksDay).toBe(true);
});

test("renderPage() says in a page's place why it could not be made", async () => {
  const failing = page(() => {
    throw new Error("too odd");
  });
  const render: Render = async (shown) => JSON.stringify(shown.page);
  const { content, problem } = await renderPage(failing, frame, render);
  expect(problem).toEqual({
    ...{ code: "PAGE_FAILED", file: "topics/é.md", line: 0 },
    message: "The page topics/é/ could not be made: too odd",
  });
  expect(JSON.parse(String(content))).toMatchObject({ type: "problems", problems: [problem] });
});

test("renderPage() needs no template to say so", async () => {
  const render: Render = () => Promise.reject(new Error("<script>"));
  const { content, problem } = await renderPage(search, frame, render);
  expect(problem?.message).toContain("<script>");
  expect(String(content)).toContain("&#60;script&#62;");
  expect(String(content)).not.toContain("<script>");
});
