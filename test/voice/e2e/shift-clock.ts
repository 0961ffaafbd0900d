/**
 * Loaded before a program (`node --import`): its clocks can be moved. SIGUSR2 lets a minute and a second go by for all
 * that measures time (`performance.now`); with `LOCI_TEST_WALL` the wall clock says that at first, as on a board
 * without a battery, and SIGUSR1 sets it right, as the network does.
 */
const elapsed = performance.now.bind(performance);
let skipped = 0;
performance.now = () => elapsed() + skipped;
process.on("SIGUSR2", () => {
  skipped += 61_000;
});

const RealDate = Date;
const { LOCI_TEST_WALL: wall } = process.env;
let shift = wall === undefined ? 0 : Number(wall) - RealDate.now();
const now = (): number => RealDate.now() + shift;
process.on("SIGUSR1", () => {
  shift = 0;
});

if (wall !== undefined) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
