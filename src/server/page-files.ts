import { readFile } from "node:fs/promises";
import { LociError } from "../errors.ts";
import { loginTexts } from "./login-texts.ts";

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** The files below `/talk/`. They are served by this list: no part of a URL becomes part of a file path. */
const talkFiles = (
  "talk client connection choices conversations event-lines fact memory-card frame names page theme-button turn voice " +
  "microphone capture utterances"
)
  .split(" ")
  .map((name) => `${name}.js`);
const loginFiles = ["door.js", "prove.js", "enter.js", "talk.css"];
/** The site's own styles, which pages of this folder share. */
const styles = ["tokens", "base", "frame", "prose", "callouts"];

/**
 * Reads the talk page and the login page's assets, by URL path. They contain nothing of the vault. Rejects with LociError
 * UNREADABLE if the installation is broken.
 */
export async function readPageFiles(hasSite: boolean): Promise<ReadonlyMap<string, PageFile>> {
  const files = [...talkFiles, ...loginFiles].map(
    async (name) => [`/talk/${name}`, toFile(name, await readLiveFile(name))] as const,
  );
  const all = new Map(await Promise.all(files));
  const sheets = await Promise.all(styles.map((name) => readOwnFile(`styles/${name}.css`)));
  all.set("/talk/site.css", toFile("site.css", Buffer.concat(sheets)));
  all.set("/talk/theme.js", toFile("theme.js", await readOwnFile("public/theme.js")));
  const page = await readLiveFile("index.html");
  const memory = hasSite ? '<a href="/">Memory</a>' : "";
  all.set("/talk/", toFile("index.html", fillPage(page, { memory })));
  return all;
}

const toFile = (name: string, bytes: Buffer): PageFile => ({
  type: types[name.split(".").at(-1) ?? ""] ?? "",
  bytes,
});

/** Replaces each `{{name}}` by its text, unescaped: the texts are our own. */
function fillPage(page: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const filled = page.toString().replace(/\{\{(\w+)\}\}/g, (_, name: string) => texts[name] ?? "");
  return Buffer.from(filled);
}

/** Reads a file of `site/live/`. Rejects with LociError UNREADABLE. */
const readLiveFile = (name: string): Promise<Buffer> => readOwnFile(`live/${name}`);

/** Reads a file of `site/`. Rejects with LociError UNREADABLE. */
async function readOwnFile(name: string): Promise<Buffer> {
  // Two levels up is the package, from src/server and dist/server alike.
  const folder = new URL("../../site/", import.meta.url);
  try {
    return await readFile(new URL(name, folder));
  } catch (error) {
    throw new LociError(
      "UNREADABLE",
      `Cannot read the page "${name}": it is missing from the installation; install Loci again`,
      { cause: error, data: { file: name } },
    );
  }
}

/** Pages shown in place of the site. They contain nothing of the vault. */
export interface LoginPages {
  readonly login: Buffer;
  /** Shown while the first build runs, and after it failed. */
  readonly coming: Buffer;
  readonly failed: Buffer;
}

/** Renders these pages in a language. Rejects with LociError UNREADABLE. */
export async function readLoginPages(language: string): Promise<LoginPages> {
  const texts = loginTexts(language);
  const talk = `<p><a href="/talk/">${texts.talk}</a></p>`;
  const inLanguage = async (name: string): Promise<Buffer> => {
    const page = String(await readLiveFile(name));
    const direction = texts.language === "ar" ? "rtl" : "ltr";
    return Buffer.from(
      page.replace('lang="en" dir="ltr"', `lang="${texts.language}" dir="${direction}"`),
    );
  };
  const [login, wait] = [await inLanguage("login.html"), await inLanguage("wait.html")];
  const waitPage = (sentence: string, seconds: string): Buffer =>
    fillPage(wait, { sentence, seconds, talk });
  return {
    login: fillPage(login, { ...texts }),
    coming: waitPage(texts.coming, "1"),
    failed: waitPage(texts.failed, "10"),
  };
}
