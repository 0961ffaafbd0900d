import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  createPocketSphinx,
  type PocketSphinxOptions,
} from "../../../src/models/programs/pocketsphinx.ts";
import { useTempFolder } from "../../temp.ts";
import { usePath, useProgram } from "../../voice/audio/fake-program.ts";
import { forever } from "../collect-speech.ts";
import { failureOf } from "../failure-of.ts";

const hints = { languages: ["en"], keywords: [] };

describe("createPocketSphinx() says in one sentence what failed when", () => {
  const pcm = new Int16Array(16_000);
  /** A program in place of PocketSphinx, and a model that is none. */
  const fake = (script: string): PocketSphinxOptions => {
    useProgram("pocketsphinx_batch", script);
    const model = useTempFolder();
    writeFileSync(join(model, "cmudict-en-us.dict"), "john JH AA N\n");
    return { model };
  };
  const failure = (options: PocketSphinxOptions) =>
    failureOf(createPocketSphinx(options).transcribe(pcm, hints, forever));

  test("the program or its model is missing", async () => {
    const options = fake("");
    usePath("/nowhere");
    const error = await failure(options);
    expect(error.message).toBe(
      'Cannot transcribe with "pocketsphinx_batch": it is not installed; install it with: apt install pocketsphinx pocketsphinx-en-us',
    );
    const { data } = await failure({ model: "/no/such/model" });
    expect(data.reason).toBe("missing");
  });

  test("it fails, hangs, dies or says nothing", async () => {
    const fails = await failure(
      fake("echo 'ERROR: \"cmd_ln.c\", line 607: Unknown argument' >&2; exit 1"),
    );
    expect(fails.message).toMatch(/it ended with 1: ERROR: .* Unknown argument\)/);
    const hangs = { ...fake("trap '' TERM; exec sleep 5"), ms: 100 };
    expect((await failure(hangs)).data.reason).toBe("timeout");
    expect((await failure(fake("kill -9 $$"))).message).toMatch(/it ended with a signal/);
    expect((await failure(fake("exit 0"))).message).toMatch(/it ended without a result/);
  });

  test("and keeps what was said in a file of memory without a name", async () => {
    const error = await failure(fake("readlink /proc/self/fd/3 >&2; exit 1"));
    expect(error.message).toMatch(/it ended with 1: \/dev\/shm\/loci-\S+ \(deleted\)/);
  });
});
