import { setFlagsFromString } from "node:v8";

// A pattern of a language may give two ways of saying a thing the same name (`(?<month>…)`). Node 22 reads that only when it
// is told to; newer ones always do. Joined here, because a pattern as it stands would keep this file from being read.
try {
  new RegExp(["(?<name>a)", "(?<name>b)"].join("|"));
} catch {
  setFlagsFromString("--js-regexp-duplicate-named-groups");
}
