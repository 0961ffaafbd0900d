import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `s'il te plaît | s'il vous plaît | stp | ok | d'accord | bon | alors | eh bien | euh | dis | écoute | non | et
    | maintenant | pardon | attends | (?:tu peux|peux-tu|pourrais-tu|pouvez-vous)`,
  closing: "s'il te plaît | s'il vous plaît | stp | merci | maintenant | ok | d'accord",
  forget_that: `oublie(?:r|z)?(?: (?:ça|cela|ceci|le|ce que (?:je (?:viens de|t'ai) (?:dire|dit)|j'ai dit)))?
    | oublie(?:z)?-(?:le|la|ça) | (?:efface|supprime|annule)(?:z|r)? (?:ça|cela|ceci|ce que (?:je viens de dire|j'ai dit))
    | (?:efface|supprime|annule)-le | je retire(?: ce que j'ai dit)?
    | (?:ne )?(?:retiens|garde|note|enregistre) pas (?:ça|cela)`,
  misheard: `(?:ce n'est|c'est|c') ?pas (?:ça |est )?(?:ce )?que j'ai (?:dit|voulu dire)
    | ce n'est pas ce que je (?:voulais dire|disais|viens de dire) | (?:je n'ai|j'ai) (?:pas|jamais) dit (?:ça|cela)
    | (?:tu as|t'as|vous avez) mal (?:compris|entendu)
    | (?:tu ne m'as|tu m'as|vous ne m'avez) pas (?:bien )?(?:compris|entendu)
    | (?:ce n'est|c'est) pas (?:ça )?ce que j'ai dit j'ai dit REST
    | non (?:non )?(?:j'ai dit|je disais|je voulais dire|je veux dire) REST
    | ce que (?:j'ai dit|je voulais dire|je disais) (?:c'est|c'était|est|était) REST`,
  corrected: "j'ai dit REST",
  forget: `oublie(?:z)? (?:que|l'histoire de|le fait que) REST
    | oublie(?:z)? (?:tout )?ce que (?:tu sais|je t'ai dit|j'ai dit|tu te rappelles) (?:sur|de|du|à propos de) REST
    | (?:efface|supprime)(?:z)? (?:tout )?(?:ce que tu sais|le souvenir|la mémoire) (?:de|du|sur) REST | oublie(?:z)? REST`,
  too_much: `que | le | la | les | moi | toi | tout | tout ce .* | tous | rien | elle | lui | eux | nous | pas .* | ça .*
    | cela .* | de .*`,
  remark: `c'était | il était | elle était | parce que | on va | je ne | j'ai pas | pour l'instant | pour le moment
    | un instant | et dis-moi | plutôt`,
  end: `(?:termine|finis|arrête|terminer|finir|terminons|arrêtons) (?:la|cette|notre) (?:conversation|discussion|session)
    | fin de (?:la |cette )?(?:conversation|discussion|session)
    | (?:et )?(?:c'est tout|ce sera tout|c'est fini)(?: pour (?:l'instant|aujourd'hui|le moment|maintenant))?
    | (?:on a|nous avons|j'ai) (?:fini|terminé) | rien d'autre
    | (?:au revoir|à (?:bientôt|demain|plus|plus tard|tout à l'heure|la prochaine)|salut et merci|adieu) | bonne nuit
    | va dormir`,
  stop: `stop | arrête(?:z)? | arrête-toi | arrête(?:z)? de parler | tais-toi | taisez-vous | silence | chut | ça suffit
    | assez | peu importe | laisse(?:z)?(?: tomber)? | tant pis | annule`,
  repeat: `rép[eè]te(?:z)?(?:-le| ça)? | (?:tu peux |peux-tu |pouvez-vous )?(?:le )?répéter(?: ça)? | encore(?: une fois)?
    | redis(?:-le|-moi ça| ça)?(?:-moi)?(?: encore)?
    | (?:qu'est-ce que tu (?:as dit|dis|disais)|qu'as-tu dit|tu as dit quoi|tu disais) | comment(?: ça| dis-tu)?
    | (?:je n'ai pas|j'ai pas) (?:bien )?(?:entendu|compris) | pardon | répète ce que tu as dit`,
  help: `aide | aide-moi | à l'aide | qu'est-ce que (?:je|tu) (?:peux|sais) (?:dire|faire|te dire|te demander)
    | que puis-je (?:dire|faire|te dire|te demander) | que peux-tu faire
    | comment (?:ça (?:marche|fonctionne)|tu marches|tu fonctionnes) | qu'est-ce que tu sais faire`,
  yes: `oui | oui oui | ouais | si | bien sûr | d'accord | vas-y | fais-le | allez-y
    | (?:oui )?(?:celui-là|celle-là|celui-ci|celle-ci|exactement|exact|c'est (?:ça|bien ça|celui-là|celle-là))
    | (?:oui )?oublie(?:-le|-la| ça)? | ok | oui s'il te plaît | correct | tout à fait`,
  no: `non | non non | non merci | surtout pas | bien sûr que non | pas du tout
    | (?:non )?pas (?:ça|celui-là|celle-là|celui-ci|celle-ci) | (?:non )?(?:aucun|aucune|rien)
    | (?:non )?laisse(?: tomber)? | (?:non )?annule | (?:non )?(?:ne l'oublie pas|n'oublie pas|l'oublie pas)
    | (?:non )?garde-(?:le|la) | mieux vaut pas`,
};
