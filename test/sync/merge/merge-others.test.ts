import { describe, expect, it } from "vitest";
import { mergeFile } from "../../../src/sync/merge/file/merge-file.ts";
import { parseRemovals, removalLine } from "../../../src/sync/merge/file/removals.ts";
import { merged, mergeTexts } from "./merging.ts";

describe("mergeFile() on the digest log", () => {
  const path = "log/2026-02.md";
  const block = (day: string, session: string, ...lines: string[]): string =>
    `## 2026-02-${day}T14:30:00+01:00 cooking\n\n${lines.map((line) => `${line}\n`).join("")}- session: ${session} · agent rostro\n`;
  const one = block(
    "10",
    "01A",
    "- learned: Likes rice → topics/cooking.md",
    '  - said: "rice please"',
    "- known: Likes tea",
  );

  it("is a set of blocks in the order of their times", () => {
    const [ours, theirs] = [block("14", "01D", "- known: x"), block("12", "01C", "- known: y")];
    expect(merged({ path, base: one, ours: `${one}\n${ours}`, theirs: `${one}\n${theirs}` })).toBe(
      `${one}\n${theirs}\n${ours}`,
    );
    expect(merged({ path, base: null, ours, theirs: `${theirs}\n${ours}` })).toBe(
      `${theirs}\n${ours}`,
    );
  });

  it("puts a conversation that was digested late where it belongs", () => {
    const [late, last] = [block("11", "01B", "- known: x"), block("14", "01D", "- known: y")];
    const base = `${one}\n${block("12", "01C", "- known: z")}`;
    expect(merged({ path, base, ours: `${base}\n${last}`, theirs: `${base}\n${late}` })).toBe(
      `${one}\n${late}\n${block("12", "01C", "- known: z")}\n${last}`,
    );
  });

  it("reads times with their zones, whatever the zone of the device", () => {
    const late = "## 2026-02-12T01:00:00+09:00\n\nLate.\n";
    const early = "## 2026-02-11T15:30:00\n\nEarly.\n";
    expect(merged({ path, base: null, ours: late, theirs: early })).toBe(`${early}\n${late}`);
  });

  it("leaves out lines that one side took out of a block", () => {
    const forgotten = block("10", "01A", "- known: Likes tea");
    const added = `${one}\n${block("12", "01C", "- known: y")}`;
    expect(merged({ path, base: one, ours: forgotten, theirs: added })).toBe(
      `${forgotten}\n${block("12", "01C", "- known: y")}`,
    );
  });

  it("keeps somebody's own notes", () => {
    const noted = `${one}\n## My notes\n\nMine.\n`;
    expect(
      merged({
        path,
        base: one,
        ours: noted,
        theirs: `${one}\n${block("12", "01C", "- known: y")}`,
      }),
    ).toBe(`${noted}\n${block("12", "01C", "- known: y")}`);
  });
});

describe("mergeFile() on the recent-topics index", () => {
  const row = (day: number, topic: string): string =>
    `2026-02-${String(day).padStart(2, "0")}T14:30:00|${topic}|about ${topic}\n`;

  it.each(["topics/index.txt", "people/ana/topics/index.txt"])(
    "makes %s again, newest first",
    (path) => {
      const base = row(2, "tea") + row(1, "rice");
      expect(
        merged({
          path,
          base,
          ours: row(4, "rice") + row(2, "tea"),
          theirs: row(5, "bread") + base,
        }),
      ).toBe(row(5, "bread") + row(4, "rice") + row(2, "tea"));
      expect(merged({ path, base, ours: row(1, "rice"), theirs: row(5, "bread") + base })).toBe(
        row(5, "bread") + row(1, "rice"),
      );
      expect(
        merged({ path, base, ours: row(1, "rice"), theirs: row(3, "tea") + row(1, "rice") }),
      ).toBe(row(3, "tea") + row(1, "rice"));
    },
  );

  it("holds twenty lines", () => {
    const days = (from: number) =>
      Array.from({ length: 14 }, (_, i) => row(from - i, `t${from - i}`)).join("");
    expect(
      merged({ path: "topics/index.txt", base: null, ours: days(14), theirs: days(28) })?.split(
        "\n",
      ),
    ).toHaveLength(21);
  });
});

