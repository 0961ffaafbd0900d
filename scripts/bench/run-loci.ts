import { tmpdir } from "node:os";
import { Readable, Writable } from "node:stream";
import { runCli } from "../../src/cli/run-cli.ts";

/** What `loci` prints, run in this process at a moment (`at`: local time) of its own; throws where it fails. */
export async function runLoci(
  argv: readonly string[],
  {
    env,
    at,
    input,
  }: { readonly env: NodeJS.ProcessEnv; readonly at: string; readonly input: string },
): Promise<string> {
  const startedAt = Date.now();
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runCli(argv, {
    env,
    cwd: tmpdir(),
    stdin: Readable.from([input]),
    stdout: writerTo(printed),
    stderr: writerTo(complaints),
    now: () => Date.parse(at) + (Date.now() - startedAt),
  });
  if (code !== 0) throw new Error(`loci ${argv.join(" ")} exited ${code}: ${complaints.join("")}`);
  return printed.join("");
}

function writerTo(pieces: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      pieces.push(String(chunk));
      done();
    },
  });
}
