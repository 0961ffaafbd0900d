import type { SiteProblem } from "../vault/site-vault.ts";
import type { BuildStage } from "./build-options.ts";
import type { SiteFolder } from "./folder/site-folder.ts";
import type { Progress } from "./progress.ts";
import type { SiteFile } from "./site-files.ts";

/** Everything that a site has, in the order that it is written. */
export interface FileLists {
  readonly pages: readonly SiteFile[];
  readonly files: readonly SiteFile[];
  /** The list of problems, of those that were found. */
  readonly last: (problems: readonly SiteProblem[]) => SiteFile;
  /** Of what was found before. */
  readonly problems: readonly SiteProblem[];
}

export interface WrittenFiles {
  readonly written: number;
  readonly unchanged: number;
  /** All files that the site has now. */
  readonly kept: ReadonlySet<string>;
  readonly problems: readonly SiteProblem[];
}

/** Makes and writes what is not as it should be. */
export async function writeFiles(
  folder: SiteFolder,
  { pages, files, last, problems }: FileLists,
  { progress, day }: { readonly progress: Progress; readonly day: string },
): Promise<WrittenFiles> {
  const found = [...problems];
  const kept = new Set<string>();
  let written = 0;
  const isDue = ({ file, key }: SiteFile): boolean => !folder.isCurrent(file, key, day);
  const due = { pages: pages.filter(isDue), files: files.filter(isDue) };
  const all = [...pages, ...files, last(found)];
  const changed = [...due.pages, ...due.files];
  if (changed.length > 0 || isDue(last(found))) {
    folder.begin([...changed, last(found)].map(({ file }) => file));
  }
  const write = async (one: SiteFile): Promise<void> => {
    const { content, asksDay, problem } = await one.make();
    if (problem !== undefined) found.push(problem);
    if (content === undefined) {
      kept.delete(one.file);
      return;
    }
    // One that failed has no key: the next build tries again.
    const key = problem === undefined ? one.key : "";
    const outcome = folder.write(one.file, content, { key, day: asksDay ? day : undefined });
    if (outcome === "written") written++;
    if (outcome === "foreign") found.push(inTheWay(one.file));
  };
  const writeAll = (stage: BuildStage, list: readonly SiteFile[]): Promise<void> =>
    progress.stage(stage, async () => {
      for (const [i, one] of list.entries()) {
        await progress.step(stage, i, list.length);
        await write(one);
      }
    });
  for (const { file } of all) kept.add(file);
  await writeAll("files", due.files);
  await writeAll("pages", due.pages);
  const problemList = last(found);
  if (isDue(problemList)) await write(problemList);
  return { written, unchanged: kept.size - written, kept, problems: found };
}

const inTheWay = (file: string): SiteProblem => ({
  code: "FILE_IN_THE_WAY",
  file: "",
  line: 0,
  message: `"${file}" of the site was not written: a file that Loci did not make has its place`,
});
