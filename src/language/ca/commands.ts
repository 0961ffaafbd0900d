import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `si us plau | sisplau | per favor | d'acord | val | vale | ok | escolta | bé | bueno | a veure | no, | i | ara
    | perdona | espera | (?:em )?(?:pots|podries) | eh | doncs`,
  closing: "si us plau | sisplau | per favor | gràcies | merci | ara | d'acord | val | vale | ja",
  forget_that: `oblida (?:això|allò|l'últim|el d'abans|el que (?:t')?(?:acabo de dir|he dit|vaig dir)) | oblida-ho
    | oblida't(?: d'això| d'allò| del que (?:t')?(?:acabo de dir|he dit))? | oblida-te'n
    | oblidar (?:això|ho|el que (?:t')?(?:acabo de dir|he dit))
    | (?:esborra|treu|elimina) (?:això|allò|l'últim|el que (?:t')?(?:acabo de dir|he dit)) | esborra-ho
    | (?:ho )?retiro(?: el que he dit)? | no (?:recordis|desis|guardis|apuntis|anotis) això
    | no ho (?:recordis|desis|guardis|apuntis|anotis) | desfés(?:-ho| això)`,
  misheard: `(?:no )?(?:això )?no és (?:això )?el que (?:t')?(?:he dit|deia|volia dir|vaig dir)
    | (?:jo )?no he dit (?:això|pas això) | això no ho he dit | (?:m')?has (?:entès|sentit) malament
    | no m'has (?:entès|sentit)(?: bé)? | (?:això )?no és (?:això )?el que he dit (?:he dit|deia|volia dir) REST
    | no, (?:he dit|dic|vull dir) REST | no (?:no )?(?:jo )?(?:deia|volia dir) REST | no no he dit REST
    | el que (?:he dit|deia|volia dir) (?:és|era) REST`,
  corrected: "(?:jo )?he dit REST",
  forget: `oblida (?:que|això de que|això que|allò de|això de) REST
    | oblida (?:tot )?el que (?:saps|recordes|t'he dit|t'he explicat) (?:de|sobre) REST
    | oblida't (?:de|del|que) (?:que )?REST
    | (?:esborra|elimina|treu) (?:tot )?(?:el que (?:saps|recordes)|el record|la memòria) (?:de|del|sobre) REST
    | oblida REST`,
  too_much: `de | que | me | mi | tu | tot | tot el .* | tots | res | ella | ell | ells | nosaltres | això .* | ho .*`,
  remark: `era | estava | és que | perquè | anem a | no m' | ja no | de moment | per ara | un moment | i digue'm | millor`,
  end: `(?:acaba|tanca|finalitza|acabar|tancar|finalitzar|acabem|tanquem) (?:la|aquesta) (?:conversa|xerrada|sessió|conversació)
    | (?:fi|final) de (?:la |aquesta )?(?:conversa|xerrada|sessió|conversació) | (?:i )?això és tot(?: per (?:ara|avui))?
    | ja està(?: tot)? | res més | hem acabat | (?:adéu|adéu-siau|fins (?:ara|aviat|demà|després|una altra)|a reveure)
    | bona nit | (?:vés a dormir|a dormir)`,
  stop: `para | para ja | atura't | atura | stop | prou | ja n'hi ha prou | silenci | calla | basta | deixa de parlar
    | para de parlar | tant és | és igual | tant se val | deixa-ho(?: estar)? | deixa-ho córrer | cancel·la | cancela
    | cancella`,
  repeat: `repeteix(?:-ho)?(?: això)? | (?:m'ho |ho )?(?:pots |podries )?(?:repeteixes|repetir|repetir-ho|repetir-m'ho)
    | torna-?(?:ho|m'ho) a dir | (?:pots )?tornar-ho a dir | una altra vegada | un altre cop | un cop més
    | què (?:has dit|deies|dius) | com(?: dius| has dit)? | no t'he (?:sentit|entès)(?: bé)?
    | repeteix (?:el que has dit|l'últim)`,
  help: `ajuda | ajuda'm | què (?:puc|pots) (?:dir|fer|preguntar) | què et puc (?:dir|preguntar|demanar)
    | què puc (?:dir-te|preguntar-te|demanar-te) | com (?:funciona(?: això)?|funciones) | què saps fer`,
  yes: `sí | sí sí | i tant | és clar(?: que sí)? | clar(?: que sí)? | per descomptat | d'acord | val | vale | fes-ho
    | endavant | (?:sí )?(?:això|aquest|aquesta|exacte|exactament|correcte)
    | (?:sí )?(?:això mateix|aquest mateix|aquesta mateixa|és això) | (?:sí )?(?:oblida-ho|esborra-ho) | ok
    | sí si us plau | sí sisplau | vinga`,
  no: `no | no no | no gràcies | millor no | és clar que no | de cap manera | (?:no )?(?:això|aquest|aquesta) no
    | no (?:és )?(?:això|aquest|aquesta) | (?:no )?(?:cap|res) | (?:no )?deixa-ho(?: estar)?
    | no ho (?:oblidis|esborris|facis) | (?:no )?(?:guarda-ho|desa-ho)`,
};
