import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import {
  browserArgs,
  findChromium,
  type OpenedPage,
  type OpenOptions,
  openPage,
} from "./open-page.ts";

/** The browser of a test file. */
export interface SiteBrowser {
  /** A page of its own context, which closes when the test ends; empty until it goes somewhere. */
  open(options?: OpenOptions): Promise<OpenedPage>;
}

/** Tests in one Chromium for the whole file. */
export function describeInBrowser(name: string, tests: (browser: SiteBrowser) => void): void {
  describeWithChromium(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser?.close());
    tests({
      open: async (options = {}) => {
        if (browser === undefined) throw new Error("the browser was not started");
        const opened = await openPage(browser, options);
        onTestFinished(() => opened.page.context().close());
        return opened;
      },
    });
  });
}

/** Tests that start Chromium: where none is installed they fail in CI, and are skipped elsewhere with a word on how to get it. */
function describeWithChromium(name: string, tests: () => void): void {
  const isSkipped = findChromium() === undefined && !process.env.CI;
  if (isSkipped) {
    process.stderr.write(
      `Skipped "${name}": no Chromium; install it (apt install chromium) or name one in CHROMIUM\n`,
    );
  }
  describe.skipIf(isSkipped)(name, tests);
}

/** Starts Chromium. */
function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("No Chromium: apt install chromium");
  return chromium.launch({ executablePath, args: browserArgs() });
}
