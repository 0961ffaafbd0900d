/** Thanks, a greeting or a goodbye, with nothing else to it; undefined for any other line. Takes it folded. */
export function courtesyOf(folded: string): "greeting" | "thanks" | "goodbye" | undefined {
  if (folded.length > 80) return undefined;
  return courtesyPatterns.find(([, pattern]) => pattern.test(folded))?.[0];
}

/** Words that only go along with what was said: "haha ok", "vale, perfecto". */
export function isChatter(words: readonly string[]): boolean {
  return words.every(
    (word) => chatter.has(word) || /^(?:(?:ha|he|hi|ja|je|ji|ka){2,}|x+d+)h?j?$/.test(word),
  );
}

const beforeThanks =
  "(?:(?:ok|okay|great|perfect|cool|super|good|fine|yes|no|nothing|haha|si|be|bien|bem|oui|ja|sim|vale|genial|perfecto|perfecte|perfeito|parfait|gut|nein|non|nao)[,.!]* )?";
/** "that's all", "for now": what people close with. */
const afterThanks = `(?:[,.!;:]* (?:${[
  "a lot|very much|so much|again|for (?:now|today|everything|(?:the|your) (?:help|info|answer))|(?:and )?that's (?:all|it|everything)|that is all|that will be all|nothing else|you too|bye",
  "por todo|por (?:la|tu) ayuda|de nuevo|(?:y )?(?:eso|esto) es todo|nada mas|hasta (?:luego|manana)|adios",
  "per tot|per (?:la teva ajuda|l'ajuda)|de nou|aixo es tot|res mes|ja esta|adeu|fins (?:aviat|dema|despres)",
  "por tudo|pela (?:tua |sua )?ajuda|(?:e|isso e|e so isso|e so|e tudo|isso e tudo)|mais nada|tchau|adeus",
  "beaucoup|bien|pour tout|pour (?:ton|votre) aide|(?:et )?c'est (?:tout|bon)|ce sera tout|rien d'autre|au revoir",
  "schon|sehr|dir|fur (?:alles|die hilfe|deine hilfe)|das war's|das wars|das war alles|das ist alles|mehr nicht|tschuss",
  "mille|di tutto|e tutto|questo e tutto|ciao|جزيلا",
].join("|")})){0,3}`;

const courtesies: readonly (readonly ["greeting" | "thanks" | "goodbye", string])[] = [
  [
    "greeting",
    "hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening|day)|hola|buenas|buenos dias|buenas (?:tardes|noches)|bon dia|bona tarda|bones|ei|ola|oi|bom dia|boa tarde|boa noite|salut|bonjour|bonsoir|coucou|hallo|guten (?:morgen|tag|abend)|moin|servus|ciao|buongiorno|buonasera|salve|مرحبا|اهلا|السلام عليكم|صباح الخير|مساء الخير",
  ],
  [
    "thanks",
    `${beforeThanks}(?:thanks|thank you|many thanks|cheers|gracias|gracies|merces|merci|obrigad[oa]|danke|grazie|شكرا|muchas gracias|moltes gracies|muito obrigad[oa]|vielen dank)${afterThanks}`,
  ],
  [
    "goodbye",
    "bye|goodbye|bye bye|see you(?: later| soon| tomorrow)?|good night|adios|hasta luego|hasta manana|adeu|fins (?:ara|aviat|dema|despres)|bona nit|tchau|ate (?:logo|amanha)|adeus|au revoir|a bientot|a demain|bonne nuit|tschuss|auf wiedersehen|bis (?:bald|morgen|spater)|gute nacht|arrivederci|a (?:presto|domani)|buonanotte|مع السلامة|وداعا",
  ],
];
const courtesyPatterns = courtesies.map(
  ([type, words]) => [type, new RegExp(`^(?:${words})(?:,? loci)?[ !.,]*$`, "u")] as const,
);

/** Folded. */
const chatter: ReadonlySet<string> = new Set(
  `ok okay lol cool great nice perfect good fine sure right yes yeah yep no nope got it wow oh ah hm hmm mm alright all understood
  vale si claro genial perfecto bien bueno entendido guay d'acord perfecte be entesos molt ja sim nao otimo perfeito certo entendi
  bom oui non parfait super d'accord bien compris nein klar gut prima alles genau stimmt verstanden naja haha jaja`.split(
    /\s+/,
  ),
);
