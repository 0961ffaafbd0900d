import { createBare } from "./devices.ts";
import { createRepo, openRepo } from "./repo.ts";

/** A bare repository with a vault in it, pushed by real git. */
export function createFullRemote(branch = "main"): string {
  const remote = createBare();
  const repo = createRepo();
  repo.write(".gitattributes", "* -text\n");
  repo.write("people/ana/profile.md", "# Ana\r\n");
  repo.write("picture.bin", new Uint8Array([0, 255, 1]));
  repo.commitAll("second");
  repo.git("push", "-q", remote, `main:refs/heads/${branch}`);
  openRepo(remote).git("symbolic-ref", "HEAD", `refs/heads/${branch}`);
  return remote;
}
