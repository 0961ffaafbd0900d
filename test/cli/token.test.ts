import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withTokensLocked } from "../../src/app/lock-tokens.ts";
import { type Ran, runLoci, spawnLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

const day = Date.parse("2026-02-12T12:00:00Z");

test("a token is made and shown once, listed without its secret, and revoked", async () => {
  const vault = ["--vault", useFixture("starter")];
  const loci = (...words: string[]) => runLoci(["token", ...words, ...vault], { now: () => day });
  expect((await loci()).stderr).toBe("There are no tokens besides the vault's own\n");
  const made = await loci("make", "phone", "--scope", "write", "--person", "ana", "--bank", "Work");
  expect(made.stdout).toMatch(/^loci_phone_[\w-]{43}\n$/);
  expect(made.stderr).toMatch(
    /^phone · write · person ana · bank Work · until 2026-05-13: keep it/,
  );
  await loci("make", "desk", "--days", "0", "--quiet");
  expect((await loci("list")).stdout).toBe(
    "phone · write · person ana · bank Work · until 2026-05-13\ndesk · read · for good\n",
  );
  const listed = await loci("--json");
  expect(JSON.parse(listed.stdout).tokens[1]).toEqual({
    ...{
      name: "desk",
      scope: "read",
      isAtHome: false,
      made: "2026-02-12T12:00:00.000Z",
      expires: null,
    },
  });
  expect((await loci("revoke", "phone")).stderr).toBe("Revoked phone: it no longer works\n");
  expect((await loci("list")).stdout).toBe("desk · read · for good\n");
});

test.each([
  ["make", /Cannot make a token without a name: loci token make NAME/, 2],
  ["maek phone", /Cannot do "maek" with tokens: did you mean "make"\?/, 2],
  ["make phone --scope wirte", /Cannot use the scope "wirte": did you mean "write"\?/, 2],
  ["make phone --bank Wrok", /Cannot use the bank "Wrok"/, 1],
  ["make phone --agent concirge", /the agent "concirge": did you mean "concierge"\?/, 1],
  ["make phone --person ../ben", /Cannot use/, 1],
  ["make phone --days never", /--days "never": it takes a whole number from 0 to 36500/, 2],
  ["make Phone", /Cannot make the token "Phone": its name may have small letters/, 1],
  ["revoke phone", /Cannot revoke the token "phone": there is none/, 1],
] as const)("loci token %s says what is wrong, and makes none", async (words, message, code) => {
  const root = useFixture("starter");
  const ran = await runLoci(["token", ...words.split(" "), "--vault", root]);
  expect([ran.code, ran.stdout]).toEqual([code, ""]);
  expect(ran.stderr).toMatch(message);
  expect(JSON.parse((await runLoci(["token", "--json", "--vault", root])).stdout).tokens).toEqual(
    [],
  );
});

test("a token is made only while no other process changes them", async () => {
  const root = useFixture("starter");
  const loci = (...words: string[]) => spawnLoci(["token", ...words, "--vault", root]);
  await loci("make", "old");
  const file = join(root, ".loci", "tokens.json");
  let made: Promise<Ran> | undefined;
  await withTokensLocked(join(root, ".loci"), async () => {
    made = loci("make", "new");
    const isOver = await Promise.race([made.then(() => true), sleep(3_000)]);
    expect(isOver).toBeUndefined();
    writeFileSync(file, '{"tokens":[]}\n');
  });
  expect((await made)?.code).toBe(0);
  const { stdout } = await loci("--json");
  expect(JSON.parse(stdout).tokens).toEqual([expect.objectContaining({ name: "new" })]);
});