describe("mergeFile() on log/forgotten.txt", () => {
  it("is a sorted set that no side takes a mark from", () => {
    const [a = "", b = "", c = ""] = ["2026-02-10", "2026-02-11", "2026-02-12"].map(
      (day) => `${removalLine(`${day}T10:00:00.000Z`, day, "-")}\n`,
    );
    const path = "log/forgotten.txt";
    expect(merged({ path, base: a, ours: `${a}${c}`, theirs: `${b}` })).toBe(`${a}${b}${c}`);
    expect(merged({ path, base: a, ours: null, theirs: `${a}` })).toBe(a);
  });

  it("counts the latest mark, at one time that it was said again", () => {
    const marks = (...lines: [string, "-" | "+"][]) =>
      parseRemovals(
        ...lines.map(([time, mark]) =>
          Buffer.from(removalLine(`2026-02-${time}:00:00.000Z`, "Likes  tea", mark)),
        ),
        null,
      );
    expect(marks(["10T10", "-"]).isForgotten("Likes tea ")).toBe(true);
    expect(marks(["10T10", "-"]).isForgotten("Likes rice")).toBe(false);
    expect(marks(["11T10", "+"], ["10T10", "-"]).isForgotten("Likes tea")).toBe(false);
    expect(marks(["11T10", "-"], ["10T10", "+"]).isForgotten("Likes tea")).toBe(true);
    expect(marks(["10T10", "+"], ["10T10", "-"]).isForgotten("Likes tea")).toBe(false);
    expect(marks(["10T10", "-"], ["10T10", "+"]).isForgotten("Likes tea")).toBe(false);
  });
});

describe("mergeFile() on loci.yaml", () => {
  const path = "loci.yaml";
  const base = "# ours\nrecall:\n  k: 5\n  archive: false\ndigest:\n  k: 1\n";

  it("merges key by key, under their keys", () => {
    expect(
      merged({
        path,
        base,
        ours: base.replace("k: 5", "k: 7"),
        theirs: `${base.replace("k: 1", "k: 2")}sync:\n  remote: x\n`,
      }),
    ).toBe("# ours\nrecall:\n  k: 7\n  archive: false\ndigest:\n  k: 2\nsync:\n  remote: x\n");
  });

  it("takes the greater of two values and tells so", () => {
    const { text, keptBoth } = mergeTexts({
      path,
      base,
      ours: base.replace("k: 5", "k: 9"),
      theirs: base.replace("k: 5", "k: 10"),
    });
    expect(text).toBe(base.replace("k: 5", "k: 10"));
    expect(keptBoth).toEqual([
      'loci.yaml: "k" was changed on two devices; kept is "  k: 10", not "  k: 9"'.replace(
        /" {2}/g,
        '"',
      ),
    ]);
  });

  it("takes one version whole where the lines do not go together", () => {
    const { text, keptBoth } = mergeTexts({
      path,
      base: "a: 1\n",
      ours: "a: {x: 1,\n  y: 2}\n",
      theirs: "a:\n  z: 3\n",
    });
    expect(["a: {x: 1,\n  y: 2}\n", "a:\n  z: 3\n"]).toContain(text);
    expect(keptBoth).toHaveLength(1);
  });
});

