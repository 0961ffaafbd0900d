import { createHash, randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { getCookie, setCookie } from "hono/cookie";
import type { Env } from "./operation.ts";

const codeMs = 10 * 60_000;
const cookieMs = 24 * 60 * 60_000;
/** Most codes, and most browsers; beyond that the oldest is dropped. */
const most = 64;

export type Logins = ReturnType<typeof createLogins>;

/** Browsers that were let in, kept in memory alone: the cookie opens nothing to who takes the port later. */
export function createLogins(port: number, now: () => number) {
  // Browsers send cookies to every port of a host.
  const name = `loci-${port}`;
  const codes = createSecrets(codeMs, now);
  const cookies = createSecrets(cookieMs, now);
  return {
    /** A code that lets one browser in, once. */
    newCode: codes.add,
    /** Lets a browser in by a code; false where it is unknown, used or expired. */
    enter(c: Context<Env>, code: string): boolean {
      if (!codes.has(code)) return false;
      codes.drop(code);
      // Lax, for who opens the address from a mail or a note; other sites' requests are refused by their origin.
      setCookie(c, name, cookies.add(), { path: "/", httpOnly: true, sameSite: "Lax" });
      return true;
    },
    /** Whether this browser was let in. */
    knows: (c: Context<Env>): boolean => cookies.has(getCookie(c, name) ?? ""),
  };
}

/** Secrets that expire. Keeps hashes, so that look-up times reveal none. */
function createSecrets(lifeMs: number, now: () => number) {
  const untilByHash = new Map<string, number>();
  const hash = (secret: string): string => createHash("sha256").update(secret).digest("hex");
  return {
    has: (secret: string): boolean => now() < (untilByHash.get(hash(secret)) ?? 0),
    drop: (secret: string): void => void untilByHash.delete(hash(secret)),
    add(): string {
      const secret = randomBytes(32).toString("base64url");
      untilByHash.set(hash(secret), now() + lifeMs);
      for (const oldest of untilByHash.keys()) {
        if (untilByHash.size > most) untilByHash.delete(oldest);
      }
      return secret;
    },
  };
}

/** `/login?code=…`: the address that `loci up` prints. */
export function addLogin(app: Hono<Env>, logins: Logins): void {
  app.get("/login", (c) => {
    // First the code, which is spent whoever opens it.
    const isIn = logins.enter(c, c.req.query("code") ?? "") || logins.knows(c);
    return isIn ? c.redirect("/") : loginPage(c);
  });
}

/** Tells who is not let in what to do; the same for every address, so as not to reveal what exists. */
export function loginPage(c: Context<Env>): Response {
  const language = accepts(c, {
    header: "Accept-Language",
    supports: Object.keys(sentences),
    default: "en",
  });
  const direction = language === "ar" ? "rtl" : "ltr";
  c.header("www-authenticate", 'Bearer realm="loci"');
  return c.html(
    `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Loci</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/talk/site.css"></head>
<body><main><h1>Loci</h1><p role="status">${sentences[language] ?? ""}</p></main></body>
</html>
`,
    401,
  );
}

const command = "<code>loci up --address</code>";
const sentences: Readonly<Record<string, string>> = {
  en: `This browser has no access, or not any more. An address that lets it in, once: ${command}`,
  es: `Este navegador no tiene acceso, o ya no. Una dirección que lo deja entrar, una vez: ${command}`,
  ca: `Aquest navegador no té accés, o ja no. Una adreça que el deixa entrar, un cop: ${command}`,
  pt: `Este navegador não tem acesso, ou já não tem. Um endereço que o deixa entrar, uma vez: ${command}`,
  fr: `Ce navigateur n’a pas accès, ou ne l’a plus. Une adresse qui le laisse entrer, une fois : ${command}`,
  de: `Dieser Browser hat keinen Zugang, oder keinen mehr. Eine Adresse, die ihn einmal einlässt: ${command}`,
  ar: `لا يملك هذا المتصفح إذنًا بالدخول أو لم يعد يملكه. عنوان يسمح له بالدخول مرة واحدة: ${command}`,
};
