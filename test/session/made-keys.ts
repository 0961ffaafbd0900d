/**
 * Keys and tokens in the formats that their makers publish, made when the tests run: a literal would be taken for a real
 * one by whoever scans the repository.
 */
const made = (alphabet: string) => (length: number) => {
  let state = length * 7919 + alphabet.length;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return alphabet[Math.floor(state / 65536) % alphabet.length];
  }).join("");
};
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";
const hex = made("0123456789abcdef");
const alnum = made(lower + upper + digits);
const url = made(`${lower + upper + digits}_-`);
const base64 = made(`${lower + upper + digits}+/`);
const caps = made(`${upper}234567`);
const number = made("123456789");
const bech = made("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L");
const uuid = (): string => [8, 4, 4, 4, 12].map(hex).join("-");
const pem = (name: string): string =>
  `-----BEGIN ${name}-----\n${base64(64)}\n${base64(64)}\n-----END ${name}-----`;
const join = (...parts: readonly string[]): string => parts.join("");

/** Name → a key of that format, as it may stand in a text. */
export const keys: Readonly<Record<string, string>> = {
  "RSA key": pem("RSA PRIVATE KEY"),
  "PKCS 8 key": pem("PRIVATE KEY"),
  "PGP key": pem("PGP PRIVATE KEY BLOCK"),
  age: join("AGE-SECRET-", "KEY-1", bech(58)),
  "WireGuard shared key": `PresharedKey = ${base64(43)}=`,
  "password in a web address": `https://ana:${alnum(10)}@example.org/`,
  "AWS key id": join("AK", "IA", caps(16)),
  "AWS secret": `aws_secret_access_key = ${base64(40)}`,
  "Google OAuth token": join("ya", "29.", url(60)),
  "GCP service account": `{"type": "service_account", "private_key": "${pem("PRIVATE KEY").replaceAll("\n", "\\n")}"}`,
  "Azure client secret": join(alnum(3), "8Q", "~", url(34)),
  "Azure bus": `Endpoint=sb://home.servicebus.windows.net/;SharedAccessKey=${base64(43)}=`,
  "GitHub fine-grained": join("github_", "pat_", alnum(22), "_", alnum(59)),
  GitLab: join("gl", "pat-", url(20)),
  "Slack bot": join("xo", "xb-", number(12), "-", number(12), "-", alnum(24)),
  "Slack hook": `https://hooks.slack.com/services/T${caps(8)}/B${caps(10)}/${alnum(24)}`,
  "Stripe restricted": join("rk_", "live_", alnum(24)),
  Telegram: join(number(10), ":A", "A", url(33)),
  "Discord hook": `https://discord.com/api/webhooks/${number(19)}/${url(68)}`,
  npm: join("np", "m_", alnum(36)),
  Docker: join("dckr_", "pat_", url(27)),
  "Vault of old": join("hv", "s.", alnum(24)),
  Tailscale: join("ts", "key-auth-", alnum(12), "CNTRL-", alnum(32)),
  "OpenAI project": join("sk", "-proj-", url(74), "T3Blb", "kFJ", url(74)),
  HuggingFace: join("h", "f_", made(lower + upper)(34)),
  SendGrid: join("S", "G.", url(22), ".", url(43)),
  Mailgun: join("ke", "y-", hex(32)),
  DigitalOcean: join("do", "p_v1_", hex(64)),
  Notion: join("nt", "n_", number(11), alnum(35)),
  Postman: join("PM", "AK-", hex(24), "-", hex(34)),
  JWT: ["eyJ", "eyJ", ""].map((start) => join(start, url(start === "" ? 43 : 40))).join("."),
  Atlassian: join("ATA", "TT3", url(180), "=", hex(8).toUpperCase()),
};

/** Texts that hold no key, some of which look as if they did. */
export const harmless: readonly string[] = [
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `sha512-${base64(86)}==`,
  uuid(),
  `heroku app ${uuid()}`,
  `data:font/woff2;base64,d09GMg${base64(300)}`,
  `PublicKey = ${base64(43)}=`,
  `${pem("CERTIFICATE")}`,
  `01JKXW3M5N7P9Q2R4S6T8V0W1X and 01JKXW3M5N7P9Q2R4S6T8V0W1Y`,
  "977 12 34 56 is the dentist's",
  "Bake at 220 °C for 25 min, then 180 °C; 3:1 flour to butter",
  "https://example.org:8443/path@2x.png",
  "git@github.com:loci/loci.git",
  "https://ana@example.org/calendar",
  `postgres://$${"{USER}"}:$${"{PASSWORD}"}@localhost/db`,
  "secret_ingredient = saffron and a lot of patience",
  "npm install hf_transfer; pip install pypi-simple",
  "Ratio 12345678:AABBCC, score 10:9",
  "s.Oliver jacket, hvs. no idea, SG. Maybe",
  `ISBN 978-84-376-0494-7, EAN 8437000000000, IBAN ES91 2100 0418 4502 0005 1332`,
  `dark:bg-slate-900 hover:text-sky-400 focus-visible:ring-offset-background`,
];
