/** Run as a process of its own: applies a move, and is killed at the call it is told. */
import { applyMove, type Move } from "../../../src/sync/apply/move.ts";
import { killAt } from "./dying-fs.ts";
import { openMoveContext } from "./move-context.ts";

const [root = "", nth = "0", text = ""] = process.argv.slice(2);
const move: Move = JSON.parse(text);
const context = await openMoveContext(root);
killAt(root, Number(nth), {
  death: "after",
  die() {
    process.kill(process.pid, "SIGKILL");
    for (;;); // the signal is on its way
  },
});
await applyMove(context, move);
