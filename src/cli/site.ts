import { join, relative, resolve } from "node:path";
import type { SiteProcess } from "../app/site/site-process.ts";
import { adviceOn, LociError } from "../errors.ts";
import { siteInclude, siteIncludeAdvice } from "../settings/site.ts";
import type { Call, CommandLine } from "./command.ts";
import { findVault } from "./find-vault.ts";
import { textFlags } from "./flags.ts";
import { counted } from "./printable.ts";
import { stopSignal } from "./stop-signal.ts";

/** `loci site build`: writes the static site. */
export function define(command: CommandLine): void {
  command.description("The vault's web pages.");
  command
    .command("build")
    .description(
      "Writes a static site of the vault into a folder that any web server can hold; nothing that is private is on it. With --public it shows only what site.public in device.yaml lists.",
    )
    .option("--out <dir>", "folder to build into (else .loci/site)")
    .option(
      "--include <what...>",
      "show what is private: people, people/ID, agents, agents/ID, bank:NAME, private; several by commas",
    )
    .option("--public", "show only what site.public lists; needs --out")
    .runs(build);
  command.examples(
    "loci site build --out ~/www",
    "loci site build --include people/ana,bank:Health",
    "loci site build --public --out ~/www",
  );
}

async function build(call: Call): Promise<void> {
  const isPublic = call.flags.public === true;
  const { out: named } = textFlags(call, "out");
  const include = readInclude(call);
  if (isPublic && (named === undefined || include.length > 0)) {
    const state =
      named === undefined
        ? "without a place: add --out DIR"
        : "of what is private: leave --include out";
    throw new LociError("USAGE", `Cannot build a public site ${state}`);
  }
  const root = findVault(call);
  const { readSiteOptions } = await import("../app/site/site-options.ts");
  const request = { root, env: call.env, report: call.note, include, isPublic };
  const { options, lociDir } = await readSiteOptions(request);
  const out = named === undefined ? join(lociDir, "site") : outside(root, resolve(call.cwd, named));
  const { openSiteProcess } = await import("../app/site/site-process.ts");
  const process = openSiteProcess(() => options);
  const stopping = stopSignal();
  stopping.signal.addEventListener("abort", () => void process.close(), { once: true });
  try {
    const built = await process.export(out);
    if (call.json) call.printJson({ out, pages: built.pages, hidden: built.hidden });
    else sayBuilt(call, out, built);
    for (const file of built.plain)
      call.note(`${file} is shown as plain text: it takes too long to render; split it`);
    if (built.isWithoutSearch)
      call.note("The site has no search: the optional package pagefind is not installed");
  } finally {
    stopping.release();
    await process.close();
  }
}

/** Pages among the notes would be taken for notes' files, and synced. */
function outside(root: string, out: string): string {
  const place = relative(root, out);
  if (place.startsWith("..") || place.startsWith(".loci")) return out;
  throw new LociError("USAGE", `Cannot build the site into "${out}": it lies in the vault`);
}

type Built = Awaited<ReturnType<SiteProcess["export"]>>;

function sayBuilt(call: Call, out: string, { pages, hidden: { notes, memories } }: Built): void {
  call.print(`Built ${out}: ${counted(pages, "page")}`);
  if (notes + memories === 0) return;
  const left = `${counted(notes, "note")} and ${counted(memories, "memory", "memories")}`;
  call.print(
    call.flags.public === true
      ? `Not listed or private, and not on the site: ${left}`
      : `Private, and not on the site: ${left}; --include, or site.include in device.yaml, shows them, but no secrets`,
  );
}

/** Reads `--include`, repeated or separated by commas. Throws LociError USAGE. */
function readInclude({ flags: { include } }: Call): string[] {
  const given = Array.isArray(include) ? include : [];
  const whats = given.flatMap((list: string) => list.split(",")).map((what) => what.trim());
  for (const what of whats) {
    if (siteInclude.test(what)) continue;
    const advice = adviceOn(what, ["people", "agents", "private"], siteIncludeAdvice);
    throw new LociError("USAGE", `Cannot use --include "${what}": ${advice}`, {
      data: { flag: "include", value: what },
    });
  }
  return whats;
}
