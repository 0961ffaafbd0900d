import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

/** How statements are made in French. */
export const rules: LanguageRules = {
  code: "fr",
  verbFinal: false,
  words:
    "viens regarde attends dis allez tiens le la les l un une des de du d au aux à en et ou où que qui qu avec pour par sans sur entre depuis si non oui ne n pas plus est sont suis es était être ai as a avons ont j je tu il elle nous vous ils elles on me m te t se s lui leur mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces c ça cela très trop moins aussi déjà toujours jamais mais parce car comme quand quoi quel quelle tout tous toute toutes chaque autre habite vis vit travaille aime adore déteste préfère veux vais va allons appelle née né étudie parle fais fait utilise mange bois note souviens retiens oublie aujourd'hui demain hier maintenant ici là mieux rien bien mal deux trois ans jour allergique personne gens sœur frère donc décidé moi dans chez fils fille mère père",
  markers: {
    fillers:
      "maintenant,?(?= (?:j'ai|on a|nous avons|je conduis|je roule|il a|elle a) )|bon|ben|bah|eh bien|alors|écoute|écoutez|tu sais|tu vois|euh+|hum+|ah|oh|salut|bonjour|bonsoir|coucou|au fait|d'ailleurs|en plus|aussi,|et|c'est-à-dire|en fait(?= j| je| mon| ma| nous| on)|à vrai dire|franchement|honnêtement|enfin|bref|voilà|oui|ouais|parfait|génial|super|merci|ok|okay|d'accord|donc|du coup|pour info|pour que tu saches|sache que|il faut que tu saches que|comme je (?:te l'ai dit|disais|t'ai dit)|je voulais (?:te dire|dire)(?: que)?|je veux que tu saches que|autre chose|une chose|parce que|car|mais|surtout|personnellement|heureusement|malheureusement|important|très important|(?:selon |d'après )?(?:le|la|mon|ma|l')(?: ?)(?:médecin|docteure?|allergologue|dermatologue|dermato|nutritionniste|dentiste|gynéco|cardiologue)(?: (?:dit|pense|m'a dit|vient de me dire|m'a confirmé) qu[e']|,)|(?:on (?:m'a|vient de me) (?:dit|dire|confirmé|confirmer|appris)|les analyses disent|il paraît|il s'avère)(?: (?:chez le médecin|à l'hôpital))? que(?= (?:je (?:suis|ne)|j'ai|mon \\p{L}+ (?:est|a)|ma \\p{L}+ (?:est|a)) )|je dois (?:te )?dire que|tu sais quoi|moi|pour ma part|quant à moi",
    tails:
      "s'il te plaît|s'il vous plaît|stp|svp|merci|tu sais|tu vois|ok|d'accord|hein|quoi|voilà|bien sûr|au fait|en fait|haha+|mdr|et tout",
    question:
      "(?:qu'est-ce|est-ce|qui|que|quoi|quel|quelle|quels|quelles|quand(?! (?:il|je|nous|on))|où|comment|pourquoi|combien|à quelle|de quel|avec qui|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|peut-on|tu peux|tu pourrais|sais-tu|tu sais (?:si|où|quand|comment|quel)|as-tu|y a-t-il|tu as|tu connais|connais-tu|crois-tu|penses-tu|tu crois|tu penses|une idée|une recette|te souviens-tu|tu te souviens|faut-il|dois-je|puis-je|c'est quoi)|je me demande|je ne sais pas (?:si|ce que|comment|quand|où|pourquoi)|je sais pas (?:si|ce que|comment|quand|où)|dis-moi|j'aimerais savoir|je voudrais savoir|je veux savoir|donne-moi|aide-moi|recommande-moi|explique-moi|montre-moi",
    hypothetical:
      "si (?:j'avais|j'étais|je pouvais|je vivais|j'habitais|je gagnais|on avait|on était|nous avions)|(?:j'aurais|je serais|je pourrais|je ferais|j'irais|je vivrais|je voudrais|j'aimerais|j'adorerais|je préférerais|j'achèterais|on pourrait|on irait|nous pourrions|nous irions|il faudrait)|peut-être|probablement|sans doute|supposons|imagine|imaginons|il se peut|je pense que|je crois que|je suppose|j'imagine|je pense à|on pense à|j'envisage|on envisage|je ne sais pas|je sais pas|comme si|en théorie|un jour|je ne crois pas|je doute|aucune idée|j'espère que|je ne suis pas sûre?|pas sûre?|serait|aurait",
    command:
      "(?:s'il te plaît,? )?(?:mets|allume|éteins|ouvre|ferme|montre|cherche|trouve|ajoute|envoie|joue (?!du|de|au|à)|arrête|réserve|achète|commande|lis|calcule|compare|réveille-moi|annule|efface|supprime|ignore|répète|chante|fais|fais-moi|crée|génère|recommande|suggère|explique|préviens-moi|rappelle-moi d)",
    material:
      "(?:s'il te plaît,? )?(?:(?:peux-tu|pourrais-tu|tu peux|pouvez-vous) (?:me )?)?(?:traduis|traduire|traduisez|corrige|corriger|résume|résumer|réécris|réécrire|reformule|reformuler|écris(?:-moi)?|écrire|rédige(?:-moi)?|rédiger|raconte-moi une?|fais semblant|imagine|imaginons|supposons|fais comme si|agis comme|tu es maintenant|dans mon (?:roman|livre|conte|rêve)|dans mon histoire|dans (?:la|le|cette|ce) (?:roman|conte|chanson|film|jeu|histoire)|mon personnage|le héros|il était une fois|voici (?:un|une|le|la|mon) (?:texte|mail|message|lettre|article|erreur|code)|(?:la chanson|la lettre|les paroles) (?:dit|disent)|comment dit-on|comment on dit|que signifie|que veut dire|ch(?:er|ère)s? (?:monsieur|madame|collègues?|\\p{Lu}))",
    reported:
      "tu (?:m'as dit|m'avais dit|as dit)|vous (?:m'avez|avez) dit|comme tu (?:as|l'as) dit|selon|d'après|tu sais que j'|(?:dit|disent|a dit|ont dit|croit|pense|pensent|prétend|affirme) qu[e']|m'a (?:dit|demandé|raconté) (?:que|si|qu')|j'ai (?:lu|entendu|vu) (?:que|qu')|c'est une blague|quand j'étais (?:petite?|enfant|jeune)|j'ai rêvé|petite?, je (?!vivais|habitais)|enfant, je (?!vivais|habitais)|avant,? (?:je |j'|on )(?!vivais|habitais|vivait|habitait|travaillais)",
    temporary:
      "aujourd'hui|ce (?:matin|soir|midi)|cet après-midi|cette (?:semaine|fois|nuit)|en ce moment|pour l'instant|pour le moment|tout de suite|là maintenant|ces jours-ci",
    takeBack:
      "(?:non,? |ah,? |attends,? |bon,? |pardon,? |oh,? )*(?:oublie(?: ça| cela| ce que j'ai dit| ce que je viens de dire)?(?=[ ,.]*$|,|\\.)|oubliez (?:ça|cela)|laisse tomber|laisse(?=[ ,.]*$)|peu importe|ce n'est pas grave|c'est pas grave|c'est une blague|c'était une blague|je (?:plaisante|rigole|plaisantais|rigolais)|je retire ce que j'ai dit|ce n'était pas vrai|pas ça|efface ça|je n'ai rien dit|oublie ce que j'ai dit)",
    offRecord:
      "(?:ne )?(?:note|retiens|enregistre|garde|sauvegarde|mémorise|notez|retenez) pas (?:ça|cela|ceci|ce que)|(?:ne |n')?(?:le |l')(?:note|retiens|enregistre|garde|mémorise|écris) pas|(?:ça |cela )?reste entre nous|que ça reste entre nous|entre nous|entre toi et moi|off the record|(?:pas la peine|inutile) de (?:noter|retenir|enregistrer)",
    forget:
      "(?:(?:s'il te plaît|s'il vous plaît|stp),? |(?:peux-tu|tu peux|pourrais-tu|pouvez-vous|je veux que tu|j'aimerais que tu|il faut) )*(?:oubli(?:e[srz]?)(?! pas| jamais)|(?:efface|supprime) (?:que|le fait que|ce que|la note))",
    noMore: "n(?:e |')\\S+ plus",
    correction:
      "(?:non,? |ah,? |oh,? |oups,? |attends,? |pardon,? |désolée?,? |bon,? |ben,? )*(?:en fait(?: non)?|en réalité|non(?= ?[,.:;…–-])|pardon|désolée?|attends|plutôt|ou plutôt|je veux dire|je voulais dire|je corrige|je me suis trompée?|erreur|(?:ce n'est|c'est) plus (?:vrai|le cas)|(?:ce n'est|c'est) pas (?:vrai|exact|correct|juste)|ça a changé|changement de programme|changement de plans?|j'ai changé d'(?:avis|idée)|on a changé d'(?:avis|idée)|finalement(?: non,)?(?!,? (?:on|nous|je|j'|ce sera|c'est décidé)))(?:[ ,.:;-]+(?:en fait|je voulais dire|je veux dire|c'est(?= (?:le|la|à|en|lun|mar|mer|jeu|ven|sam|dim|\\d))|c'était|ce sera|pardon|plutôt|mais))*",
    notButs: [
      "(?:non,? |pardon,? |en fait,? )*(?:(?:ce n'est|c'est|c'était) )?pas (?:le |la |à |en )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:mais|c'est|c'était|plutôt|je voulais dire)(?: le| la| à| en)? (?<new>[^,;]{1,40})",
      "(?:non,? |pardon,? |en fait,? )*pas (?:le |la |à )?(?<old>[^,;]{1,40}?), (?:le |la |à )?(?<new>[^,;]{1,40})",
      "(?:non,? |pardon,? |en fait,? )*(?:c'est |c'était |je voulais dire )?(?:le |la )?(?<new>[^,;]{1,40}?),? (?:et pas|pas|au lieu de|plutôt que) (?:le |la )?(?<old>[^,;]{1,40})",
    ],
    agree:
      "(?:(?:oui|ok|parfait|génial|super|bien sûr|exactement|très bien|d'accord|entendu|excellent|bonne idée|ça marche)[ ,.!]*)*(?:note(?:-le|-la| ça| cela)?|retiens(?:-le| ça)|garde ça|faisons (?:ça|comme ça|cela)|on fait (?:ça|comme ça)|on va faire (?:ça|comme ça)|je (?:fais|vais faire|ferai) (?:ça|comme ça)|vas-y|allons-y|marché conclu|entendu|d'accord|ça me va|ça marche|ça me convient|bonne idée|très bonne idée|parfait|c'est décidé|adjugé)(?=[ ,.!]*(?:$|,|merci|s'il|alors|donc))",
    yes: "oui(?: s'il te plaît| merci| exactement| bien sûr)?|ouais|bien sûr|exactement|exact|correct|c'est ça|tout à fait|volontiers|absolument",
    but: "mais|non|pas|sauf|excepté|peut-être|plutôt|plus tard|attends|\\?",
    keep: "(?:et |oui,? |ok,? |s'il te plaît,? )*(?:(?:souviens-toi|rappelle-toi)(?: de ça| en)?|souviens-t'en|note(?:-le| ça| cela| bien)|retiens(?:-le| ça| bien)|n'oublie pas(?: ça)?|garde ça en (?:tête|mémoire)|garde-le|prends note|enregistre ça)(?: s'il te plaît)?",
    propose:
      "(?:alors |donc |bon,? |peut-être )*(?:que dirais-tu de|que dirais-tu d'|et si|je (?:te |vous )?(?:propose|suggère|recommande|conseille)(?: de| d'| que)?|ma proposition est(?: de)?|pourquoi ne pas|on pourrait|tu pourrais|nous pourrions|on devrait|tu devrais|on peut|ça te dit de|ça te va si)(?! (?:aider|dire|voir))",
    pointing: "en \\p{L}+er|une? (?:pour|à|chez|de) .*|ça|cela|y|celui-\\p{L}+|celle-\\p{L}+",
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
  lists: {
    day: "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|aujourd'hui|hier|\\d{1,2}(?:er)? (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|semaine prochaine|mois prochain|dans \\S+ (?:jours?|semaines?)|ce soir|ce matin)(?![\\p{L}\\p{N}])",
    someday:
      "(?:en|au mois de|au mois d'|à la|début|mi-|fin|pour|à|au|cet|cette|ce|l') ?(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|pâques|noël|nouvel an|carnaval|toussaint|printemps|été|automne|hiver|rentrée|vacances (?:de|d')\\p{L}+)(?: prochaine?)?|l'(?:année|an) prochaine?|l'été prochain|l'hiver prochain|le printemps prochain",
    usual:
      "toujours|jamais|chaque|tous|toutes|d'habitude|normalement|parfois|avant|souvent|allée?s?|était|étaient|étions",
    do: "utilise|mange|mangeons|bois|buvons|prends|prenons|prend|cuisine|cuisinons|achète|achetons|vais|va|allons|dors|lève|couche|porte|cours|court|courons|marche|travaille|travaillons|lis|lit|regarde|regardons|écoute|fais|fait|faisons|voyage|dîne|dînons|déjeune|déjeunons|joue|jouons|nage|entraîne|visite|appelle|nettoie|sors|sort|arrose|étudie|ai|a|avons|télétravaille|chante|chantons|répète|répétons|promène|garde|récupère|commande|boit",
    does: "utilise|mange|boit|prend|cuisine|achète|va|dort|se lève|se réveille|se couche|porte|court|marche|travaille|lit|regarde|écoute|met|garde|laisse|fait|paie|voyage|dîne|déjeune|joue|nage|s'entraîne|visite|nettoie|sort|conduit|arrose|étudie|commande|ajoute|goûte|prépare|récupère|promène|appelle|vient|passe|a",
    course:
      "(?:cp|ce1|ce2|cm1|cm2)(?: .*)?|(?:en )?(?:sixième|cinquième|quatrième|troisième|seconde|première|terminale)(?: [^d].*)?|(?:petite|moyenne|grande) section.*|(?:une |un )?(?:licence|master|thèse|bts|but|prépa|doctorat)(?: .*)?|(?:de la |du |des |en )?(?:médecine|droit|physique|psychologie|architecture|ingénierie|école d'ingénieurs?)(?: .*)?|maternelle(?: .*)?|fac(?: .*)?|lycée(?: .*)?|collège(?: .*)?",
    colour:
      "blanc|blanche|noire?|bleue?|verte?|rouge|jaune|grise?|rose|orange|violette?|beige|marron|crème|turquoise|bordeaux|ocre|lilas",
    role: "professeure?|prof|pédiatre|entraîneu(?:r|se)|jardini(?:er|ère)|nounou|gynécologue|dermatologue|dermato|psychiatre|ophtalmo|ostéo|ostéopathe|orthodontiste|conseill(?:er|ère)|comptable|architecte|gardienn?e?|concierge|maîtresse|maître|direct(?:eur|rice)|monit(?:eur|rice)|garagiste|bouch(?:er|ère)|boulang(?:er|ère)|peintre|maçon|cardiologue|neurologue|sage-femme|notaire|collègue|baby-sitter|femme de ménage|orthophoniste|menuisier",
    model:
      "Seat|Ford|Fiat|Volvo|Toyota|Honda|Tesla|Audi|BMW|Opel|Kia|Renault|Citro[eë]n|Peugeot|Dacia|Nissan|Skoda|Volkswagen|Mazda|Hyundai|Mini|Suzuki|Mercedes|Clio|Zo[ée]|Mégane|Twingo|Scénic|Captur|Kangoo|Kadjar|208|308|2008|3008|5008|C3|C4|Berlingo|Sandero|Duster|Spring|Golf|Polo|Yaris|Corsa|Fiesta|Panda|Leaf|Ibiza|Juke",
    diet: "végétarien(?:ne)?s?.*|végane?s?.*|vegan.*|végétalien(?:ne)?.*|cœliaque.*|coeliaque.*|pescétarien(?:ne)?.*|flexitarien(?:ne)?.*|halal.*|casher.*",
    ill: "diabétique.*|asthmatique.*|épileptique.*|hypertendue?.*|autiste.*|dyslexique.*|bipolaire.*|cœliaque.*|migraineu(?:x|se).*",
    illness:
      "asthme.*|diabète.*|migraines?.*|épilepsie|arthrite|arthrose|tdah|dépression|anxiété|eczéma|psoriasis|hypothyroïdie|hyperthyroïdie|maladie .+|endométriose|pacemaker|hypertension|tension.*|cholestérol.*|apnée.*|acouphènes|scoliose|vertiges|insomnies?|reflux|goutte|anémie|hernie.*|fibromyalgie|rhumatismes?|ostéoporose|dyslexie|cancer.*|alzheimer|parkinson|sclérose.*|glaucome|cataracte|autisme|rhume des foins|problèmes? (?:de dos|au genou|de genou|cardiaques?|de thyroïde|au cœur).*",
    medicine:
      "mg.*|milligrammes.*|comprimés?.*|cachets?.*|gouttes.*|inhalateur.*|ventoline.*|insuline.*|antidépresseurs?.*|antihistaminiques?.*|anticoagulants?.*|statines?.*|ibuprofène.*|paracétamol.*|doliprane.*|aspirine.*|médicaments? (?:pour|contre) .+|lévothyrox.*|metformine.*|oméprazole.*|sertraline.*|vitamine .*|fer$|cortisone.*|la pilule.*|pilule.*|\\p{L}+(?:pril|sartan|olol|statine|oxétine|prazole|zépam).*",
    job: "professeure?|prof|enseignante?|instit(?:uteur|utrice)?|infirmi(?:er|ère)|médecin|ingénieure?|avocate?|architecte|boulang(?:er|ère)|menuisi(?:er|ère)|cuisini(?:er|ère)|serveu(?:r|se)|program(?:meur|meuse)|développeu(?:r|se)|designer|écrivaine?|traduct(?:eur|rice)|musicien(?:ne)?|étudiante?|journaliste|dentiste|psychologue|thérapeute|kiné|kinésithérapeute|comptable|consultante?|électricienn?e?|plombi(?:er|ère)|mécanicien(?:ne)?|jardini(?:er|ère)|agricult(?:eur|rice)|photographe|peintre|coiffeu(?:r|se)|bibliothécaire|secrétaire|vendeu(?:r|se)|caissi(?:er|ère)|polici(?:er|ère)|pompi(?:er|ère)|soldat|pilote|hôtesse de l'air|maçon|chirurgien(?:ne)?|économiste|direct(?:eur|rice)|édit(?:eur|rice)|artiste|act(?:eur|rice)|comédien(?:ne)?|chant(?:eur|euse)|danseu(?:r|se)|entraîneu(?:r|se)|technicien(?:ne)?|analyste|fact(?:eur|rice)|bouch(?:er|ère)|sage-femme|juge|notaire|chercheu(?:r|se)|scientifique|biologiste|chimiste|physicien(?:ne)?|pharmacien(?:ne)?|vétérinaire|historien(?:ne)?|philosophe|mathématicien(?:ne)?|fonctionnaire|assistante? sociale?|orthophoniste|libraire|chauffeur|fleuriste",
    tongue:
      "(?:un peu |bien |très bien )?(?:l'|le )?(?:anglais|espagnol|catalan|français|allemand|italien|portugais|galicien|basque|arabe|chinois|japonais|coréen|russe|polonais|néerlandais|suédois|norvégien|danois|grec|turc|roumain|ukrainien|hindi|hébreu|latin|breton|occitan|corse|alsacien).*",
    kin: "fils.*|filles?.*|enfants?.*|frères?.*|sœurs?.*|soeurs?.*|jumeaux.*|jumelles.*|petits-enfants.*|petit-fils.*|petite-fille.*|neveux?.*|nièces?.*|copine?.*|femme.*|mari.*|cousine?s?.*|bébé.*|gosses?.*",
    pet: "chiens?.*|chiennes?.*|chats?.*|chattes?.*|chatons?.*|lapins?.*|hamsters?.*|perroquets?.*|canaris?.*|tortues?.*|chev(?:al|aux).*|poneys?.*|poules?.*|poissons?.*|cochons? d'inde.*|perruches?.*",
    play: "guitare.*|piano.*|violon.*|violoncelle.*|batterie.*|basse.*|flûte.*|saxo.*|trompette.*|clarinette.*|ukulélé.*|accordéon.*|foot.*|tennis.*|basket.*|échecs.*|padel.*|volley.*|rugby.*|golf.*|hand.*|hockey.*|badminton.*|pétanque.*|jeux vidéo.*|cartes.*",
    sport:
      "yoga.*|pilates.*|natation.*|randonnée.*|escalade.*|vélo.*|cyclisme.*|judo.*|karaté.*|boxe.*|surf.*|ski.*|voile.*|aviron.*|danse.*|ballet.*|gymnastique.*|gym.*|course à pied.*|athlétisme.*|poterie.*|théâtre.*|équitation.*|musculation.*|chant.*|chorale.*",
  },
  rows,
  remember: [
    "(?:s'il te plaît,? |stp,? )?(?:(?:peux-tu|tu peux|pourrais-tu|je veux que tu|j'aimerais que tu) (?:te )?)?(?:souviens-toi|souvenir|souviennes|rappelle-toi|rappelle-moi|rappeler|retiens|retenir|retiennes|note(?:s)?|noter|n'oublie pas|oublie pas|n'oubliez pas|mémorise|garde en (?:tête|mémoire)|prends note|sache|enregistre|souvenez-vous|notez)(?: bien)?(?:,? s'il te plaît,?)? (?:que |qu')(.+)",
    "(?:s'il te plaît,? )?(?:souviens-toi(?: de ça)?|note(?: bien| ça)?|retiens(?: ça)?|n'oublie pas|mémorise(?: ça)?|à noter|à retenir|pour mémoire)(?: ?[:,]| -) ?(.+)",
    "(?:s'il te plaît,? )?(?:n'oublie pas|retiens|note) ((?:mon|ma|mes|le|la|les|l'|notre|nos) ?.+)",
  ],
  ended: [
    ["je ne (\\S+) plus (.+)", "je $1 $2", ""],
    ["je n'(\\S+) plus (.+)", "j'$1 $2", ""],
    ["j'ai arrêté de (?:manger|boire) (.+)", "je ne mange pas $1", ""],
  ],
  habits:
    "utilise>utilise mange>mange bois>boit prends>prend cuisine>cuisine achète>achète vais>va dors>dort me_lève>se_lève me_réveille>se_réveille me_couche>se_couche porte>porte cours>court marche>marche travaille>travaille lis>lit regarde>regarde écoute>écoute mets>met garde>garde laisse>laisse fais>fait paie>paie voyage>voyage dîne>dîne déjeune>déjeune ajoute>ajoute joue>joue nage>nage m'entraîne>s'entraîne visite>visite appelle>appelle nettoie>nettoie sors>sort conduis>conduit arrose>arrose étudie>étudie commence>commence commande>commande ai>a utilisons> mangeons> buvons> prenons> allons> faisons> mettons> achetons> achète> boit> fait> met> prend> va> va>",
  habitSubject:
    "(?:(?:le [\\p{L}-]+|chaque [\\p{L}-]+|tous les [\\p{L}-]+|à la maison|chez nous|au [\\p{L}-]+),? )?(?:je ne |je n'|je |j'|nous |on |on ne )",
  habitAdverbs:
    "toujours|jamais|normalement|d'habitude|généralement|presque toujours|souvent|seulement",
  relations:
    "sister:sœur,soeur brother:frère mother:mère,maman father:père,papa wife:femme,épouse husband:mari,époux partner:compagnon,compagne,conjoint,conjointe girlfriend:copine,petite_amie boyfriend:copain,petit_ami fiance:fiancé,fiancée son:fils daughter:fille children:enfants,les_enfants twins:jumeaux,jumelles,les_jumeaux,les_jumelles sisters:sœurs,soeurs brothers:frères cousins:cousins,cousines friends:amis,amies,potes grandparents:grands-parents parents_in_law:beaux-parents grandchildren:petits-enfants youngest:petit,petite,cadet,cadette,le_petit,la_petite,le_cadet,la_cadette,benjamin,benjamine eldest:aîné,aînée,grand,grande,l'aîné,l'aînée stepson:beau-fils stepdaughter:belle-fille guests:invités,les_invités,un_des_invités,une_des_invitées guest:l'invité,l'invitée,un_invité,une_invitée baby:bébé parents:parents grandmother:grand-mère,mamie,mémé grandfather:grand-père,papi,papy,pépé aunt:tante,tata uncle:oncle,tonton cousin:cousin,cousine nephew:neveu niece:nièce grandson:petit-fils granddaughter:petite-fille mother_in_law:belle-mère father_in_law:beau-père brother_in_law:beau-frère sister_in_law:belle-sœur friend:ami,amie,pote neighbour:voisin,voisine,voisins,voisines,le_voisin,la_voisine,les_voisins,les_voisines flatmate:colocataire,coloc boss:chef,cheffe,patron,patronne colleague:collègue teacher:professeur,professeure,maîtresse,prof dog:chien,chienne,le_chien,la_chienne cat:chat,chatte,chaton,le_chat,la_chatte pet:animal rabbit:lapin parrot:perroquet horse:cheval tortoise:tortue doctor:médecin dentist:dentiste landlord:propriétaire twin:jumeau,jumelle godmother:marraine godfather:parrain",
  slots:
    "class:classe name:nom,nom_complet,prénom birthday:anniversaire,date_de_naissance,anniv home_address:adresse phone:téléphone,numéro_de_téléphone,numéro_de_portable,portable,numéro email:email,e-mail,mail,adresse_mail,adresse_e-mail id_number:numéro_de_sécu,numéro_de_sécurité_sociale,numéro_de_passeport employer:entreprise,employeur job:métier,travail,profession salary:salaire blood_type:groupe_sanguin shoe_size:pointure shirt_size:taille_de_chemise,taille_de_t-shirt trouser_size:taille_de_pantalon ring_size:tour_de_doigt clothes_size:taille height:taille_en_cm weight:poids car:voiture bike:vélo licence_plate:plaque,plaque_d'immatriculation,immatriculation wifi_name:nom_du_wifi,réseau_wifi,nom_du_wi-fi,wifi,wi-fi anniversary:anniversaire_de_mariage boss:chef,cheffe,patron,patronne doctor:médecin,médecin_traitant dentist:dentiste star_sign:signe,signe_astrologique mother_tongue:langue_maternelle hometown:ville_natale,village_natal postcode:code_postal locker_number:numéro_de_casier,casier member_number:numéro_d'adhérent insurance_number:numéro_de_police,numéro_d'assurance hobby:passe-temps,hobby school:école university:université,fac team:équipe vet:vétérinaire,véto plumber:plombier electrician:électricien hairdresser:coiffeur,coiffeuse physio:kiné lawyer:avocat,avocate babysitter:nounou,baby-sitter landlord:propriétaire teacher:professeur,professeure,prof,maîtresse,maître therapist:psy,psychologue saints_day:fête nationality:nationalité room:chambre seat:siège parking_spot:place_de_parking,place_de_garage emergency_contact:contact_d'urgence,personne_à_prévenir customer_number:numéro_de_client,numéro_client reservation_code:code_de_réservation,numéro_de_réservation,numéro_de_dossier charger_spot:borne,borne_de_recharge username:nom_d'utilisateur,identifiant",
  secrets:
    "wifi_password:mot_de_passe_du_wifi,mot_de_passe_wifi,code_du_wifi,code_wifi,clé_wifi,clé_du_wifi password:mot_de_passe pin:pin,code_pin card_number:numéro_de_carte,numéro_de_carte_bancaire,carte_bancaire,numéro_de_ma_carte cvv:cvv,cryptogramme,code_de_sécurité alarm_code:code_de_l'alarme,code_d'alarme door_code:code_de_la_porte,digicode,code_du_portail,code_de_la_grille,code_d'entrée,code_de_l'entrée,code_du_hall,code_de_la_résidence,code_porte,code_du_garage,code_de_l'immeuble safe_code:combinaison_du_coffre,code_du_coffre bank_account:iban,rib,numéro_de_compte",
  nouns:
    "colour:couleur food:nourriture,aliment dish:plat film:film book:livre song:chanson band:groupe singer:chanteur,chanteuse music:musique author:auteur,autrice,écrivain city:ville country:pays season:saison animal:animal fruit:fruit drink:boisson wine:vin tea:thé coffee:café sport:sport team:équipe restaurant:restaurant,resto game:jeu series:série place:endroit,lieu dessert:dessert cake:gâteau pizza:pizza ice_cream:glace flower:fleur number:chiffre,nombre,numéro day:jour spare_key:clé_de_secours,clef_de_secours,double_des_clés,double_de_clés,clé_de_rechange,double_de_la_clé keys:clés,clefs,clé passport:passeport,passeports first_aid_kit:trousse_de_secours documents:documents,papiers toolbox:boîte_à_outils,caisse_à_outils tools:outils charger:chargeur torch:lampe_de_poche,lampe_torche umbrella:parapluie suitcase:valise,valises",
  my: "mon|ma|mes|notre|nos",
  the: "le|la|l'|les|un|une",
  owned: [
    "(?:c'est )?(?:le )?(?<o>\\d{1,2}(?:er)? \\p{L}+),? (?:c'est|ce sera|est) l'(?<slot>anniversaire|anniv) (?:de |d')(?:{my}) (?<rel>{relation})(?: {name})?",
    "(?:le )?(?<o>\\d{1,2}(?:er)? \\p{L}+),? (?:c'est|ce sera|est) l'(?<slot>anniversaire|anniv) (?:de |d')(?<owner>{name})",
    "(?:le )?(?<o>\\d{1,2}(?:er)? \\p{L}+),? (?:c'est|on fête) (?:{my}) (?<slot>anniversaire de mariage|anniversaire|anniv)",
    "(?:(?:{my}|le|la|les)(?: nouvel| nouvelle| nouveau)? |l')(?<slot>{slot})(?: actuel| actuelle)?(?:,? (?:note|retiens|garde)[\\p{L}-]*)?,?(?: est| sont| s'appelle| c'est| ?:| =)(?: maintenant| le)?(?: la| à la place| à| au)?(?: docteure?| dr| monsieur| madame| mme)?(?= ) (?<o>.+)",
    "(?:(?:le|la|les) |l')(?<slot>{slot}) (?:de |d'|du )(?<owner>{name}),? (?:est|sont|c'est|s'appelle)(?: le)? (?<o>.+)",
    "(?:(?:le|la|les) |l')(?<slot>{slot}) de (?:{my}) (?<rel>{relation})(?: (?<owner>{name}))?,? (?:est|sont|c'est)(?: le)? (?<o>.+)",
    "(?:(?:{my}|le|la|les) |l')(?<slot>{slot}) (?:de la |du |de |d'|pour ).{2,40}? (?:est|c'est) (?<o>.+)",
    "je (?:fais|chausse|porte) (?:du |une? |la )?(?<slot>pointure|taille) (?<o>.+)",
  ],
  favourite: [
    "(?:{my}) (?<noun>[\\p{L}]+(?: de [\\p{L}]+)?) (?:préférée?s?|favorite?s?)(?: de tous les temps)? (?:est|sont|c'est|a toujours été|reste) (?<o>.+)",
    "(?<o>.+) est (?:{my}) (?<noun>[\\p{L}]+) (?:préférée?|favorite?)",
  ],
  places: [
    "(?:(?:le|la|les|mon|ma|mes) |l')(?<thing>(?:clés?|clefs?|double|passeports?)(?: [\\p{L}]+){0,4}?) (?:est|sont) (?<o>chez (?!moi|nous|toi|vous).+)",
    "c'est (?<o>[\\p{L}-]+(?: [\\p{L}-]+)?) qui (?:a|garde) (?:le|la|les|l'|notre|mon|ma) ?(?<thing>(?:clés?|clefs?|double)(?: [\\p{L}]+){0,4})",
    "(?:(?:le|la|les|mon|ma|mes|notre|nos) |l')(?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,5}?) (?:est|sont|se trouve|se trouvent|se range|va|vont)(?: toujours| maintenant| rangée?s?| cachée?s?)? (?<o>(?:sous|derrière|dans|sur|à côté d[eu]|au-dessus d[eu]|en dessous d[eu]|au fond d[eu]|entre) .+)",
    "(?:je (?:garde|range|cache|mets)|nous (?:gardons|rangeons|cachons)|on (?:garde|range|cache)|j'ai (?:rangé|caché|mis|laissé)|on a (?:rangé|caché|mis)) (?:(?:le|la|les|mon|ma|mes|nos) |l')(?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,5}?) (?<o>(?:sous|derrière|dans|sur|à côté d[eu]|au-dessus d[eu]) .+)",
  ],
  passing:
    "chien|chat|enfants?|bébé|gens|soupe|dîner|déjeuner|repas|problème|temps|nouvelle|fille|fils|femme|mari|mère|père|frère|sœur|chef|question|réponse|chose|film|idée|réunion|train|bus|eau|linge|café|lumière|soleil|lune|balle|match|homme|garçon|circulation|maison|musique|radio|télé|histoire|erreur|amour|truc|secret|astuce|solution|cause|coupable|raison|vie|rendez-vous",
  chain: [
    "(?<owner>[\\p{L}·-]+), (?:(?:le|la|les) |l')(?<rel>{relation}) de (?:{my}) (?<a>{relation}),",
    "(?<owner>[\\p{L}·-]+), (?:{my}) (?<rel>{relation}),",
    "(?:(?:le|la|les) |l')(?<rel>{relation}) de (?:{my}) (?<a>{relation})",
    "(?<rel>{relation}) de (?:{my}) (?<a>{relation})(?: (?!(?:s'appelle|a|ont|est|sont|vit|habite|travaille|étudie|va|ne|joue|fait|parle|prend|aime|adore|déteste|préfère|toujours) )[\\p{L}-]+(?= )){0,2}",
    "(?:(?:(?:le|la) )|l'|)(?<rel>{relation}) (?:de |d')(?<owner>[\\p{L}·-]+)",
  ],
  nameArticle: "",
  adjectives:
    "grande?|petite?|meilleure?|nouv(?:el|elle|eau)|vieux|vieille|jumeau|jumelle|ancien(?:ne)?|ex|aînée?|cadette?|du dessus|du dessous|d'à côté|d'en face|de bureau|du (?:premier|deuxième|troisième|quatrième|cinquième|rez-de-chaussée)",
  bare: "maman|papa|mamie|papi|papy|(?:le|la|les|l') ?(?:voisine?s?|petite?s?|enfants|jumeaux|jumelles|chien|chienne|chat|chatte|aînée?|cadette?)|(?:un|une) (?:des )?(?:invitée?s?)|les invitée?s|l'invitée?",
  pronouns: "il|elle",
  possessed: ["(?:son|sa|ses) (?<rel>{relation}|{slot})", "{rel} de {owner}"],
  reordered: [
    [
      "(.{3,60}?) (?:a été|est) (?:déplacée?|reportée?|décalée?|repoussée?|avancée?|changée?) (?:du .{3,20} )?(?:à |au )((?:{weekday}|\\d).*)",
      "$1 est le $2",
    ],
  ],
  mine: "je|j'\\p{L}+|moi|mon|ma|mes|me|m'\\p{L}+|nous|notre|nos|mien|mienne",
  dangling:
    "(?:ça|cela|ceci|ce|cet|cette|ces|celui|celle|ceux|celles|le mien|lui|toi|tu|te|ton|ta|tes|vous|votre|vos|comment|comme ça|ainsi|beaucoup|bien|peu|rien|la tête|la gueule|quelque chose|tout|tous|toutes|les deux|le premier|la première|le deuxième|la deuxième|le dernier|la dernière|l'option|l'idée|savoir|voir ça|entendre ça|ici|là|là-bas|aussi|plus|trop|d'accord|sûre?|prête?|mal|que tu)(?= |$|[,.])",
  plan: {
    first:
      "(?:je (?:veux (?!dormir|savoir|acheter)\\p{L}+(?:er|ir|re)|vais|pars|vole|prends|rentre|rencontre|vois|visite|commence|déménage|me marie|fête|dîne|déjeune|reviens|arrive|récupère|signe|présente|rends|cours|joue|serai|suis en vacances|suis absente?|dois|passe|travaille|\\p{L}+rai)|j'(?:ai(?! (?:eu|été|fait|vu|pris))|arrive|emménage|irai|aurai|attends)|nous (?:devons|voulons|allons|partons|avons|prenons|volons|déménageons|nous marions|fêtons|dînons|visitons|rentrons|sommes en vacances|\\p{L}+rons)|(?:c'est|ce sera|il y a) (?:le |la |l'|les |mon |ma |notre )?(?:{appointment})|on (?:doit|veut|s'envole|décolle|repart|va|part|a|prend|vole|déménage|se marie|fête|dîne|visite|rentre|se voit|mange|\\p{L}+ra)|il y a)",
    third:
      "(?:est|sera|sont|vient|viennent|arrive|arrivent|commence|commencent|part|partent|revient|reviennent|se marient?|nous rend visite|a|ont|va|vont|joue|expire|finit|se termine|ferme|ouvre|déménage|aura|viendra|passe|rentre)",
    past: "hier|était|étais|étions|avait|avais|dernier|dernière|il y a \\S+ (?:jours?|semaines?|mois|ans?)|(?:j'ai|(?<!y )a|avons|avez|ont|(?:me |m'|s'|se |nous )(?:suis|est|sommes|sont)) (?:(?:déjà|enfin|bien|tout) )?(?!été (?:reporté|déplacé|repoussé|décalé|avancé|fixé))\\p{L}*(?:é|fait|vu|pris|mis|eu|vendu|perdu|rendu|tenu|venu|reçu|ouvert|dit|écrit|connu|fini|choisi|réussi|senti|dormi|servi|suivi)e?s?|(?:suis|est|sommes|sont) (?:all|arriv|entr|rentr|retourn|mont|tomb|rest|décéd|n|mort|part|sort|ven|reven|dev)[a-z]*(?:é|i|u|t)e?s?",
    have: "(?:j'ai|nous avons|on a) (?:un |une |le |la |l'|mon |ma |rendez-vous chez (?:le |la |mon |ma )?|rdv chez (?:le |la |mon |ma )?)?(?!à |eu )",
    appointments:
      "dentist:dentiste doctor:médecin,docteur exam:examen interview:entretien,entretien_d'embauche wedding:mariage driving_test:permis,examen_du_permis flight:vol surgery:opération meeting:réunion hairdresser:coiffeur,coiffeuse vet:vétérinaire,véto concert:concert party:fête,soirée birthday_party:fête_d'anniversaire dinner:dîner lunch:déjeuner trip:voyage holiday:vacances deadline:date_limite physio:kiné appointment:rendez-vous,rdv checkup:contrôle blood_test:prise_de_sang,analyse_de_sang presentation:présentation rehearsal:répétition funeral:enterrement baptism:baptême graduation:remise_des_diplômes plumber:plombier electrician:électricien optician:opticien,ophtalmo marathon:marathon,semi-marathon",
    you: "on se voit$|ça$|tu|te|toi|t'\\p{L}+|(?<!-)vous|rappelle-moi|alarme|minuteur",
  },
  regular:
    "(?:(?:le|la|les|mon|ma|notre|nos) |l')(?:[\\p{L}'-]+ ){1,5}?(?:(?:est|sont)(?! (?:très |trop |si |un |une |le pire|horrible|génia|insupport|nul|mon |ma ))|ouvre|ouvrent|ferme|ferment|part|partent|commence|passe|passent|vient|coûte|a|répète)",
  measures:
    "(?:(?:le|la|les|mon|ma|notre|nos) |l')(?:[\\p{L}'-]+ ){1,5}?(?:coûte|coûtent|pèse|pèsent|mesure|fait|demande|contient|prend|expire|consomme)",
  connectors: "et|mais|donc|parce que|car|alors que|et aussi|et puis|tandis que|du coup",
  elided: "je ",
  youToI: [
    ["tu es", "je suis"],
    ["tu as", "j'ai"],
    ["tu habites", "j'habite"],
    ["tu vis", "je vis"],
    ["tu travailles", "je travaille"],
    ["tu préfères", "je préfère"],
    ["tu aimes", "j'aime"],
    ["tu adores", "j'adore"],
    ["tu détestes", "je déteste"],
    ["tu t'appelles", "je m'appelle"],
    ["ton", "mon"],
    ["ta", "ma"],
    ["tes", "mes"],
  ],
  mood: {
    good: "génial|heureu(?:x|se)|contente?|adore|merveilleu(?:x|se)|excellent|merci|parfait|super|fantastique|ravie?|joie",
    bad: "triste|fâchée?|terrible|horrible|déteste|inqui(?:et|ète)|mal|mauvaise nouvelle|stressée?|déçue?|cassée?|peur|mort|morte",
  },
};
