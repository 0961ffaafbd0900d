import type { Language } from "./language.ts";

/** French. */
export const fr: Language = {
  code: "fr",
  commonWords: `le la les de des du et en à avec que qui quand où comment pour est sont a ai ne pas plus très une un lui nous mon ma
    mes je il elle au aux ce cette quel quelle dans sur se son sa c'est qu'est quoi était sans chez leur leurs tous
    chaque depuis jusqu'à fait être deux y toujours jamais aussi avant après été`,
  wordEndings: `ée ais ait eur ux ère té ille ique lé ette ées sé eurs eau ttes enne gne dé iers oir euse iens mé vé ème tion eux
    oire`,
  markerWords: `je j'ai c'est est avec pour dans suis nous vous très aujourd'hui demain quoi quel quelle où oui merci bonjour
    bonsoir ça ce cette mon aux elle lumière être n'aime s'il plaît parce chez toujours jamais ici veux peux allons
    d'accord n'est qu'est`,
  languageRequest: `(?:parle|parlez|réponds|continue)(?:-moi)? en NAME | (?:parle|parlez|parlons)(?: en)? NAME
    | (?:passe|passez|passons) (?:en|au|à l'|à la) ?NAME
    | (?:on peut )?(?:me )?(?:parler|répondre|continuer)(?: en)? NAME`,
  stopWords: `est quand où comment pourquoi quoi y t combien très plus fait faire ont ses ton ta tes cet ces tu vous
    ils elles par sais dis sujet theme tout moi chose quelque`,
  accents: "àâéèêç",
  months: `janvier février,fevrier mars avril mai juin juillet août,aout septembre octobre novembre décembre,decembre`,
  weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
  numbers: `un,une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept
    dix-huit dix-neuf vingt`,
  moreNumbers: `trente 30 quarante 40 cinquante 50 soixante 60 septante 70 huitante 80 nonante 90 cent 100 mille 1000
    cents 100 quatrevingt 80`,
  before: "avant",
  asksWhen: "quand|combien de temps|quel (?:jour|mois)|quelle (?:date|annee)|depuis quand",
  timeWords: "hier aujourd'hui demain semaine semaines mois annee jour jours depuis",
  askingWords: "dis dire sais sait souviens genre type chose choses",
  vague:
    "aime prefere veut besoin achete vient fait met prend toujours jamais bon bonne meilleur nouveau fois heure heures minutes",
  kin: "mere sœur pere frere soeur fils fille femme mari tante cousine neveu",
  fillers: `bon | ben | bah | alors | écoute | tu sais | tu vois | euh+ | hum+ | ah | oh | salut | bonjour
      | bonsoir | coucou | au fait | d'ailleurs | en plus | et | franchement | enfin | bref | voilà | oui | ouais
      | merci | ok | d'accord | donc | du coup | parce que | car | mais | s'il (?:te|vous) plaît`,
  asking:
    "maintenant | dis | s'il (?:te|vous) plaît | (?:peux-tu|tu peux|pourrais-tu|pouvez-vous)(?: me)? | je veux que tu",
  statements: {
    corrections: `non | en fait | en réalité | pardon | désolée? | attends | plutôt | je (?:veux|voulais) dire
      | je corrige | je me suis trompée? | c(?:e n)?'est (?:plus|pas) (?:vrai|le cas|juste)`,
    material: `tradui[st] | corrige | résume | fais comme si | imagine | supposons | il était une fois
      | dans (?:mon|ma|la|le|cette|ce) (?:roman|livre|conte|rêve|chanson|film|jeu|histoire)`,
    takeBack: `oubli(?:e|ez)(?: ça| cela| ce que j'ai dit)?(?=$|[,.!:;]| -) | laisse tomber | peu importe
      | c(?:e n)?'est pas grave | c'(?:est|était) une blague | je (?:plaisant|rigol)(?:e|ais) | je retire ce que j'ai dit
      | efface ça`,
    offRecord: `(?:ne |n')?(?:le |l')?(?:note|retiens|enregistre|garde|mémorise|écris|notez|retenez) pas | (?:reste )?entre nous
      | entre toi et moi | off the record`,
    forget: "oubli(?:e[srz]?)(?! pas| jamais) | (?:efface|supprime) (?:que|ce que|le fait que)",
    offer:
      "(?:(?:tu veux|veux-tu|voulez-vous) que )?je (?:note|garde|retien(?:s|ne)|enregistre) (?:que|qu')",
    subjects: "je | j'\\p{L}+ | le | la | l'|les | un | une | me | m'\\p{L}+ | nous",
    my: "mon | ma | mes | notre | nos",
    pronouns:
      "elles? | ils?(?! (?:y|faut|pleut|fait|neige|est (?:temps|possible))) | son | sa | ses",
    past: `hier | ét(?:ait|ais|ions) | avai[st] | dernière? | il y a \\S+ (?:jours?|semaines?|mois|ans?)
      | (?:j'ai|(?<!y )a|avons|avez|ont|suis|est|sommes|sont) (?:(?:déjà|enfin|bien|tout) )?(?!été (?:reporté|déplacé|fixé))\\p{L}*(?:é|i|u|fait|mis|pris|dit|écrit|ouvert|mort)e?s?`,
    connectors: "et | mais | donc | parce que | car | du coup",
    each: `chaque | tous les | toutes les | les {weekday}s?
      | le (?:{weekday})(?! prochain| dernier| qui vient| \\d| \\p{L}+ (?:{months})) | par (?:jour|semaine|mois|an)`,
  },
  days: {
    inWords: `premier,un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
      dix-neuf vingt vingt_et_un,vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq vingt-six vingt-sept vingt-huit
      vingt-neuf trente trente_et_un,trente-et-un`,
    seasons: "printemps été automne",
    on: "le",
    in: "en",
    weekOf: "la semaine du",
    units: "jour,jours semaine,semaines mois an,ans,année,années",
    table: `
      date: (?:le )?(?:{wd},? )?(?:le )?{d}(?:er)? {month}(?: {y})?
      +2d: après-demain
      -2d: avant-hier
      +1d: demain
      -1d: hier
      +n: dans {n} {unit}
      -n: (?:(?:il )?y a|ça fait) {n} {unit}
      +: {wd} de la semaine prochaine|{wd} en huit|(?:la |le |l'){unit} prochaine?|{season} prochain
      -: (?:le )?{wd} dernier|(?:la |le |l'){unit} (?:derni(?:er|ère)|passée?)|(?:{month}|{season}) dernier
      =: (?<!les? |chaque )(?:ce )?{wd}|(?:le |ce )?{wd} (?:prochain|qui vient)
      =: (?:en|au mois de|au mois d'|avant|d'ici|depuis) ?{month}(?! (?:de )?\\d)|cet(?:te)? {season}`,
  },
  courtesy: {
    thanks: "merci",
    goodbye: "au revoir|a (?:bientot|demain|plus)|bonne (?:nuit|journee|soiree)",
    greeting:
      "salut|bonjour|bonsoir|coucou|comment (?:vas-tu|tu vas|allez-vous|ca va)|ca va(?: bien)?|tu vas bien",
  },
  chatter:
    "oui non parfait super accord bien compris aide beaucoup tout autre rien ton pour ce sera",
  agreements: "oui ouais exact exactement",
  refusals: "mais non pas ne",
  questionWords:
    "quand qui quoi quel quelle quels quelles combien comment pourquoi où est-ce qu'est-ce que",
  remember: {
    verbs:
      "souviens-toi|(?:te )?souvenir|rappelle-toi|retiens|retenir|retenez|not(?:e[rz]?|ez-le|e-le)|garde en t[eê]te|n['’]oublie pas|(?:m[eé]mo|rappel)(?= ?:)",
    that: "(?: bien)? que |(?: bien)? qu['’]| ?[:,] ?",
    bare: "que|bien|[cç]a|cela",
  },
  remind: {
    lead: "rappelle-moi|rappelez-moi|me rappeler|fais-moi penser|faites-moi penser|ne me laisse pas oublier",
    opening:
      "de (?!quoi |l['’]après-midi)|d['’](?!heure)|que |qu['’]|à (?!quatre )(?=\\p{L}+(?:er|ir|re|oir) )",
    today: "aujourd['’]hui|ce (?:matin|soir)|cet après-midi|dans .{1,20}(?:heures?|min(?:ute)?s?)",
  },
  wish: {
    about:
      "resume(?:-moi)?|(?:fais-moi |donne-moi )?(?:un |le )?resume (?:du|des?|d')|que sais-tu|qu'est-ce que tu (?:sais|te rappelles)|dis-moi (?:tout )?ce que tu sais|ce que tu sais|qu'est-ce que je t'ai dit|parle-moi de|liste|montre-moi",
    memory: {
      count:
        "combien de (?:souvenirs|choses|notes|faits|entrees) (?:as-tu|tu as|ai-je|j'ai|avons-nous|y a-t-il|sais-tu|connais-tu|retiens-tu)(?: en memoire| sur moi| au total| en tout)*|combien (?:sais-tu|tu sais)(?: sur moi)?",
      told: "qu'est-ce que je t'ai (?:dit|raconte|appris)|que t'ai-je (?:dit|raconte|appris)|qu'(?:as-tu|est-ce que tu as) (?:appris|retenu|note)|qu'est-ce qu(?:i|'il) s'est passe|que s'est-il passe|quoi de neuf|qu'est-ce qu'on a fait",
      talked:
        "de quoi (?:avons-nous|a-t-on|on a|nous avons|est-ce qu'on a) (?:parle|discute)|de quoi (?:parlions-nous|on parlait)",
      today: "aujourd'hui|ce (?:matin|soir)|cet apres-midi",
      yesterday: "hier(?: soir)?",
    },
  },
  preference: {
    stating:
      /^(?:moi )?(?:j'(?:adore|aime(?: bien| beaucoup)?)|je (?:préfère|déteste|hais)|je n'aime pas|je ne supporte pas) (?<liked>.+)$/iu,
    notPlain: `ça cela ceci ce cet cette ces celui celle ceux celles lui elle eux toi vous te ton ta tes votre vos
      idée plan comment quand que mieux plus moins pas ne autre premier première second seconde maintenant
      aujourd'hui hier si mais parce`,
  },
  turned:
    "je: j': nous: je_suis:tu_es j'ai:tu_as j'étais:tu_étais je_vais:tu_vas je_peux:tu_peux je_veux:tu_veux je_dois:tu_dois m':t' me:te moi:toi mon:ton ma:ta mes:tes mien:tien mienne:tienne nous_sommes:vous_êtes nous_avons:vous_avez notre:votre nos:vos",
  unfinished:
    "et|ou|mais|parce que|que|quand|si|quoique|pendant que|de|du|des|le|la|les|un|une|mon|ma|mes|ton|ta|son|sa|ses|avec|à|au|aux|en|dans|ni|comme|très|je|j'ai|c'est|il|ils|et puis",
  invented: `merci (?:à tous )?(?:d'avoir regardé(?: (?:cette|la) vidéo)?(?: et à bientôt)?|de votre attention)
    | (?:abonnez-vous|n'oubliez pas de (?:liker et de )?vous abonner)(?: à la chaîne)? | à la prochaine
    | (?:à bientôt|on se retrouve) (?:pour|dans) une (?:nouvelle|prochaine) vidéo | musique | applaudissements
    | rires | silence | générique`,
  commands: {
    closing: "s'il te plaît | s'il vous plaît | merci | maintenant | ok | d'accord",
    forget_that: `(?:oublie|efface|supprime|annule)z? (?:ça|cela|ce que (?:j'ai dit|je viens de dire)) | (?:oublie|efface)z?-(?:le|la)
      | oublie | je retire | (?:ne )?(?:retiens|garde|note) pas (?:ça|cela) | (?:ce n'est|c'est) pas ce que j'ai dit
      | (?:je n'ai|j'ai) pas dit ça | tu as mal compris`,
    forget: `oubliez? (?:que|l'histoire de) REST
      | (?:oublie|efface)z? (?:tout )?ce que (?:tu sais|je t'ai dit|j'ai dit) (?:sur|de|du|à propos de) REST
      | oubliez? (?!comment |si |d\\w+(?:er|ir|re) |de \\w+(?:er|ir|re) )REST`,
    end: `(?:termine|finis|arrête|fin de) (?:la |cette )?(?:conversation|discussion)
      | (?:c'est tout|ce sera tout|c'est fini)(?: pour (?:l'instant|aujourd'hui))? | (?:on a|nous avons|j'ai) (?:fini|terminé)
      | rien d'autre | au revoir | à (?:bientôt|demain|plus tard) | bonne nuit`,
    stop: `stop | arrêtez? | arrête-toi | tais-toi | taisez-vous | silence | chut | ça suffit | assez | peu importe
      | laissez?(?: tomber)? | tant pis | annule`,
    repeat: `rép[eè]tez?(?:-le| ça)? | encore(?: une fois)? | redis(?:-le|-moi)? | (?:qu'est-ce que tu as dit|qu'as-tu dit)
      | comment | (?:je n'ai pas|j'ai pas) (?:bien )?(?:entendu|compris) | pardon`,
    help: "aide | aide-moi | qu'est-ce que je peux (?:dire|faire|te demander) | que puis-je (?:dire|faire) | comment ça marche",
    yes: "(?:oui|ouais)(?: (?:oui|celui-là|celle-là|oublie(?:-le|-la| ça)?|fais-le))? | oublie(?:-le|-la| ça) | fais-le",
    no: "non | (?:non )?pas (?:ça|celui-là|celle-là) | aucun | aucune | rien | laisse(?: tomber)? | annule",
  },
  phrases: {
    sorry: "Pardon ?",
    one_moment: "Un instant.",
    model_trouble: "Je ne peux pas répondre pour le moment. J'ai gardé ce que tu as dit.",
    failed: "Quelque chose n'a pas marché. Essaie encore, s'il te plaît.",
    memory_slow:
      "Je ne peux pas encore regarder dans ma mémoire. Redemande-moi dans un petit moment.",
    cannot_hear: "Je ne t'entends pas : le microphone ne marche pas.",
    hears_again: "Je t'entends de nouveau.",
    transcriber_gone: "Je t'entends, mais je ne peux pas comprendre ce qui est dit pour le moment.",
    voice_gone: "Ma voix habituelle n'est pas là. Je parle avec celle-ci jusqu'à son retour.",
    wake_gone: "Je ne peux pas entendre mon mot de réveil pour le moment.",
    disk_full: "Mon disque est plein. Je ne peux pas garder ce que tu me dis.",
    memory_off: "Ma mémoire est désactivée. Je ne garde rien.",
    nothing_to_take_back: "Il n'y a rien à annuler.",
    forgotten: "C'est oublié : {text}",
    changed_and_stays: "Ceci a été modifié entre-temps, donc je le garde : {text}",
    nothing_forgotten: "D'accord, je n'oublie rien.",
    kept: { one: "J'ai gardé une chose.", other: "J'ai gardé # choses." },
    nothing_new: "Il n'y avait rien de nouveau à garder.",
    kept_for_later: "Je le mettrai dans ma mémoire plus tard. En attendant, c'est en sécurité ici.",
    ready: "Je t'écoute.",
    reminder: "Un rappel : {text}",
    help: "Demande-moi ce que tu veux savoir. Dis : retiens que, et je le garde. Dis : oublie ça, et je l'annule. Ou bien : que sais-tu de, répète, arrête, fin de la conversation.",
    noted: "C’est noté :",
    known: "Je le savais déjà :",
    not_saved: "Je n’ai pas pu l’enregistrer :",
    what_to_remember: "Que dois-je retenir ?",
    nothing: "Je n’ai rien là-dessus.",
    nearest: "Ce qui s’en rapproche le plus :",
    will_keep: "Je retiens :",
    all_right: "D’accord.",
    greeting: "Bonjour ! Pose-moi une question ou dis-moi quoi retenir.",
    thanks: "Je t’en prie.",
    goodbye: "À bientôt.",
    forget: "Pour oublier quelque chose, dis : oublie, et de quoi il s’agit.",
    said_now: "Tu viens de dire : « {text} »",
    speaking: "D’accord, parlons français.",
    holds: { one: "Je garde # souvenir.", other: "Je garde # souvenirs." },
    more: { other: "… et # de plus" },
  },
};
