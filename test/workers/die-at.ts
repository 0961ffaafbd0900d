/**
 * Loaded before a program (`node --import`): the program is killed, as by `kill -9`, before or after its nth change
 * to the disk, or half-way through it. `LOCI_DIE_AT` is n, then `-` for before, `+` for after or `h` for half-way (of
 * what is not written in one go: before): `17+`. Counts every change that Node's fs makes; what SQLite writes is not
 * seen.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [, nth = "0", side = "+"] = /^(\d+)([-+h])$/.exec(process.env.LOCI_DIE_AT ?? "") ?? [];
let left = Number(nth);

function die(): void {
  process.kill(process.pid, "SIGKILL");
  for (;;); // the signal is on its way: nothing more may happen
}

type Call = (...args: unknown[]) => unknown;

/** `content`: which argument holds all that is written, if one does. */
function counted(call: Call, content = -1): Call {
  return function (this: unknown, ...args: unknown[]) {
    left--;
    const isLast = left === 0;
    if (isLast && (side === "-" || (side === "h" && content < 0))) die();
    const half = isLast && side === "h" ? args.with(content, firstHalf(args[content])) : args;
    const result = call.apply(this, half);
    if (!isLast) return result;
    if (!(result instanceof Promise)) die();
    return Promise.resolve(result).finally(die);
  };
}

function firstHalf(content: unknown): Uint8Array {
  const bytes = Buffer.from(content as string | Uint8Array);
  return bytes.subarray(0, bytes.length >> 1);
}

/** `first`: where the content is among the arguments of what writes a whole file. */
const contentAt = (name: string, first: number): number =>
  /^(?:write|append)File/.test(name) ? first : -1;

function countIn(holder: object, names: readonly string[]): void {
  for (const name of names) {
    const call: unknown = Reflect.get(holder, name);
    if (typeof call === "function") {
      Reflect.set(
        holder,
        name,
        counted((...args) => Reflect.apply(call, holder, args), contentAt(name, 1)),
      );
    }
  }
}

function countMethods(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== "function") continue;
    const wrapped = counted(
      function (this: unknown, ...args) {
        return Reflect.apply(method, this, args);
      },
      contentAt(name, 0),
    );
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
