import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

const day = Date.parse("2026-02-12T12:00:00Z");

test("a token is made and shown once, listed without its secret, and revoked", async () => {
  const vault = ["--vault", useFixture("starter")];
  const loci = (...words: string[]) => runLoci(["token", ...words, ...vault], { now: () => day });
  expect((await loci()).stderr).toBe("There are no tokens besides the vault's own\n");
  const made = await loci("make", "ana", "--name", "phone");
  expect(made.stdout).toMatch(/^loci_[\w-]{43}\n$/);
  expect(made.stderr).toMatch(/^phone · reads and writes as ana: keep it where/);
  const asJson = await loci("make", "ben", "--read-only", "--quiet", "--json");
  expect(JSON.parse(asJson.stdout)).toEqual({ token: expect.stringMatching(/^loci_[\w-]{43}$/) });
  const ben = { name: "ben", person: "ben", mayWrite: false, made: "2026-02-12T12:00:00.000Z" };
  expect(JSON.parse((await loci("--json")).stdout).tokens).toContainEqual(ben);
  expect((await loci("revoke", "phone")).stderr).toBe("Revoked phone: it no longer works\n");
  expect((await loci("list")).stdout).toBe("ben · reads as ben · since 2026-02-12\n");
});
