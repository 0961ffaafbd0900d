// On every page that "loci up" serves: a key in the address goes into this tab's session, where the live page finds it.

import { takeToken } from "./take-token.js";

takeToken();
addEventListener("hashchange", takeToken);
