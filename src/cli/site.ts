import type { CommandLine } from "./command.ts";
import { buildForUp, runBuild } from "./site-build.ts";
import { siteForUp } from "./site-flags.ts";

/** `loci site build`: builds the site. */
export function define(command: CommandLine): void {
  command.description("The vault's web pages.");
  command
    .command("build")
    .description(
      "Makes a static site of the vault in a folder that any web server can hold: only what changed since the last time is written, and nothing that is private. With --public it shows only what a reviewed list has; without a list it prints all that one could have.",
    )
    .option("--out <dir>", "folder to build into (else .loci/site)")
    .option("--base </path/>", "where the site will lie (else /)")
    .option("--url <https://…>", "address of its host, for feed.xml and sitemap.xml")
    .option(
      "--include <what...>",
      "show what is private: people, people/ID, agents, agents/ID, bank:NAME, private; several by commas",
    )
    .option("--public", "show only what the list has; needs --out")
    .option("--list <file>", "the list of --public (else public.txt in the vault)")
    .option("--no-search", "build no search index")
    .runs(runBuild);
  command.command(siteForUp.word, { hidden: true }).runs(buildForUp);
  command.examples(
    "loci site build --out ~/www --base /notes/",
    "loci site build --include people/ana,bank:Health",
    "loci site build --public --list public.txt --out ~/www --url https://example.org",
  );
}
