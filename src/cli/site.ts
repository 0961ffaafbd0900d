import { LociError } from "../errors.ts";
import type { Command } from "./command.ts";
import { buildForUp, runBuild } from "./site-build.ts";
import { siteForUp } from "./site-flags.ts";

/** `loci site build`: builds the site. */
export const site: Command = {
  usage: "site build [flags]",
  words: 1,
  summary:
    "Makes a static site of the vault in a folder that any web server can hold: only what changed since the last time is written, and nothing that is private. With --public it shows only what a reviewed list has; without a list it prints all that one could have.",
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
  },
  examples: [
    "loci site build --out ~/www --base /notes/",
    "loci site build --include people/ana,bank:Health",
    "loci site build --public --list public.txt --out ~/www --url https://example.org",
  ],
  async run(call) {
    const [word = ""] = call.words;
    if (word === "build") return runBuild(call);
    if (word === siteForUp.word) return buildForUp(call);
    const what = word === "" ? "nothing" : `"${word}"`;
    throw new LociError("USAGE", `Cannot do ${what} with "loci site": use "loci site build"`, {
      data: { command: "site", word },
    });
  },
};
