/**
 * Loaded before a program (`node --import`): the program is killed, as by `kill -9`, before or after its nth change
 * to the disk. `LOCI_DIE_AT` is n, then `-` for before or `+` for after: `17+`. Counts every change that Node's fs
 * makes; what SQLite writes is not seen.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [, nth = "0", side = "+"] = /^(\d+)([+-])$/.exec(process.env.LOCI_DIE_AT ?? "") ?? [];
let left = Number(nth);

function die(): void {
  process.kill(process.pid, "SIGKILL");
  for (;;); // the signal is on its way: nothing more may happen
}

type Call = (...args: unknown[]) => unknown;

function counted(call: Call): Call {
  return function (this: unknown, ...args: unknown[]) {
    left--;
    const isLast = left === 0;
    if (isLast && side === "-") die();
    const result = call.apply(this, args);
    if (!isLast) return result;
    if (!(result instanceof Promise)) die();
    return Promise.resolve(result).finally(die);
  };
}

function countIn(holder: object, names: readonly string[]): void {
  for (const name of names) {
    const call: unknown = Reflect.get(holder, name);
    if (typeof call === "function") {
      Reflect.set(
        holder,
        name,
        counted((...args) => Reflect.apply(call, holder, args)),
      );
    }
  }
}

function countMethods(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== "function") continue;
    const wrapped = counted(function (this: unknown, ...args) {
      return Reflect.apply(method, this, args);
    });
    Reflect.set(prototype, name, wrapped);
  }
}

const changes = [
  ..."rename link unlink mkdir rmdir rm writeFile appendFile copyFile symlink chmod utimes".split(
    " ",
  ),
  "truncate",
];
if (left > 0) {
  const handle = await fs.promises.open("/dev/null");
  const prototype: object = Object.getPrototypeOf(handle);
  await handle.close();
  countMethods(prototype, ["writeFile", "appendFile", "write", "truncate"]);
  countIn(fs.promises, changes);
  countIn(fs, [...changes.map((name) => `${name}Sync`), "writeSync", "ftruncateSync"]);
  syncBuiltinESMExports();
}
