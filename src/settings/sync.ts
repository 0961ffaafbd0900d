import { z } from "zod";
import { section, text, toggle, whole, words } from "./fields.ts";

const remoteName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, "use a name such as origin");

/** Settings of commits, sync and the local server. */
export const syncSettings = {
  commit: section({ enabled: toggle(true, "Commit what Loci writes to the vault's git") }),
  sync: section({
    enabled: toggle(true, "`loci up` commits edits by hand and syncs; needs commit.enabled"),
    remote: remoteName.default("origin").describe("Remote in the vault's own git settings"),
    tokenFile: words("File outside the vault: token of an https remote; or LOCI_SYNC_TOKEN"),
    ca: words("File with the certificate authority (PEM) of your own https server; with git"),
  }),
  server: section({
    host: text.default("127.0.0.1").describe("Address `loci up` listens on"),
    port: whole(0, 65_535, 5_624, "Port; 0 takes any free one"),
  }),
};
