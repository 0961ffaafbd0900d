import { expect, test } from "vitest";
import * as app from "../src/app.ts";

test("the package exports exactly these names, so that the surface cannot grow by accident", () => {
  expect(Object.keys(app).sort()).toEqual(["openLoci"]);
});
