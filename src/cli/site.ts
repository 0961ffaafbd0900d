import { adviceOn, LociError } from "../errors.ts";
import type { Call, Command } from "./command.ts";
import { buildForUp, runBuild, runList } from "./site-build.ts";
import { siteForUp } from "./site-flags.ts";

/** `loci site`: builds the site, and lists what could be published. */
export const site: Command = {
  usage: "site build|list [flags]",
  words: 1,
  summary:
    "Makes a static site of the vault. `build` writes it into a folder that any web server can hold: only what changed since the last time, and nothing that is private. `list` prints what a public site could show, one line each, for a reviewer to shorten; `build --public` shows what is left.",
  flags: {
    out: { type: "string", value: "DIR", help: "folder to build into (else .loci/site)" },
    base: { type: "string", value: "/PATH/", help: "where the site will lie (else /)" },
    url: {
      type: "string",
      value: "https://…",
      help: "address of its host, for feed.xml and sitemap.xml",
    },
    include: {
      type: "string",
      multiple: true,
      value: "WHAT",
      help: "show what is private: people, people/ID, agents, agents/ID, bank:NAME, private; several by commas",
    },
    public: { type: "boolean", help: "show only what the list has; needs --out" },
    list: {
      type: "string",
      value: "FILE",
      help: "the list of --public (else public.txt in the vault)",
    },
    "no-search": { type: "boolean", help: "build no search index" },
    language: {
      type: "string",
      value: "xx",
      help: "of the interface: en, es, ca, pt, fr, de or ar",
    },
  },
  examples: [
    "loci site build --out ~/www --base /notes/",
    "loci site build --include people/ana,bank:Health",
    "loci site list > public.txt",
    "loci site build --public --list public.txt --out ~/www --url https://example.org",
  ],
  async run(call) {
    const [word = ""] = call.words;
    const work = Object.hasOwn(works, word) ? works[word] : undefined;
    if (work !== undefined) {
      checkFlags(call, word, work.flags);
      return work.run(call);
    }
    const names = Object.keys(works).filter((name) => name !== siteForUp.word);
    const what = word === "" ? "nothing" : `"${word}"`;
    throw new LociError(
      "USAGE",
      `Cannot do ${what} with "loci site": ${word === "" ? "it takes a word" : "there is no such word"}; ${adviceOn(word, names, `use ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`)}`,
      { data: { command: "site", word } },
    );
  },
};

interface Work {
  /** Its flags, beside those of every command. */
  readonly flags: readonly string[];
  run(call: Call): Promise<number>;
}

const works: Readonly<Record<string, Work>> = {
  build: {
    flags: ["out", "base", "url", "include", "public", "list", "no-search", "language"],
    run: runBuild,
  },
  list: {
    flags: ["include"],
    run: runList,
  },
  [siteForUp.word]: { flags: [], run: buildForUp },
};

function checkFlags(call: Call, word: string, flags: readonly string[]): void {
  const extra = Object.keys(site.flags).find(
    (name) => call.flags[name] !== undefined && !flags.includes(name),
  );
  if (extra === undefined) return;
  const takers = Object.keys(works).filter((name) => works[name]?.flags.includes(extra) === true);
  throw new LociError(
    "USAGE",
    `Cannot use --${extra} with "loci site ${word}": it is for loci site ${takers.join(", ")}`,
    { data: { command: "site", flag: extra } },
  );
}
