import { stemWords } from "../offline-stems.ts";

/** What people say to be polite, and to leave. */
export type Courtesy = "thanks" | "wellbeing" | "goodbye" | "greeting" | "leave";

/** What a line of nothing but courtesies is, the first in this order; undefined for any other line. Takes it folded. */
export function courtesyOf(folded: string): Courtesy | undefined {
  if (folded.length > longest) return undefined;
  const line = folded.replace(/[^\p{L}\p{N}' -]+/gu, " ");
  if (leaving.test(line)) return "leave";
  let rest = line;
  let found: Courtesy | undefined;
  for (const [type, pattern] of courtesies) {
    const left = rest.replace(pattern, " ");
    if (left !== rest) found ??= type;
    rest = left;
  }
  return found !== undefined && isChatter(rest) ? found : undefined;
}

/** Whether a line only goes along with what was said: "haha ok", "vale, perfecto". Takes it folded. */
export function isChatter(folded: string): boolean {
  return stemWords(folded).every(
    ({ word }) => chatter.has(word) || /^(?:(?:ha|he|hi|ja|je|ji|ka){2,}|x+d+)h?j?$/.test(word),
  );
}

const longest = 80;

/** As what other programs understand. */
const leaving = /^ *(?:exit|quit|salir|sortir|sair|quitter|beenden|esci|uscire|خروج) *$/u;

const anywhere = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "gu");

const courtesies: readonly (readonly [Courtesy, RegExp])[] = [
  [
    "thanks",
    anywhere(
      "thanks|thank you|thankyou|cheers|gracias|gracies|merces|merci|obrigad[oa]s?|valeu|danke|dankeschon|vielen dank|grazie|شكرا",
    ),
  ],
  [
    "wellbeing",
    anywhere(
      [
        "how are (?:you|things)(?: doing)?|how's (?:it going|everything|life)|how do you do|what's up|are you (?:well|ok|okay)",
        "que tal(?: (?:estas|todo|va todo))?|como (?:estas|esta usted|andas|te va|va todo)|com (?:estas|va tot|et va|et trobes)|com va",
        "como (?:estas|esta|vais|vai)|tudo bem(?: contigo)?|comment (?:vas-tu|tu vas|allez-vous|ca va)|ca va(?: bien)?|tu vas bien",
        "wie geht(?:s| es|'s)(?: (?:dir|ihnen|euch))?|alles gut bei dir|come (?:stai|va|sta)|tutto bene|كيف حالك",
      ].join("|"),
    ),
  ],
  [
    "goodbye",
    anywhere(
      [
        "bye|goodbye|see you|talk to you|good night|night night|sleep well|take care|have a (?:good|nice) (?:day|evening|one|weekend)",
        "adios|hasta (?:luego|manana|pronto)|nos vemos|que (?:descanses|vaya bien)|adeu|fins (?:ara|aviat|dema|despres)|bona nit|que vagi be",
        "tchau|ate (?:logo|amanha|breve)|adeus|au revoir|a (?:bientot|demain|plus)|bonne (?:nuit|journee|soiree)|tschuss|auf wiedersehen",
        "bis (?:bald|morgen|spater|dann)|gute nacht|schonen (?:tag|abend)|arrivederci|a (?:presto|domani)|buonanotte|مع السلامة|وداعا",
      ].join("|"),
    ),
  ],
  [
    "greeting",
    anywhere(
      [
        "hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|buenas(?: (?:tardes|noches))?|buenos dias|bon dia|bona tarda|bones",
        "ola|oi|bom dia|boa (?:tarde|noite)|salut|bonjour|bonsoir|coucou|hallo|guten (?:morgen|tag|abend)|moin|servus",
        "ciao|buon ?giorno|buonasera|salve|مرحبا|اهلا|السلام عليكم|صباح الخير|مساء الخير",
      ].join("|"),
    ),
  ],
];

/** Folded: words that say nothing of the world beside a courtesy. */
const chatter: ReadonlySet<string> = new Set(
  `ok okay lol cool great nice perfect good fine sure right yes yeah yep no nope got it wow oh ah hm hmm mm alright all understood
  lot much again help info answer today lovely everything nothing else that's there loci so welcome later soon tomorrow many
  vale si claro genial perfecto bien bueno entendido guay mil mucha mucho muchas ayuda nuevo todo nada luego manana hoy pues
  d'acord perfecte be entesos molt moltes ajuda nou tot aixo res avui doncs demana teva
  ja sim nao otimo perfeito certo entendi bom tudo muito ajuda hoje nada isso pela tua
  oui non parfait super accord bien compris aide beaucoup tout autre rien ton pour ce sera
  nein klar gut prima alles genau stimmt verstanden naja schon sehr hilfe deine mehr heute war's wars dank bitte tausend
  mille tutto bene altro niente haha jaja جزيلا`.split(/\s+/),
);
