import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const files = {
  "loci.yaml": "",
  "people/ana/profile.md": "# About me\n\n- Likes blue\n",
  "notes/deep/Project Alpha.md": "- Starts in May\n",
  "log/2026-11.md":
    "## 2026-11-21T15:15:19+00:00\n\n- learned: Likes blue → people/ana/profile.md\n- session: 01M7ZAT5G501QTZXE8312GNSXY · agent loci · person ana · text · en\n",
};

test("loci show finds a file by its name in any folder, and only for who may look into it", async () => {
  const root = useVault(files);
  const show = (...args: string[]) => runLoci(["show", ...args, "--vault", root]);
  expect((await show("project alpha")).stdout).toContain("Starts in May");
  for (const name of ["profile", "people/ana/profile"])
    expect((await show(name, "--person", "ana")).stdout).toContain("Likes blue");
  expect(await show("profile")).toMatchObject({ code: 1, stdout: "" });
});
