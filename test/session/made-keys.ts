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
  "OpenSSH key": pem("OPENSSH PRIVATE KEY"),
  "PKCS 8 key": pem("PRIVATE KEY"),
  "encrypted key": pem("ENCRYPTED PRIVATE KEY"),
  "PGP key": pem("PGP PRIVATE KEY BLOCK"),
  "PuTTY key": join("PuTTY-User-Key-", `File-3: ssh-ed25519\nEncryption: none\n${base64(64)}`),
  age: join("AGE-SECRET-", "KEY-1", bech(58)),
  "WireGuard key": `PrivateKey = ${base64(43)}=`,
  "WireGuard shared key": `PresharedKey = ${base64(43)}=`,
  "password in a URL": `postgres://ana:${alnum(12)}@db.example.org:5432/home`,
  "password in a web address": `https://ana:${alnum(10)}@example.org/`,
  "password in a redis URL": `redis://:${alnum(16)}@cache.example.org`,
  "AWS key id": join("AK", "IA", caps(16)),
  "AWS temporary key id": join("AS", "IA", caps(16)),
  "AWS secret": `aws_secret_access_key = ${base64(40)}`,
  "GCP API key": join("AI", "za", url(35)),
  "Google OAuth token": join("ya", "29.", url(60)),
  "Google client secret": join("GOC", "SPX-", url(28)),
  "GCP service account": `{"type": "service_account", "private_key": "${pem("PRIVATE KEY").replaceAll("\n", "\\n")}"}`,
  "Azure storage": `DefaultEndpointsProtocol=https;AccountName=home;AccountKey=${base64(86)}==`,
  "Azure client secret": join(alnum(3), "8Q", "~", url(34)),
  "Azure signature": `https://home.blob.core.windows.net/a?sv=2024-11-04&sig=${alnum(43)}%3D`,
  "Azure bus": `Endpoint=sb://home.servicebus.windows.net/;SharedAccessKey=${base64(43)}=`,
  GitHub: join("gh", "p_", alnum(36)),
  "GitHub fine-grained": join("github_", "pat_", alnum(22), "_", alnum(59)),
  "GitHub app": join("gh", "s_", alnum(36)),
  GitLab: join("gl", "pat-", url(20)),
  "GitLab runner": join("gl", "rt-", url(20)),
  "Slack bot": join("xo", "xb-", number(12), "-", number(12), "-", alnum(24)),
  "Slack app": join("xa", "pp-1-A", caps(10), "-", number(13), "-", hex(64)),
  "Slack hook": `https://hooks.slack.com/services/T${caps(8)}/B${caps(10)}/${alnum(24)}`,
  Stripe: join("sk_", "live_", alnum(24)),
  "Stripe restricted": join("rk_", "live_", alnum(24)),
  "Stripe hook": join("wh", "sec_", alnum(32)),
  Telegram: join(number(10), ":A", "A", url(33)),
  Discord: join("M", alnum(25), ".", url(6), ".", url(38)),
  "Discord hook": `https://discord.com/api/webhooks/${number(19)}/${url(68)}`,
  PyPI: join("py", "pi-AgEIcHlwaS5vcmc", url(120)),
  npm: join("np", "m_", alnum(36)),
  RubyGems: join("ruby", "gems_", hex(48)),
  Docker: join("dckr_", "pat_", url(27)),
  Vault: join("hv", "s.", url(95)),
  "Vault of old": join("hv", "s.", alnum(24)),
  Terraform: join(alnum(14), ".atlas", "v1.", url(67)),
  Tailscale: join("ts", "key-auth-", alnum(12), "CNTRL-", alnum(32)),
  OpenAI: join("sk", "-", alnum(20), "T3Blb", "kFJ", alnum(20)),
  "OpenAI project": join("sk", "-proj-", url(74), "T3Blb", "kFJ", url(74)),
  Anthropic: join("sk", "-ant-api03-", url(93), "AA"),
  HuggingFace: join("h", "f_", made(lower + upper)(34)),
  Groq: join("gs", "k_", alnum(52)),
  SendGrid: join("S", "G.", url(22), ".", url(43)),
  Twilio: join("S", "K", hex(32)),
  Mailgun: join("ke", "y-", hex(32)),
  Mailchimp: join(hex(32), "-us", "21"),
  DigitalOcean: join("do", "p_v1_", hex(64)),
  Shopify: join("sh", "pat_", hex(32)),
  Notion: join("nt", "n_", number(11), alnum(35)),
  Linear: join("lin_", "api_", alnum(40)),
  Postman: join("PM", "AK-", hex(24), "-", hex(34)),
  Grafana: join("gl", "sa_", alnum(32), "_", hex(8)),
  JWT: ["eyJ", "eyJ", ""].map((start) => join(start, url(start === "" ? 43 : 40))).join("."),
  "HTTP basic": `Authorization: Basic ${base64(28)}`,
  Atlassian: join("ATA", "TT3", url(180), "=", hex(8).toUpperCase()),
};

