import type { Markers } from "./language.ts";

/** Words around what Catalan speakers state. */
export const caMarkers: Markers = {
  fillers:
    "ara(?= (?:tinc|tenim|condueixo|té) un)|bé|doncs|escolta|mira|a veure|d'acord|vale|val|eh+|mmm+|ah|oh|ai|hola|bones|bon dia|bona tarda|bona nit|per cert|a més|també(?= )|i|o sigui|és que|la veritat(?: és que)?|sincerament|en fi|total|clar|sí|perfecte|genial|gràcies|ok|okay|aleshores|llavors|així que|que sàpigues que|perquè ho sàpigues|com et (?:deia|vaig dir)|t'explico|et comento(?: que)?|volia (?:dir-te|explicar-te)(?: que)?|vull que sàpigues que|resumint|de fet|una altra cosa|una cosa|ah,? i|perquè|però|sobretot|personalment|per sort|per desgràcia|saps què|important|molt important|(?:segons )?(?:el|la|l'|el meu |la meva )?(?: ?)(?:metge|metgessa|doctora?|al·lergòleg|al·lergòloga|dermatòleg|dermatòloga|nutricionista|dentista|ginecòloga|endocrí)(?: (?:diu|creu|m'ha dit|em va dir|m'ha confirmat) que|,)|(?:m'(?:han|acaben de) (?:dit|dir|confirmat|confirmar)|les anàlisis diuen|em van dir|em van confirmar|resulta)(?: (?:al metge|a l'hospital|al CAP))? que(?= (?:sóc|soc|tinc|estic|no puc|el meu \\p{L}+ (?:és|té)|la meva \\p{L}+ (?:és|té)) )|t'he de dir que|he de dir(?:-te)? que|home|vinga",
  tails:
    "si us plau|sisplau|gràcies|saps|vale|val|eh|ja ho saps|clar|per cert|la veritat|de veritat|haha+|jaja+|i tot això|ok|oi tant",
  question:
    "(?:què|qui|quin|quina|quins|quines|quan|on|com|per què|quant|quanta|quants|quantes|a què|de què|amb què|pots|pot|podries|podem|podríem|saps|sabries|tens|hi ha|em pots|em podries|em recomanes|creus|et sembla|és veritat|coneixes|alguna idea|alguna recepta|te'n recordes|recordes)|em pregunto|no sé (?:si|què|com|quan|on|per què)|digue'm|m'agradaria saber|vull saber|volia saber|necessito saber|dona'm|ajuda'm|recomana'm|explica'm",
  hypothetical:
    "si (?:tingués|fos|pogués|visqués|estigués|guanyés|fes)|(?:tindria|seria|podria|faria|aniria|viuria|voldria|estaria|preferiria|compraria|agradaria|encantaria)|potser|tal vegada|igual (?:em|ens|vaig|anem)|tant de bo|suposem|imagina|imagina't|pot ser que|podria ser|crec que|suposo|m'imagino|estic pensant en|estem pensant en|m'estic plantejant|no ho sé|no sé|com si|en teoria|algun dia|probablement|segurament|no crec|dubto|ni idea|espero que|no n'estic segur[a]?|m'ho estic pensant",
  command:
    "(?:si us plau,? |sisplau,? )?(?:posa|posa'm|apaga|encén|obre|tanca|mostra|mostra'm|ensenya'm|busca|busca'm|cerca|troba|afegeix|envia|reprodueix|para|reserva|compra|demana|llegeix|calcula|compara|desperta'm|cancel·la|esborra|elimina|ignora|repeteix|canta|fes|fes-me|crea|genera|recomana|suggereix|explica|avisa'm|recorda'm (?!que))",
  material:
    "(?:si us plau,? |sisplau,? )?(?:(?:em )?(?:pots|podries) )?(?:tradueix|tradueix-me|traduir|corregeix|corregeix-me|corregir|resumeix|resumeix-me|resumir|reescriu|reescriure|escriu|escriu-me|escriure|redacta|redacta'm|redactar|explica'm un|fes veure|imagina|imagina't|suposem|fem veure|fem com|actua com|ara ets|en la meva (?:novel·la|història)|a la meva (?:novel·la|història)|al meu (?:llibre|conte|somni)|en (?:la|el|aquesta|aquest) (?:novel·la|conte|cançó|pel·lícula|joc|història)|el meu personatge|el protagonista|hi havia una vegada|vet aquí|aquí (?:tens|va|hi ha) (?:un|el|la|una|el meu) (?:text|correu|missatge|carta|article|error|codi)|la (?:cançó|lletra|carta) diu|com es diu en|què vol dir|benvolgu(?:t|da|ts|des))",
  reported:
    "em (?:vas dir|has dit|vas comentar|vas explicar)|m'has dit|m'havies dit|(?:tu )?(?:vas dir|has dit) que|com (?:vas dir|has dit)|segons|ja saps que m'|(?:diu|diuen|va dir|van dir|creu|creuen|pensa|pensen|ha dit|han dit) que|m'(?:ha dit|han dit|ha preguntat) (?:que|si)|em va (?:dir|preguntar) (?:que|si)|he (?:llegit|sentit|vist) que|és broma|quan era (?:petit|petita|jove|nen|nena)|vaig somiar|he somiat|de (?:petit|petita|jove)(?!,? (?:jo )?(?:vivia|vaig viure|vivíem|vaig créixer|anava a))",
  temporary:
    "avui|aquest (?:matí|vespre)|aquesta (?:tarda|nit|setmana|vegada)|ara mateix|en aquest moment|de moment|per ara|aquests dies",
  takeBack:
    "(?:no,? |ah,? |espera,? |bé,? |perdona,? |millor |ai,? )*(?:oblida(?:-ho|-te'n|'t)?(?: d'això)?(?: això| el que he dit| el que t'he dit)?(?=[ ,.]*$|,|\\.)|deixa-ho(?: estar| córrer)?|tant és|és igual(?=[ ,.]*$|,)|no hi fa res|res,? (?:oblida-ho|deixa-ho)|és (?:una )?broma|era (?:una )?broma|ho retiro|retiro el que he dit|no era veritat|això no|esborra això|no he dit res|oblida (?:això|el que he dit))",
  offRecord:
    "no (?:guardis|recordis|apuntis|anotis|registris|memoritzis|gravis|desis) (?:això|res|el que)|això no ho (?:guardis|apuntis|anotis|recordis|registris|escriguis|desis)|que quedi entre (?:nosaltres|tu i jo)|entre (?:nosaltres|tu i jo)|no ho (?:apuntis|guardis|anotis|registris|escriguis|desis|recordis)|off the record|no cal que ho (?:apuntis|guardis|anotis)",
  forget:
    "(?:(?:si us plau|sisplau),? |(?:pots|podries|vull que|voldria que|necessito que|ja pots|hauries de) )*(?:oblida(?:'t|u|r)?|oblidis|oblidi|oblida't|(?:esborra|elimina|treu) (?:que|el que|la nota|el record))",
  noMore: "ja no",
  correction:
    "(?:no,? |ah,? |ai,? |oh,? |ui,? |espera,? |perdó,? |perdona,? |bé,? )*(?:en realitat(?: no(?= ?[,.:;…–-]))?|de fet(?= és)|no(?= ?[,.:;…–-])|perdó|perdona|espera|més ben dit|millor dit|volia dir|vull dir|rectifico|corregeixo|m'he equivocat|error|(?:això )?ja no és (?:veritat|així|cert)|això no és (?:veritat|així|cert|correcte)|ha canviat|canvi de plans?|he canviat d'(?:idea|opinió)|hem canviat (?:d'idea|d'opinió|de plans)|al final no,?)(?:[ ,.:;-]+(?:en realitat|volia dir|vull dir|és(?= (?:el|a|en|la|dill|dim|dij|div|dis|diu|\\d))|era|serà|perdó|millor|sinó))*",
  notButs: [
    "(?:no,? |perdó,? |en realitat,? )*no (?:és |era |són |en |a )?(?:el |la |els |les )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:sinó|és|era|són|volia dir)(?: en| a)? (?:el |la |els |les )?(?<new>[^,;]{1,40})",
    "(?:no,? |perdó,? |en realitat,? )*no (?:és |era |en |a )?(?:el |la )?(?<old>[^,;]{1,40}?), (?:el |la )?(?<new>[^,;]{1,40})",
    "(?:no,? |perdó,? |en realitat,? )*(?:és |era |volia dir )?(?:el |la )?(?<new>[^,;]{1,40}?),? (?:i no|no|en comptes de|en lloc de) (?:el |la )?(?<old>[^,;]{1,40})",
  ],
  agree:
    "(?:(?:sí|si|vale|val|perfecte|genial|clar|exacte|bé|molt bé|ok|d'acord|fantàstic|fet|bona idea|em sembla bé)[ ,.!]*)*(?:apunta-ho|anota-ho|guarda-ho|desa-ho|recorda-ho|fem-ho|fem això|ho fem(?: així)?|ho faré(?: així)?|així ho (?:fem|farem|faig|faré)|endavant|tracte fet|fet|d'acord|em sembla (?:bé|perfecte|genial)|bona idea|quedem així|perfecte|decidit|això faré|això farem)(?=[ ,.!]*(?:$|,|gràcies|si us plau|doncs|llavors))",
  yes: "sí(?: si us plau| clar| exacte)?|clar(?: que sí)?|exacte|correcte|això mateix|això és|vale|val|i tant|per descomptat",
  but: "però|no|excepte|tret|potser|millor|després|espera|tot i que|\\?",
  keep: "(?:i |vale,? |sí,? |si us plau,? )*(?:recorda-ho|apunta-ho|apunta-t'ho|anota-ho|guarda-ho|desa-ho|no ho oblidis|no te n'oblidis|recorda això|apunta això|anota això|guarda això|pren nota|tingues-ho en compte|tingue-ho en compte)(?: si us plau)?",
  propose:
    "(?:doncs |llavors |bé |potser )*(?:què et sembla(?: si)?|què tal(?: si)?|et (?:proposo|suggereixo|recomano)(?: que)?|proposo(?: que)?|suggereixo(?: que)?|recomano(?: que)?|la meva proposta és(?: que)?|i si|per què no|podríem|podries|hauríem de|hauries de|podem)(?! (?:ajudar|dir-me|explicar-me|veure))",
  pointing:
    "(?:en|n'|ne) \\p{L}+(?: un[ae]?)?|\\p{L}+(?:-ne|'n|-lo|-la|-los|-les|-ho|'l|'ls)|un[a]? (?:per|a|de) \\d.*|això|allà|allò|ho|hi",
  offer:
    "(?:doncs |llavors |vale,? )*(?:vols que|et sembla que|puc|ho) ?(?:apunti|apuntar|anoti|anotar|guardi|guardar|recordi|recordar|desi)(?: que)?|(?:apunto|anoto|guardo|deso)(?: doncs| llavors)? que",
};
