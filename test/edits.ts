import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** One edit of a vault by somebody else; gives words that must be found in a file, or nowhere, from now on. */
type Edit = (place: Place) => Record<string, string | undefined>;

interface Place {
  readonly root: string;
  readonly outside: string;
  readonly word: string;
  readonly file: string;
  readonly folder: string;
  readonly git: (...argv: string[]) => void;
}

export const line = (word: string): string => `- Bought a ${word} for the porch\n`;

export const editors: Readonly<Record<string, Edit>> = {
  "adds a line in place": ({ root, file, word }) => {
    appendFileSync(join(root, file), line(word));
    return { [word]: file };
  },
  "saves by rename": ({ root, file, word }) => {
    writeFileSync(join(root, `${file}~`), line(word));
    renameSync(join(root, `${file}~`), join(root, file));
    return { [word]: file };
  },
  "keeps size and time of modification": ({ root, file, word }) => {
    const path = join(root, file);
    writeFileSync(path, line(`${word}x`));
    utimesSync(path, 1e9, 1e9);
    writeFileSync(path, line(`${word}y`));
    utimesSync(path, 1e9, 1e9);
    return { [`${word}x`]: undefined, [`${word}y`]: file };
  },
  "renames a file": ({ root, file, folder, word }) => {
    appendFileSync(join(root, file), line(word));
    renameSync(join(root, file), join(root, folder, `${word}.md`));
    return { [word]: `${folder}/${word}.md` };
  },
  "moves a folder there and back": ({ root, folder, word }) => {
    appendFileSync(join(root, folder, `${word}.md`), line(word));
    renameSync(join(root, folder), join(root, "elsewhere"));
    renameSync(join(root, "elsewhere"), join(root, folder));
    appendFileSync(join(root, folder, `${word}.md`), line(`${word}z`));
    return { [word]: `${folder}/${word}.md`, [`${word}z`]: `${folder}/${word}.md` };
  },
  "swaps two folders": ({ root, word }) => {
    const [a, b] = [join(root, "notes"), join(root, "topics/home")];
    for (const folder of [a, b]) mkdirSync(folder, { recursive: true });
    renameSync(a, join(root, "swapped"));
    renameSync(b, a);
    renameSync(join(root, "swapped"), b);
    appendFileSync(join(a, "swap.md"), line(word));
    return { [word]: "notes/swap.md" };
  },
  "removes a file and makes it again": ({ root, file, word }) => {
    appendFileSync(join(root, file), line(word));
    rmSync(join(root, file));
    writeFileSync(join(root, file), line(`${word}n`));
    return { [word]: undefined, [`${word}n`]: file };
  },
  "removes a folder and makes it again": ({ root, folder, word }) => {
    rmSync(join(root, folder), { recursive: true });
    mkdirSync(join(root, folder, "deep"), { recursive: true });
    for (let i = 0; i < 6; i++) writeFileSync(join(root, folder, `f${i}.md`), line(`${word}${i}`));
    writeFileSync(join(root, folder, "deep", "f.md"), line(word));
    return { [word]: `${folder}/deep/f.md`, [`${word}3`]: `${folder}/f3.md` };
  },
  "replaces a folder by a link, and back": ({ root, outside, word }) => {
    const folder = join(root, "linked");
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, "l.md"), line(word));
    if (Number.parseInt(word.slice(5), 10) % 2 === 0) return { [word]: "linked/l.md" };
    rmSync(folder, { recursive: true });
    symlinkSync(outside, folder);
    return { [word]: undefined };
  },
  "writes through another name inside": ({ root, file, word }) => {
    const other = join(root, "notes", "other.txt");
    linkSync(join(root, file), other);
    appendFileSync(other, line(word));
    unlinkSync(other);
    return { [word]: file };
  },
  "writes through a hidden name": ({ root, file, word }) => {
    const other = join(root, "notes", ".other");
    linkSync(join(root, file), other);
    appendFileSync(other, line(word));
    unlinkSync(other);
    return { [word]: file };
  },
  "saves as vim does, by way of a copy": ({ root, file, word }) => {
    const path = join(root, file);
    writeFileSync(join(root, "notes/4913"), "");
    unlinkSync(join(root, "notes/4913"));
    renameSync(path, `${path}~`);
    writeFileSync(path, line(word));
    unlinkSync(`${path}~`);
    return { [word]: file };
  },
  "makes a folder of a file, and a link of a file": ({ root, outside, folder, word }) => {
    const path = join(root, folder, `${word}.md`);
    writeFileSync(path, line(`${word}f`));
    unlinkSync(path);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "in.md"), line(word));
    writeFileSync(join(outside, "far.md"), line(`${word}l`));
    symlinkSync(join(outside, "far.md"), join(root, folder, `${word}-link.md`));
    return {
      [word]: `${folder}/${word}.md/in.md`,
      [`${word}f`]: undefined,
      [`${word}l`]: undefined,
    };
  },
  "checks out another commit": ({ root, git, word }) => {
    mkdirSync(join(root, "topics"), { recursive: true });
    writeFileSync(join(root, "topics/git.md"), line(word));
    git("add", "-A");
    git("commit", "-qm", "one");
    writeFileSync(join(root, "topics/git.md"), line(`${word}b`));
    git("commit", "-qam", "two");
    git("checkout", "-q", "HEAD~1");
    return { [word]: "topics/git.md", [`${word}b`]: undefined };
  },
};
