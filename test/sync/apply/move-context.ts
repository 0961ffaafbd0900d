import fs from "node:fs";
import { type Disk, nodeDisk } from "../../../src/git/disk.ts";
import { type MoveContext, openMoveContext as open } from "../../../src/sync/apply/move-context.ts";
import { placeOf } from "../sync-request.ts";

/** As nodeDisk, which has taken its calls from node:fs before a test could exchange them. */
const liveDisk: Disk = {
  ...nodeDisk,
  rename: (from, to) => fs.promises.rename(from, to),
  unlink: (path) => fs.promises.unlink(path),
  rmdir: (path) => fs.promises.rmdir(path),
};

/** All that a move needs in this repository. */
export const openMoveContext = (
  root: string,
  options: { disk?: Disk; lockTimeout?: number } = {},
): Promise<MoveContext> => open({ ...placeOf(root), disk: liveDisk, ...options });