describe("mergeFile() on other files", () => {
  it("merges lines that only one side touched", () => {
    expect(
      merged({
        path: "a.css",
        base: "a\nb\nc\nd\n",
        ours: "a1\nb\nc\nd\n",
        theirs: "a\nb\nc\nd1\n",
      }),
    ).toBe("a1\nb\nc\nd1\n");
    expect(merged({ path: "a.txt", base: "a\n", ours: "a\no\n", theirs: "a\nt\n" })).toBe(
      "a\no\nt\n",
    );
    expect(merged({ path: "a.txt", base: "a\n", ours: "a\no\nt\n", theirs: "a\nt\n" })).toBe(
      "a\no\nt\n",
    );
    expect(merged({ path: ".gitignore", base: "a\n", ours: "a\no\n", theirs: "a\nt\n" })).toBe(
      "a\no\nt\n",
    );
  });

  it.each([
    ["a.json", '{"a": 1}\n', '{"a": 2}\n', '{"a": 3}\n'],
    ["a.js", "a();\n", "a();\nb();\n", "a();\nc();\n"],
    ["a.txt", "a\n", "b\n", "c\n"],
    ["notes/a.yaml", "a: 1\n", "a: 1\nb: 1\n", "a: 1\nb: 2\n"],
  ])("keeps both versions of %s where they do not go together", (path, base, ours, theirs) => {
    const { text, aside, keptBoth } = mergeTexts({ path, base, ours, theirs });
    const other = Buffer.from(aside?.bytes ?? []).toString();
    expect([text, other].sort()).toEqual([ours, theirs].sort());
    expect(aside?.path).toMatch(/^(?:notes\/)?a\.[0-9a-f]{8}\.\w+$/);
    expect(keptBoth).toHaveLength(1);
  });

  it.each([
    ["a NUL", Buffer.from("a\0b"), Buffer.from("a\0c")],
    ["Latin-1", Buffer.from("caf\xe9\n", "latin1"), Buffer.from("na\xefve\n", "latin1")],
    ["a lone surrogate", Buffer.from([0xed, 0xa0, 0x80]), Buffer.from("x")],
    [
      "an LFS pointer",
      Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:1\n"),
      Buffer.from("version https://git-lfs.github.com/spec/v1\noid sha256:2\n"),
    ],
  ])("keeps both of a file with %s, to the byte", (_, ours, theirs) => {
    const versions = { path: "notes/x.md", bases: [Buffer.from("x\n")], removals: parseRemovals() };
    const one = mergeFile({ ...versions, ours, theirs });
    const two = mergeFile({ ...versions, ours: theirs, theirs: ours });
    expect(one).toEqual(two);
    expect([one.bytes, one.aside?.bytes]).toEqual(expect.arrayContaining([ours, theirs]));
    expect(one.aside?.path).toMatch(/^notes\/x\.[0-9a-f]{8}\.md$/);
    expect(mergeFile({ ...versions, ours, theirs: null }).bytes).toEqual(ours);
  });

  it("tells an empty file from none", () => {
    expect(merged({ base: "a\n", path: "a.txt", ours: "", theirs: "a\n" })).toBe("");
    expect(merged({ base: "a\n", path: "a.txt", ours: null, theirs: "a\n" })).toBeNull();
    expect(merged({ base: "- a\n", ours: "", theirs: "- a\n" })).toBe("");
    expect(merged({ base: "- a\n", ours: "", theirs: null })).toBeNull();
  });
});

describe("mergeFile() on conflict markers of other clients", () => {
  const conflict = (...parts: string[]): string => `# T\n\n${parts.join("")}- end\n`;
  const [open, middle, close] = ["<<<<<<< HEAD\n", "=======\n", ">>>>>>> 1a2b3c4 (theirs)\n"];

  it("keeps the lines of both sides", () => {
    const theirs = conflict(open, "- a\n- x\n", middle, "- b\n- x\n", close);
    expect(merged({ base: "# T\n\n- end\n", ours: "# T\n\n- end\n", theirs })).toBe(
      "# T\n\n- a\n- b\n- x\n- end\n",
    );
    expect(merged({ base: null, ours: theirs, theirs })).toBe("# T\n\n- a\n- b\n- x\n- end\n");
  });

  it("leaves out the base that diff3 shows", () => {
    const theirs = conflict(open, "- a\n", "||||||| 9f8e7d6\n", "- old\n", middle, "- b\n", close);
    expect(merged({ base: null, ours: null, theirs })).toBe("# T\n\n- a\n- b\n- end\n");
  });

  it("heals frontmatter key by key", () => {
    const theirs = `---\ntitle: T\n${open}updated: 2026-02-12\n${middle}updated: 2026-02-13\n${close}---\n\n- a\n`;
    expect(merged({ base: null, ours: null, theirs })).toBe(
      "---\ntitle: T\nupdated: 2026-02-13\n---\n\n- a\n",
    );
  });

  it.each([
    ["are not closed", conflict(open, "- a\n", middle, "- b\n")],
    ["are out of order", conflict(open, "- a\n", close, middle)],
    ["stand in code", conflict("```\n", open, "- a\n", middle, "- b\n", close, "```\n\n")],
    ["are nested", conflict(open, open, "- a\n", middle, "- b\n", close, middle, close)],
  ])("leaves them alone where they %s", (_, theirs) => {
    expect(merged({ base: "# T\n", ours: "# T\n", theirs })).toBe(theirs);
  });

  it("touches no other file", () => {
    const theirs = conflict(open, "a\n", middle, "b\n", close);
    expect(merged({ path: "a.css", base: "x\n", ours: "x\n", theirs })).toBe(theirs);
  });
});
