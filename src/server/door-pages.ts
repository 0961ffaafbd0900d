import { doorTexts } from "./door-texts.ts";
import { fillPage, readLiveFile } from "./page-files.ts";

/** Pages that stand before the site. They hold no memory. */
export interface DoorPages {
  readonly door: Buffer;
  /** While the first build runs, and where it failed. */
  readonly coming: Buffer;
  readonly failed: Buffer;
}

/** Makes them in a language; `talks`: there is a page to talk on meanwhile. Throws LociError UNREADABLE. */
export async function readDoorPages(language: string, talks: boolean): Promise<DoorPages> {
  const texts = doorTexts(language);
  const talk = talks ? `<p><a href="/talk/">${texts.talk}</a></p>` : "";
  const inLanguage = async (name: string): Promise<Buffer> => {
    const page = String(await readLiveFile(name));
    const direction = texts.language === "ar" ? "rtl" : "ltr";
    return Buffer.from(
      page.replace('lang="en" dir="ltr"', `lang="${texts.language}" dir="${direction}"`),
    );
  };
  const [door, wait] = [await inLanguage("door.html"), await inLanguage("wait.html")];
  const waitPage = (sentence: string, seconds: string): Buffer =>
    fillPage(wait, { sentence, seconds, talk });
  return {
    door: fillPage(door, { ...texts }),
    coming: waitPage(texts.coming, "1"),
    failed: waitPage(texts.failed, "10"),
  };
}
