import type { Markers } from "./language.ts";

/** Words around what French speakers state. */
export const frMarkers: Markers = {
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
};
