import { stemsBy } from "../../src/memory/stems.ts";

/** The stems of the index, as the app passes them in. */
export const stemText = stemsBy({ languages: ["en"] });
