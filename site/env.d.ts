declare namespace App {
  interface Locals extends Readonly<import("./build/page.ts").Shown> {}
}

declare module "virtual:astro:manifest" {
  import type { SSRManifest } from "astro";
  export const manifest: SSRManifest;
}
