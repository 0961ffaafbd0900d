/** How a language says that something is so just now; all in folded words. */
interface StateWords {
  /** Words between two states. */
  readonly and: string;
  /** Words for when, and how much, that may stand anywhere. */
  readonly beside: string;
  /** Beginnings, and what may follow them. */
  readonly says: readonly (readonly [lead: string, states: string])[];
  /** Whole sentences. */
  readonly whole: string;
}

const english: StateWords = {
  and: "and|but",
  beside:
    "now|right now|today|tonight|this morning|this afternoon|this evening|at the moment|again|still|already|just|outside|here|so|very|really|a bit|a little|quite|pretty|too|all day|well|oh|currently|a lot|kind of|super",
  says: [
    [
      "i'm|i am|im|is|feels|i feel|i'm feeling|i am feeling|he's|she's|he is|she is|we're|we are|i was|(?:the )?(?:user|person|speaker) (?:is|feels)|\\p{L}+ is",
      "tired|exhausted|sleepy|hungry|starving|thirsty|cold|hot|freezing|bored|busy|sad|happy|angry|nervous|stressed|in a hurry|late|full|wet|dizzy|lazy|awake|in a bad mood|in a good mood|not hungry|not tired|on my way|on the way|on the bus|on the train|in the car|in a meeting|driving|cooking|leaving|back|home|at home|at work",
    ],
    [
      "it's|it is|its|it was|is",
      "raining|snowing|sunny|cloudy|windy|cold|hot|warm|freezing|foggy|rainy|nice|dark|late|early|noisy|stormy|cool",
    ],
    ["i|we|he|she|have", "have a headache|am sleepy|need a nap|a headache|have no time"],
    ["my", "head hurts|feet hurt|feet are cold|hands are cold"],
    ["the", "sun is shining|weather is nice|weather is bad|weather is good"],
  ],
  whole: "what a day|what weather|nice weather|cold|hot|tired",
};

const spanish: StateWords = {
  and: "y|e|pero",
  beside:
    "ahora|ahora mismo|hoy|esta noche|esta manana|esta tarde|en este momento|otra vez|todavia|aun|ya|aqui|fuera|muy|mucho|mucha|un poco|un poco de|bastante|algo|tan|tanto|tanta|super|todo el dia|hoy dia|uf|me siento|que",
  says: [
    [
      "yo estoy|estoy|esta|estamos|estaba|ando|me siento|(?:el usuario|la usuaria|\\p{L}+) esta",
      "cansad[oa]s?|agotad[oa]s?|aburrid[oa]s?|ocupad[oa]s?|triste|content[oa]s?|feliz|enfadad[oa]s?|nervios[oa]s?|estresad[oa]s?|liad[oa]s?|dormid[oa]s?|helad[oa]s?|llen[oa]s?|maread[oa]s?|de mal humor|de buen humor|con prisa|en casa|en el trabajo|en el autobus|en el tren|en el coche|en una reunion|de camino|conduciendo|cocinando|lloviendo|nevando|nublado|oscuro",
    ],
    [
      "yo tengo|tengo|tiene|tenemos|tenia|(?:el usuario|la usuaria|\\p{L}+) tiene",
      "sueno|hambre|sed|frio|calor|prisa|dolor de cabeza|los pies frios|las manos frias",
    ],
    ["hace|hacia", "frio|calor|sol|viento|buen tiempo|mal tiempo|fresco|bueno|un dia precioso"],
    ["me", "duele la cabeza|duelen los pies|muero de hambre|aburro|muero de sueno"],
    ["es", "tarde|temprano|de noche"],
    ["hay", "niebla|tormenta|nubes|ruido"],
  ],
  whole: "frio hace|calor hace|sueno tengo|llueve|nieva|calor|frio|sueno|hambre|cansado|cansada",
};

