import { expect, test } from "vitest";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { useVault, writeFiles } from "../temp.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

const profile = "people/ana/profile.md";
const home = "people/ana/topics/home.md";

const files = {
  [home]: [
    "# Home",
    "- Lives in Reus (2026-01-02) [key:: home] ^h1",
    "- Lived in Lleida (2020-01-02) [key:: home]",
    "- ~~Lives in Vic~~ (2019-01-02) [superseded:: 2026-01-02] [importance:: 1]",
    "- Has a flat until June [until:: 2026-06-30] [importance:: 0.9]",
    "- The alarm code is blue [importance:: 1] [sensitivity:: secret]",
    "- Ben is ill [importance:: 0.9] [person:: ben]",
    "- [ ] Call the landlord [importance:: 0.9]",
    "- Saw a red door",
    "- Never eats nuts #Protected",
    "",
  ].join("\n"),
  "topics/tea.md": "- Loves green tea #preference [person:: Ana]\n- Loves milk #preference\n",
  "people/ben/topics/car.md": "- Drives a van\n",
};

const upkeep = (root: string, options: Parameters<typeof portsOf>[1] = {}) =>
  runUpkeep(portsOf(root, { profile: true, prune: { enabled: false }, ...options }));

const listed = (root: string): string[] =>
  (filesIn(root)[profile] ?? "").split("\n").filter((line) => line.startsWith("- "));

test("a profile says the most telling memories of a person, each line with where it stands; nothing of others, secret or over", async () => {
  const root = useVault(files);
  const before = filesIn(root);
  await upkeep(root);
  expect(listed(root)).toEqual([
    expect.stringMatching(
      /^- Never eats nuts \[copy-of:: people\/ana\/topics\/home.md \^\w{12}\]$/,
    ),
    `- Lives in Reus (2026-01-02) [copy-of:: ${home} ^h1]`,
    expect.stringMatching(/^- Loves green tea \[copy-of:: topics\/tea.md \^\w{12}\]$/),
  ]);
  expect(filesIn(root)[profile]).toMatch(/^---\ntitle: Ana\n/);
  expect({ ...filesIn(root), [profile]: undefined }).toEqual({ ...before, [profile]: undefined });
  expect((await upkeep(root)).profiles).toEqual([]);
});

test("its own lines and words stay byte for byte; what is written there by hand is not said twice", async () => {
  const own = "\uFEFF# About me\r\n\r\nI am a nurse.\r\n\r\n* Never eats nuts\r\n* Sings  alto\r\n";
  const root = useVault({ ...files, [profile]: own });
  await upkeep(root);
  const reus = `* Lives in Reus (2026-01-02) [copy-of:: ${home} ^h1]\r\n`;
  const after = filesIn(root)[profile] ?? "";
  expect(after.startsWith(own + reus)).toBe(true);
  expect(after.match(/nuts/g)).toHaveLength(1);
  writeFiles(root, { [home]: "# Home\n", "topics/tea.md": "" });
  expect((await upkeep(root)).profiles).toMatchObject([{ come: [], gone: [{}, {}] }]);
  expect(filesIn(root)[profile]).toBe(own);
});

test("what changed is said again, also where a copy was edited or stands twice; other lines keep their place", async () => {
  const root = useVault(files);
  await upkeep(root);
  const [nuts, reus, tea] = listed(root);
  const text = filesIn(root)[profile] ?? "";
  writeFiles(root, {
    [profile]: text.replace("green tea", "any tea").replace(`${nuts}\n`, `${nuts}\n${nuts}\n`),
  });
  await upkeep(root);
  expect(listed(root)).toEqual([nuts, reus, tea]);
  writeFiles(root, { [home]: files[home].replace("Reus (2026-01-02)", "Valls (2026-02-02)") });
  await upkeep(root);
  expect(listed(root)).toEqual([
    nuts,
    tea,
    `- Lives in Valls (2026-02-02) [copy-of:: ${home} ^h1]`,
  ]);
});

test("what somebody wrote below a copy keeps it, and it is not said twice", async () => {
  const root = useVault(files);
  await upkeep(root);
  const [nuts = ""] = listed(root);
  const text = (filesIn(root)[profile] ?? "").replace(nuts, `${nuts}\n  - Ask her about cashews`);
  writeFiles(root, { [profile]: text });
  expect((await upkeep(root)).profiles).toEqual([]);
  writeFiles(root, { [home]: "# Home\n" });
  await upkeep(root);
  expect(filesIn(root)[profile]).toContain(`${nuts}\n  - Ask her about cashews`);
});

test("a dry run says what the run then does, and what leaves tonight is in no profile", async () => {
  const learned =
    "- Loves tea [importance:: 0.8] (2020-01-01) [source:: s1]\n- Loves mate [importance:: 0.8] (2021-01-01) [source:: s2]\n";
  const root = useVault({ "people/ana/topics/tea.md": learned });
  const ports = portsOf(root, { profile: true, prune: { max: 1 } });
  const before = filesIn(root);
  const dry = await runUpkeep(ports, { isDryRun: true });
  expect(filesIn(root)).toEqual(before);
  expect(await runUpkeep(ports)).toEqual(dry);
  expect(listed(root)).toEqual([expect.stringContaining("- Loves mate")]);
});

test("off, no profile changes; a file that cannot be rewritten is left alone and named", async () => {
  const root = useVault({ ...files, [profile]: "---\nbroken: [\n---\n" });
  expect((await upkeep(root, { profile: false })).profiles).toEqual([]);
  const { profiles, refused } = await upkeep(root);
  expect(profiles).toEqual([]);
  expect(refused).toMatchObject([{ task: "profile", scope: "people/ana" }]);
  expect(filesIn(root)[profile]).toBe("---\nbroken: [\n---\n");
});

test("odd names of files are carried, and a person that is not a path breaks no run", async () => {
  const root = useVault({
    "people/ana/topics/a]b [x:: y].md": "- Loves tea #preference\n",
    "topics/x.md": "- Loves rice #preference [person:: ../../x]\n",
  });
  await upkeep(root);
  const [copy] = parseTopic(
    toTopicPath(profile),
    Buffer.from(filesIn(root)[profile] ?? ""),
  ).entries;
  expect(copy?.fields["copy-of"]).toMatch(/^people\/ana\/topics\/ab x:: y\.md \^\w{12}$/);
  expect(Object.keys(filesIn(root))).toHaveLength(3);
});