/** Texts that hold no key, some of which look as if they did. */
export const harmless: readonly string[] = [
  `commit ${hex(40)}`,
  `Merge ${hex(7)} into ${hex(12)}`,
  `sha256:${hex(64)}`,
  `md5 ${hex(32)}  photo.jpg`,
  `sha512-${base64(86)}==`,
  `integrity: sha384-${base64(64)}`,
  uuid(),
  `device ${uuid()}, job ${uuid()}`,
  `heroku app ${uuid()}`,
  `![x](data:image/png;base64,iVBORw0KGgo${base64(400)})`,
  `data:font/woff2;base64,d09GMg${base64(300)}`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5${base64(48)} ana@home`,
  `PublicKey = ${base64(43)}=`,
  `age1${made("qpzry9x8gf2tvdw0s3jn54khce6mua7l")(58)}`,
  `${pem("CERTIFICATE")}`,
  `${pem("PGP PUBLIC KEY BLOCK")}`,
  `01JKXW3M5N7P9Q2R4S6T8V0W1X and 01JKXW3M5N7P9Q2R4S6T8V0W1Y`,
  "+34 612 34 56 78, 93 123 45 67",
  "977 12 34 56 is the dentist's",
  "Paella: 400 g bomba rice, 1.2 l broth, 4-5 threads of saffron",
  "Bake at 220 °C for 25 min, then 180 °C; 3:1 flour to butter",
  "https://example.org/a?id=1234567890abcdef1234567890abcdef",
  "https://example.org:8443/path@2x.png",
  "mailto:ana@example.org?subject=Keys",
  "git@github.com:loci/loci.git",
  "ssh://git@github.com:22/loci/loci.git",
  "https://ana@example.org/calendar",
  "postgres://user:<password>@localhost/db",
  `postgres://$${"{USER}"}:$${"{PASSWORD}"}@localhost/db`,
  "The access key to the flat is with the neighbour",
  "secret_ingredient = saffron and a lot of patience",
  "sk-learn, sk-something-without-digits-here and task-key-words",
  "npm install hf_transfer; pip install pypi-simple",
  "AKIA is how an AWS key id begins, ghp_ a GitHub token",
  "Ratio 12345678:AABBCC, score 10:9",
  "v1.2.3-rc.1+build.5114f85",
  "s.Oliver jacket, hvs. no idea, SG. Maybe",
  `tree ${hex(40)}\nparent ${hex(40)}\nauthor Ana <ana@example.org> 1770904800 +0100`,
  `ISBN 978-84-376-0494-7, EAN 8437000000000, IBAN ES91 2100 0418 4502 0005 1332`,
  `Wifi of the cabin: network LaPineda, channel 11, BSSID 00:1a:2b:3c:4d:5e`,
  `dark:bg-slate-900 hover:text-sky-400 focus-visible:ring-offset-background`,
  `${"eyJ"}ust a word, and ${"ya"}29. is a prefix`,
];