const catalan: StateWords = {
  and: "i|pero",
  beside:
    "ara|ara mateix|avui|aquesta nit|aquest mati|aquesta tarda|en aquest moment|una altra vegada|un altre cop|encara|ja|aqui|fora|molt|molta|una mica|una mica de|bastant|forca|tan|tant|tanta|super|tot el dia|uf|em trobo|em sento|que",
  says: [
    [
      "jo estic|estic|esta|estem|estava|em trobo|(?:l'usuari|la usuaria|l'usuaria|\\p{L}+) esta",
      "cansad[ao]|cansat|cansada|cansats|cansades|esgotat|esgotada|rebentat|rebentada|avorrit|avorrida|ocupat|ocupada|trist|trista|content|contenta|enfadat|enfadada|nervios|nerviosa|estressat|estressada|adormit|adormida|gelat|gelada|ple|plena|marejat|marejada|de mal humor|de bon humor|a casa|a la feina|al tren|al bus|a l'autobus|al cotxe|en una reunio|de cami|conduint|cuinant|plovent|nevant|nuvol|ennuvolat",
    ],
    [
      "jo tinc|tinc|te|tenim|tenia|(?:l'usuari|\\p{L}+) te",
      "son|gana|set|fred|calor|pressa|mal de cap|els peus freds|les mans fredes",
    ],
    ["fa|feia", "fred|calor|sol|vent|bon temps|mal temps|fresca|bo|un dia precios|un bon dia"],
    ["em", "fa mal el cap|fan mal els peus|moro de gana|moro de son|avorreixo"],
    ["es", "tard|d'hora|de nit|fosc"],
    ["hi ha", "boira|tempesta|nuvols|soroll"],
  ],
  whole:
    "quin fred fa|quina calor fa|fred fa|calor fa|plou|neva|calor|fred|son|gana|cansat|cansada|soc a casa|som a casa|soc a la feina",
};

const portuguese: StateWords = {
  and: "e|mas",
  beside:
    "agora|agora mesmo|hoje|hoje a noite|esta noite|esta manha|esta tarde|neste momento|outra vez|de novo|ainda|ja|aqui|la fora|muito|muita|um pouco|um pouco de|bastante|tao|super|o dia todo|ufa|me sinto|que",
  says: [
    [
      "eu estou|estou|to|esta|estamos|estava|(?:o usuario|a usuaria|o utilizador|\\p{L}+) esta",
      "cansad[oa]s?|exaust[oa]s?|aborrecid[oa]s?|entediad[oa]s?|ocupad[oa]s?|triste|contente|feliz|nervos[oa]s?|chatead[oa]s?|estressad[oa]s?|stressad[oa]s?|chei[oa]s?|com sono|com fome|com sede|com frio|com calor|com pressa|com dor de cabeca|em casa|no trabalho|no comboio|no onibus|no carro|numa reuniao|a caminho|atrasad[oa]s?|a chover|chovendo|a nevar|nevando|frio|calor|sol|vento|nublado|escuro|dirigindo|cozinhando",
    ],
    [
      "eu tenho|tenho|tem|temos|tinha",
      "sono|fome|sede|frio|calor|pressa|dor de cabeca|os pes frios",
    ],
    ["faz|fazia|ha", "frio|calor|sol|vento|bom tempo|mau tempo|nevoeiro|barulho"],
    ["doi", "me cabeca"],
    ["e", "tarde|cedo|de noite"],
  ],
  whole: "chove|neva|calor|frio|sono|fome|cansado|cansada|doi me cabeca|morro de fome",
};

const french: StateWords = {
  and: "et|mais",
  beside:
    "maintenant|aujourd'hui|ce soir|ce matin|cet apres midi|en ce moment|encore|toujours pas|deja|ici|dehors|tres|trop|un peu|assez|bien|super|toute la journee|ouf|vraiment|tellement|si",
  says: [
    [
      "je suis|il est|elle est|on est|nous sommes|j'etais|je me sens|est|(?:l'utilisateur|l'utilisatrice|\\p{L}+) est",
      "fatiguee?s?|crevee?s?|epuisee?s?|occupee?s?|triste|contente?|heureux|heureuse|enervee?|nerveux|nerveuse|stressee?s?|presse|pressee|en retard|gele|gelee|malade comme un chien|de mauvaise humeur|de bonne humeur|a la maison|chez moi|au travail|au bureau|dans le train|dans le bus|en voiture|en reunion|en route",
    ],
    [
      "j'ai|il a|elle a|on a|nous avons|j'avais|a|(?:l'utilisateur|l'utilisatrice|\\p{L}+) a",
      "faim|soif|froid|chaud|sommeil|mal a la tete|froid aux pieds|pas faim",
    ],
    [
      "il fait|il faisait|fait",
      "froid|chaud|beau|mauvais|gris|nuit|noir|moche|du vent|du soleil|frais",
    ],
    ["il y a", "du vent|du soleil|du brouillard|de l'orage|du bruit|des nuages"],
    ["il est", "tard|tot"],
    ["je", "m'ennuie|meurs de faim|conduis|cuisine"],
  ],
  whole: "il pleut|il neige|il pleuvait|fatigue|fatiguee|quel temps",
};

