import { expect, test } from "vitest";
import type { Frame } from "../../../site/build/page.ts";
import { openTemplates } from "../../../site/build/templates.ts";

test("openTemplates() renders below a base, and has every file that a page loads", async () => {
  const { render, assets, version } = await openTemplates("/n%20x/");
  const frame: Frame = {
    ...{
      base: "/n%20x/",
      url: "/n%20x/404.html",
      language: "en",
      direction: "ltr",
      siteTitle: "T",
    },
    ...{
      isPublic: false,
      isServed: false,
      isLive: false,
      hasSearch: true,
      today: "2026-03-04",
      sections: [],
    },
  };
  const html = await render({ frame, page: { type: "not-found" } });
  const loaded = [...html.matchAll(/(?:<script[^>]* src|<link[^>]* href)="([^"]*)"/g)].map(
    ([, href = ""]) => href,
  );
  const files = loaded.filter((href) => !href.endsWith("feed.xml"));
  expect(files.length).toBeGreaterThan(1);
  for (const href of files) {
    expect(href.startsWith("/n%20x/"), href).toBe(true);
    expect([...assets.keys()]).toContain(href.slice("/n%20x/".length));
  }
  expect(version).toMatch(/^[0-9a-f]{16}$/);
});

test("openTemplates() compiles once for several that ask at once", async () => {
  const opened = await Promise.all([openTemplates("/"), openTemplates("/"), openTemplates("/a/")]);
  expect(new Set(opened.map(({ version }) => version)).size).toBe(1);
});
