import { manifest } from "virtual:astro:manifest";
import { App } from "astro/app";
import type { Shown } from "./build/page.ts";

/** Turns what a page shows into HTML, by the template that its `type` names. Throws what a template throws. */
export type Render = (shown: Shown) => Promise<string>;

/** The compiled templates, for a site below `base` (ends with a slash). */
export function openRenderer(base: string): Render {
  const app = new App({ ...manifest, base: "/", assetsPrefix: base.slice(0, -1) }, false);
  return async (shown) => {
    // An address of no host, by which Astro finds the template; the page's own is in its frame.
    const request = new Request(`http://site.invalid/${shown.page.type}`);
    const response = await app.render(request, { locals: shown });
    if (response.status !== 200)
      throw new Error(`template "${shown.page.type}" answered ${response.status}`);
    return response.text();
  };
}
