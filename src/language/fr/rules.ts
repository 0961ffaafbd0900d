import type { LanguageRules } from "../types/rules.ts";

/** How statements are read in French. */
export const rules: LanguageRules = {
  code: "fr",
  capitalNouns: false,
  words:
    "viens regarde attends dis allez tiens le la les l un une des de du d au aux à en et ou où que qui qu avec pour par sans sur entre depuis si non oui ne n pas plus est sont suis es était être ai as a avons ont j je tu il elle nous vous ils elles on me m te t se s lui leur mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces c ça cela très trop moins aussi déjà toujours jamais mais parce car comme quand quoi quel quelle tout tous toute toutes chaque autre habite vis vit travaille aime adore déteste préfère veux vais va allons appelle née né étudie parle fais fait utilise mange bois note souviens retiens oublie aujourd'hui demain hier maintenant ici là mieux rien bien mal deux trois ans jour allergique personne gens sœur frère donc décidé moi dans chez fils fille mère père",
  markers: {
    fillers:
      "maintenant,?(?= (?:j'ai|on a|nous avons|je conduis|je roule|il a|elle a) )|bon|ben|bah|eh bien|alors|écoute|écoutez|tu sais|tu vois|euh+|hum+|ah|oh|salut|bonjour|bonsoir|coucou|au fait|d'ailleurs|en plus|aussi,|et|c'est-à-dire|en fait(?= j| je| mon| ma| nous| on)|à vrai dire|franchement|honnêtement|enfin|bref|voilà|oui|ouais|parfait|génial|super|merci|ok|okay|d'accord|donc|du coup|pour info|pour que tu saches|sache que|il faut que tu saches que|comme je (?:te l'ai dit|disais|t'ai dit)|je voulais (?:te dire|dire)(?: que)?|je veux que tu saches que|autre chose|une chose|parce que|car|mais|surtout|personnellement|heureusement|malheureusement|important|très important|(?:selon |d'après )?(?:le|la|mon|ma|l')(?: ?)(?:médecin|docteure?|allergologue|dermatologue|dermato|nutritionniste|dentiste|gynéco|cardiologue)(?: (?:dit|pense|m'a dit|vient de me dire|m'a confirmé) qu[e']|,)|(?:on (?:m'a|vient de me) (?:dit|dire|confirmé|confirmer|appris)|les analyses disent|il paraît|il s'avère)(?: (?:chez le médecin|à l'hôpital))? que(?= (?:je (?:suis|ne)|j'ai|mon \\p{L}+ (?:est|a)|ma \\p{L}+ (?:est|a)) )|je dois (?:te )?dire que|tu sais quoi|moi|pour ma part|quant à moi",
    tails:
      "s'il te plaît|s'il vous plaît|stp|svp|merci|tu sais|tu vois|ok|d'accord|hein|quoi|voilà|bien sûr|au fait|en fait|haha+|mdr|et tout",
    material:
      "(?:s'il te plaît,? )?(?:(?:peux-tu|pourrais-tu|tu peux|pouvez-vous) (?:me )?)?(?:traduis|traduire|traduisez|corrige|corriger|résume|résumer|réécris|réécrire|reformule|reformuler|écris(?:-moi)?|écrire|rédige(?:-moi)?|rédiger|raconte-moi une?|fais semblant|imagine|imaginons|supposons|fais comme si|agis comme|tu es maintenant|dans mon (?:roman|livre|conte|rêve)|dans mon histoire|dans (?:la|le|cette|ce) (?:roman|conte|chanson|film|jeu|histoire)|mon personnage|le héros|il était une fois|voici (?:un|une|le|la|mon) (?:texte|mail|message|lettre|article|erreur|code)|(?:la chanson|la lettre|les paroles) (?:dit|disent)|comment dit-on|comment on dit|que signifie|que veut dire|ch(?:er|ère)s? (?:monsieur|madame|collègues?|\\p{Lu}))",
    takeBack:
      "(?:non,? |ah,? |attends,? |bon,? |pardon,? |oh,? )*(?:oublie(?: ça| cela| ce que j'ai dit| ce que je viens de dire)?(?=[ ,.]*$|,|\\.)|oubliez (?:ça|cela)|laisse tomber|laisse(?=[ ,.]*$)|peu importe|ce n'est pas grave|c'est pas grave|c'est une blague|c'était une blague|je (?:plaisante|rigole|plaisantais|rigolais)|je retire ce que j'ai dit|ce n'était pas vrai|pas ça|efface ça|je n'ai rien dit|oublie ce que j'ai dit)",
    offRecord:
      "(?:ne )?(?:note|retiens|enregistre|garde|sauvegarde|mémorise|notez|retenez) pas (?:ça|cela|ceci|ce que)|(?:ne |n')?(?:le |l')(?:note|retiens|enregistre|garde|mémorise|écris) pas|(?:ça |cela )?reste entre nous|que ça reste entre nous|entre nous|entre toi et moi|off the record|(?:pas la peine|inutile) de (?:noter|retenir|enregistrer)",
    forget:
      "(?:(?:s'il te plaît|s'il vous plaît|stp),? |(?:peux-tu|tu peux|pourrais-tu|pouvez-vous|je veux que tu|j'aimerais que tu|il faut) )*(?:oubli(?:e[srz]?)(?! pas| jamais)|(?:efface|supprime) (?:que|le fait que|ce que|la note))",
    correction:
      "(?:non,? |ah,? |oh,? |oups,? |attends,? |pardon,? |désolée?,? |bon,? |ben,? )*(?:en fait(?: non)?|en réalité|non(?= ?[,.:;…–-])|pardon|désolée?|attends|plutôt|ou plutôt|je veux dire|je voulais dire|je corrige|je me suis trompée?|erreur|(?:ce n'est|c'est) plus (?:vrai|le cas)|(?:ce n'est|c'est) pas (?:vrai|exact|correct|juste)|ça a changé|changement de programme|changement de plans?|j'ai changé d'(?:avis|idée)|on a changé d'(?:avis|idée)|finalement(?: non,)?(?!,? (?:on|nous|je|j'|ce sera|c'est décidé)))(?:[ ,.:;-]+(?:en fait|je voulais dire|je veux dire|c'est(?= (?:le|la|à|en|lun|mar|mer|jeu|ven|sam|dim|\\d))|c'était|ce sera|pardon|plutôt|mais))*",
    keep: "(?:et |oui,? |ok,? |s'il te plaît,? )*(?:(?:souviens-toi|rappelle-toi)(?: de ça| en)?|souviens-t'en|note(?:-le| ça| cela| bien)|retiens(?:-le| ça| bien)|n'oublie pas(?: ça)?|garde ça en (?:tête|mémoire)|garde-le|prends note|enregistre ça)(?: s'il te plaît)?",
    offer:
      "(?:alors |ok,? )*(?:tu veux que je|veux-tu que je|voulez-vous que je|je peux|puis-je|dois-je|je) (?:le )?(?:note|noter|retienne|retenir|retiens|garde|garder|enregistre|enregistrer|mémorise|mémoriser)(?: donc)? (?:que|qu')",
  },
  dates: {
    days: "premier,un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt vingt_et_un,vingt-et-un vingt-deux,vingt_deux vingt-trois,vingt_trois vingt-quatre,vingt_quatre vingt-cinq,vingt_cinq vingt-six,vingt_six vingt-sept,vingt_sept vingt-huit,vingt_huit vingt-neuf,vingt_neuf trente trente_et_un,trente-et-un",
    absolute: ["(?:le |pour le )?(?:{wd},? )?(?:le )?{d}(?:er)? {month}(?: {y})?"],
    dayOnly: [],
    relative: [
      ["après-demain", 2],
      ["avant-hier", -2],
      ["demain(?: (?=matin|soir|midi|après-midi))?", 1],
      ["hier", -1],
      ["dans {n} jours?", 1],
      ["dans {n} semaines?", 7],
      ["il y a {n} jours?", -1],
      ["il y a {n} semaines?", -7],
    ],
    weekdayOfNextWeek: ["{wd} de la semaine prochaine", "{wd} en huit"],
    lastWeekday: ["{wd} dernier"],
    nextWeekday: [
      "(?<!le |tous les |les |chaque )(?:ce )?{wd}(?: prochain| qui vient)?",
      "(?:le |ce )?{wd} (?:prochain|qui vient)",
    ],
    past: {
      week: "la semaine dernière|la semaine passée",
      month: "le mois dernier|le mois passé",
      year: "l'an dernier|l'année dernière|l'an passé|l'année passée",
      monthsAgo: "(?:(?:il )?y a|ça fait) {n} mois",
      yearsAgo: "(?:(?:il )?y a|ça fait) {n} (?:ans?|années?)",
      named: "(?:en )?{month} dernier",
      inMonth: "(?:en |au mois de |au mois d')(?:{month})(?! \\d)",
      inYear: "en",
    },
    seasons: {
      names: "printemps été automne",
      next: "{season} prochain",
      last: "{season} dernier",
      current: "cet(?:te)? {season}",
      written: "{season} {year}",
    },
    feasts: {
      names:
        "12-25:noël 12-24:réveillon_de_noël 12-31:saint-sylvestre 01-01:jour_de_l'an,nouvel_an 01-06:épiphanie 11-01:toussaint,la_toussaint 07-14:fête_nationale 08-15:assomption,le_15_août 06-24:saint-jean 02-14:saint-valentin 10-31:halloween easter+0:pâques easter+1:lundi_de_pâques easter+39:ascension easter+49:pentecôte easter-47:mardi_gras",
      thisYear: "cette année",
    },
    nextWeek: "la semaine prochaine",
    nextMonth: "le mois prochain",
    nextYear: "l'année prochaine|l'an prochain",
    monthOnly: ["(?:avant|d'ici|depuis) {month}(?! de \\d| \\d)"],
    recurring:
      "chaque|tous les|toutes les|les (?:{weekday})s?|le (?:{weekday})(?! prochain| qui vient| \\d| \\p{L}+ (?:{months}))|quotidien|quotidiennement|(?:une fois|deux fois|trois fois|fois) par (?:jour|semaine|mois|an)|par (?:jour|semaine|mois|an)|le matin|le soir|en semaine|le week-end|en (?:été|hiver)|l'été(?! prochain| dernier)|l'hiver(?! prochain| dernier)|au (?:petit-déjeuner|petit déjeuner|dîner|déjeuner)|avant de dormir",
    time: "(?:à (?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?(?: et demie)?|à \\d[\\d:.]*(?: ?h(?:eures?)?\\d*)?(?: du (?:matin|soir))?|à midi|matin|soir|après-midi|au matin),?",
    today: "aujourd['’]hui|ce (?:matin|soir)|cet après-midi",
    halves: ["(?:du )?matin", "(?:de l['’])?après-midi|(?:du )?soir"],
    clock: {
      each: "chaque|tous les|toutes les|quotidiennement",
      after: ["à {h} heures?(?: et)? {n}"],
      before: ["à {h} heures? moins (?:le )?{n}"],
      parts: "30:demie,demi 15:quart",
      spans: [
        ["dans une heure et demie", 90],
        ["dans une demi-heure", 30],
        ["dans un quart d['’]heure", 15],
        ["dans {n} heures?", 60],
        ["dans {n} min(?:ute)?s?", 1],
      ],
    },
    smallWeekdays: true,
    on: "le",
    weekOf: "la semaine du",
    inMonth: "en",
    beforeYear: " ",
  },
  remember: [
    "(?:s'il te plaît,? |stp,? )?(?:(?:peux-tu|tu peux|pourrais-tu|je veux que tu|j'aimerais que tu) (?:te )?)?(?:souviens-toi|souvenir|souviennes|rappelle-toi|rappelle-moi|rappeler|retiens|retenir|retiennes|note(?:s)?|noter|n'oublie pas|oublie pas|n'oubliez pas|mémorise|garde en (?:tête|mémoire)|prends note|sache|enregistre|souvenez-vous|notez)(?: bien)?(?:,? s'il te plaît,?)? (?:que |qu')(.+)",
    "(?:s'il te plaît,? )?(?:souviens-toi(?: de ça)?|note(?: bien| ça)?|retiens(?: ça)?|n'oublie pas|mémorise(?: ça)?|à noter|à retenir|pour mémoire)(?: ?[:,]| -) ?(.+)",
    "(?:s'il te plaît,? )?(?:n'oublie pas|retiens|note) ((?:mon|ma|mes|le|la|les|l'|notre|nos) ?.+)",
  ],
  relations:
    "sœur soeur frère mère maman père papa femme épouse mari époux compagnon compagne conjoint conjointe copine petite_amie copain petit_ami fiancé fiancée fils fille enfants les_enfants jumeaux jumelles les_jumeaux les_jumelles sœurs soeurs frères cousins cousines amis amies potes grands-parents beaux-parents petits-enfants petit petite cadet cadette le_petit la_petite le_cadet la_cadette benjamin benjamine aîné aînée grand grande l'aîné l'aînée beau-fils belle-fille invités les_invités un_des_invités une_des_invitées l'invité l'invitée un_invité une_invitée bébé parents grand-mère mamie mémé grand-père papi papy pépé tante tata oncle tonton cousin cousine neveu nièce petit-fils petite-fille belle-mère beau-père beau-frère belle-sœur ami amie pote voisin voisine voisins voisines le_voisin la_voisine les_voisins les_voisines colocataire coloc chef cheffe patron patronne collègue professeur professeure maîtresse prof chien chienne le_chien la_chienne chat chatte chaton le_chat la_chatte animal lapin perroquet cheval tortue médecin dentiste propriétaire jumeau jumelle marraine parrain",
  my: "mon|ma|mes|notre|nos",
  the: "le|la|l'|les|un|une",
  pronouns: "elle|il(?! (?:y|faut|pleut|fait|neige|est (?:temps|possible)) )|son|sa|ses",
  mine: "je|j'\\p{L}+|moi|mon|ma|mes|me|m'\\p{L}+|nous|notre|nos|mien|mienne",
  past: "hier|était|étais|étions|avait|avais|dernier|dernière|il y a \\S+ (?:jours?|semaines?|mois|ans?)|(?:j'ai|(?<!y )a|avons|avez|ont|(?:me |m'|s'|se |nous )(?:suis|est|sommes|sont)) (?:(?:déjà|enfin|bien|tout) )?(?!été (?:reporté|déplacé|repoussé|décalé|avancé|fixé))\\p{L}*(?:é|fait|vu|pris|mis|eu|vendu|perdu|rendu|tenu|venu|reçu|ouvert|dit|écrit|connu|fini|choisi|réussi|senti|dormi|servi|suivi)e?s?|(?:suis|est|sommes|sont) (?:all|arriv|entr|rentr|retourn|mont|tomb|rest|décéd|n|mort|part|sort|ven|reven|dev)[a-z]*(?:é|i|u|t)e?s?",
  connectors: "et|mais|donc|parce que|car|alors que|et aussi|et puis|tandis que|du coup",
};
