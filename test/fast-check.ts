import fc from "fast-check";
import { isHunting, testSeed } from "./test-seed.ts";

fc.configureGlobal({ seed: testSeed });

/** How many cases of an expensive property: the gate draws the same ones each time, so half of them do there. */
export const drawn = (many: number): number => (isHunting ? many : Math.ceil(many / 2));

export { fc };