const german: StateWords = {
  and: "und|aber",
  beside:
    "jetzt|gerade|heute|heute abend|heute morgen|heute fruh|im moment|momentan|schon wieder|wieder|noch|schon|hier|draussen|sehr|so|ein bisschen|etwas|ziemlich|ganz|zu|total|echt|voll|den ganzen tag|uff|mal",
  says: [
    [
      "ich bin|bin ich|bin|er ist|sie ist|wir sind|ich war|ich fuhle mich|ist|(?:der nutzer|die nutzerin|\\p{L}+) ist",
      "mude|erschopft|hungrig|durstig|satt|traurig|froh|glucklich|wutend|nervos|gestresst|beschaftigt|in eile|spat dran|kaputt|wach|schlecht gelaunt|gut gelaunt|zu hause|daheim|auf der arbeit|im buro|im zug|im bus|im auto|in einer besprechung|unterwegs",
    ],
    [
      "ich habe|ich hab|habe|hab|habe ich|hab ich|er hat|sie hat|wir haben|hat",
      "hunger|durst|kopfschmerzen|kopfweh|kalte fusse|kalte hande|keine zeit|keinen hunger|langeweile|es eilig",
    ],
    [
      "mir ist|ist mir|uns ist|ihr ist|ihm ist",
      "kalt|warm|heiss|schlecht|langweilig|schwindelig|schwindlig|ubel",
    ],
    [
      "es ist|ist es|war es|es war",
      "kalt|warm|heiss|sonnig|windig|bewolkt|neblig|dunkel|spat|fruh|laut|schwul|schon|schones wetter|schlechtes wetter",
    ],
    ["die", "sonne scheint"],
  ],
  whole:
    "es regnet|es schneit|regnet es|es sturmt|es gewittert|mude|hunger|mein kopf tut weh|mir tut der kopf weh|ich friere|ich schwitze",
};

const italian: StateWords = {
  and: "e|ma",
  beside:
    "adesso|ora|oggi|stasera|stamattina|questa sera|questo pomeriggio|in questo momento|di nuovo|ancora|gia|qui|fuori|molto|molta|un po|un po'|un po' di|tanto|tanta|cosi|abbastanza|troppo|davvero|tutto il giorno|uffa",
  says: [
    [
      "io sono|sono|e|siamo|ero|mi sento|(?:l'utente|\\p{L}+) e",
      "stanc[oa]|stanch[ie]|esaust[oaie]|annoiat[oaie]|occupat[oaie]|triste|felice|content[oaie]|arrabbiat[oaie]|nervos[oaie]|stressat[oaie]|sazi[oae]?|di fretta|in ritardo|di cattivo umore|di buon umore|a casa|al lavoro|in treno|in macchina|in riunione|per strada|tardi|presto|nuvoloso|buio|caldo|freddo",
    ],
    [
      "io ho|ho|ha|abbiamo|avevo",
      "sonno|fame|sete|freddo|caldo|fretta|mal di testa|i piedi freddi",
    ],
    ["fa|faceva", "freddo|caldo|fresco|bel tempo|brutto tempo"],
    ["c'e", "il sole|vento|nebbia|rumore"],
    ["mi", "fa male la testa|annoio"],
  ],
  whole: "piove|nevica|sta piovendo|sta nevicando|freddo|caldo|stanco|stanca|muoio di fame",
};

/** Patterns of one language, for folded words with a space between them. */
export interface StatePatterns {
  readonly and: RegExp;
  readonly beside: RegExp;
  /** A whole statement: "i'm tired". */
  readonly statement: RegExp;
  /** Its state alone: "tired". */
  readonly state: RegExp;
}

export const temporaryStates: readonly StatePatterns[] = [
  ...[english, spanish, catalan, portuguese, french, german, italian],
].map(({ and, beside, says, whole }) => ({
  and: new RegExp(` (?:${and}) `, "u"),
  beside: new RegExp(` (?:${longestFirst(beside)}) `, "gu"),
  statement: new RegExp(
    `^(?:${[...says.map(([lead, states]) => `(?:${lead}) (?:${states})`), whole].join("|")})$`,
    "u",
  ),
  state: new RegExp(`^(?:${says.map(([, states]) => states).join("|")})$`, "u"),
}));

/** Two spaces may stand between words: each word has its own, so that words side by side are found. */
function longestFirst(list: string): string {
  return list
    .split("|")
    .sort((a, b) => b.length - a.length)
    .map((phrase) => phrase.replaceAll(" ", " {1,2}"))
    .join("|");
}
