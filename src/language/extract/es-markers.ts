import type { Markers } from "./language.ts";

/** Words around what Spanish speakers state. */
export const esMarkers: Markers = {
  fillers:
    "ahora(?= (?:tengo|tenemos|conduzco|tiene) un)|bueno|pues|oye|mira|a ver|vale|eh+|mmm+|ah|oh|ay|hola|buenas|buenos días|buenas tardes|buenas noches|por cierto|además|también(?= )|y|o sea|es que|la verdad(?: es que)?|sinceramente|en fin|total|claro|sí|si,|bien|perfecto|genial|gracias|ok|okay|entonces|así que|que sepas que|para que lo sepas|como te (?:dije|decía)|te cuento|te comento(?: que)?|quería (?:decirte|contarte|comentarte)(?: que)?|quiero que sepas que|resumiendo|de hecho|otra cosa|una cosa|ah,? y|porque|pero|sobre todo|personalmente|afortunadamente|por desgracia|por suerte|¿sabes\\?|sabes qué|importante|muy importante|(?:según )?(?:el|la|mi) (?:médic[oa]|doctora?|alergólog[oa]|dermatólog[oa]|cardiólog[oa]|nutricionista|dentista|ginecólog[oa]|endocrin[oa]|neurólog[oa])(?: (?:dice|cree|me ha dicho|me dijo|me ha confirmado|me ha explicado) que|,)|(?:me (?:han|acaban de) (?:dicho|decir|confirmado|confirmar)|los análisis (?:dicen|salen)|en los análisis (?:sale|ha salido)|me dijeron|me confirmaron|resulta)(?: en el (?:médico|hospital|ambulatorio|centro de salud))? que(?= (?:soy|tengo|estoy|no puedo|mi \\p{L}+ (?:es|tiene)) )|ya sabes que|tengo que decir(?:te)? que",
  tails:
    "por favor|porfa|gracias|sabes|vale|eh|ya sabes|claro|por cierto|la verdad|de verdad|jaja+|y eso|o algo así|ok",
  question:
    "(?:qué|que tal|quién|quien es|cuál|cuáles|cuándo|cuando es|dónde|donde está|cómo|por qué|cuánto|cuánta|cuántos|cuántas|a qué|de qué|con qué|en qué|para qué|puedes|puede|podrías|podemos|podríamos|sabes|sabrías|tienes|hay|me puedes|me podrías|me recomiendas|crees|te parece|es verdad|conoces|alguna idea|alguna receta|te acuerdas|recuerdas)|me pregunto|no sé (?:si|qué|cómo|cuándo|dónde|por qué)|dime|me gustaría saber|quiero saber|quería saber|necesito saber|quisiera saber|dame|ayúdame|recomiéndame|explícame|cuéntame",
  hypothetical:
    "si (?:tuviera|fuera|pudiera|viviera|estuviera|ganara|hiciera|tuviese|fuese|pudiese)|(?:yo )?(?:tendría|sería|podría|haría|iría|viviría|querría|estaría|preferiría|compraría|gustaría|encantaría)|quizás?|tal vez|a lo mejor|igual (?:me|nos|voy|vamos)|ojalá|supongamos|imagina|imagínate|puede que|puede ser|podría ser|creo que|supongo|me imagino|estoy pensando en|estamos pensando en|me estoy planteando|no sé|como si|en teoría|algún día|probablemente|seguramente|no creo|dudo|ni idea|espero que|no estoy segur[oa]",
  command:
    "(?:por favor,? )?(?:pon|ponme|apaga|enciende|abre|cierra|muestra|muéstrame|enséñame|busca|búscame|encuentra|añade|envía|manda|reproduce|para|reserva|compra|pide|lee|calcula|compara|despiértame|cancela|borra|elimina|ignora|repite|canta|haz|hazme|crea|genera|recomienda|sugiere|explica|avísame|recuérdame (?!que))",
  material:
    "(?:por favor,? )?(?:(?:me )?(?:puedes|podrías) )?(?:traduce|tradúceme|traducir|corrige|corrígeme|corregir|resume|resúmeme|resumir|reescribe|reescribir|escribe|escríbeme|escribir|redacta|redáctame|redactar|cuéntame un|finge|imagina|imagínate|supongamos|supón|hagamos como|actúa como|haz de|ahora eres|en mi (?:novela|cuento|libro|sueño|historia)|en (?:la|el|esta|este) (?:novela|cuento|canción|película|juego|historia)|mi personaje|el protagonista|érase una vez|había una vez|aquí (?:tienes|va|está) (?:un|el|la|una|mi) (?:texto|correo|email|mensaje|carta|artículo|error|código)|la (?:canción|letra|carta) dice|cómo se dice|qué significa|estimad[oa]s?)",
  reported:
    "me (?:dijiste|has dicho|comentaste|contaste)|(?:tú )?(?:dijiste|has dicho) que|como (?:dijiste|has dicho)|según|ya sabes que me|(?:dice|dicen|dijo|dijeron|cree|creen|piensa|piensan|opina|ha dicho|han dicho) que|me (?:ha dicho|dijo|preguntó|han dicho|contó) (?:que|si)|he (?:leído|oído|visto) que|leí que|es broma|cuando era (?:pequeñ[oa]|niñ[oa]|joven)|soñé|he soñado|de (?:pequeñ[oa]|joven)(?!,? (?:yo )?(?:vivía|viví|vivíamos|vivimos|crecí|iba a|íbamos a))",
  temporary:
    "hoy|esta (?:mañana|tarde|noche|semana|vez)|ahora mismo|en este momento|de momento|por ahora|justo ahora|estos días",
  takeBack:
    "(?:no,? |ah,? |espera,? |bueno,? |perdona,? |mejor |ay,? )*(?:olv[ií]da(?:lo|te)?(?: de (?:eso|lo que he dicho|lo que dije|ello))?(?: eso| lo que he dicho| lo que dije| lo anterior)?(?=[ ,.]*$|,|\\.)|d[eé]jalo(?: estar)?|no importa|da igual|nada,? (?:olvídalo|déjalo)|es (?:una )?broma|era (?:una )?broma|estoy de broma|estaba de broma|retiro lo (?:dicho|que he dicho)|no era verdad|eso no|borra eso|no he dicho nada|olvida (?:eso|lo que he dicho|lo que dije|lo anterior))",
  offRecord:
    "no (?:guardes|recuerdes|apuntes|anotes|registres|memorices|grabes) (?:esto|eso|nada|lo que)|(?:esto|eso) no lo (?:guardes|apuntes|anotes|recuerdes|registres|escribas)|que quede entre (?:nosotros|tú y yo)|entre (?:nosotros|tú y yo)|no lo (?:apuntes|guardes|anotes|registres|escribas)|extraoficialmente|off the record|no hace falta que lo (?:apuntes|guardes|anotes)",
  forget:
    "(?:por favor,? |(?:puedes|podrías|quiero que|quisiera que|necesito que|ya puedes|debes) )*(?:olv[ií]da(?:te|r|los?|las?)?|olvides|olvide|(?:borra|elimina|quita) (?:que|lo que|la nota|el recuerdo))",
  noMore: "ya no",
  correction:
    "(?:no,? |ah,? |ay,? |oh,? |uy,? |espera,? |perdón,? |perdona,? |bueno,? )*(?:en realidad(?: no(?= ?[,.:;…–-]))?|no(?= ?[,.:;…–-])|perdón|perdona|espera|mejor dicho|quería decir|quise decir|quiero decir|digo|rectifico|corrijo|me he equivocado|me equivoqué|error|miento|(?:eso )?ya no es (?:verdad|así|cierto)|eso no es (?:verdad|así|cierto|correcto)|ha cambiado|cambio de planes?|he cambiado de (?:idea|opinión)|hemos cambiado de (?:idea|opinión|planes)|al final no,?)(?:[ ,.:;-]+(?:en realidad|quería decir|quise decir|digo|es(?= (?:el|a|en|la|lun|mar|mié|jue|vie|sáb|dom|\\d))|era|será|perdón|mejor|sino))*",
  notButs: [
    "(?:no,? |perdón,? |en realidad,? )*no (?:es |era |son |en |a )?(?:el |la |los |las )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:sino|es|era|son|quería decir)(?: en| a)? (?:el |la |los |las )?(?<new>[^,;]{1,40})",
    "(?:no,? |perdón,? |en realidad,? )*no (?:es |era |en |a )?(?:el |la )?(?<old>[^,;]{1,40}?), (?:el |la )?(?<new>[^,;]{1,40})",
    "(?:no,? |perdón,? |en realidad,? )*(?:es |era |quería decir )?(?:el |la )?(?<new>[^,;]{1,40}?),? (?:y no|no|en vez de|en lugar de) (?:el |la )?(?<old>[^,;]{1,40})",
  ],
  agree:
    "(?:(?:sí|si|vale|perfecto|genial|claro|exacto|bien|muy bien|ok|de acuerdo|estupendo|hecho|buena idea|me parece bien)[ ,.!]*)*(?:ap[uú]ntalo|anótalo|guárdalo|recuérdalo|hagámoslo|hacemos eso|hagamos eso|vamos a hacer(?:lo| eso)|lo hacemos(?: así)?|lo haré(?: así)?|así lo (?:hacemos|haremos|hago|haré)|adelante|trato hecho|hecho|de acuerdo|me parece (?:bien|perfecto|genial)|buena idea|quedamos así|perfecto|decidido|eso haré|eso haremos)(?=[ ,.!]*(?:$|,|gracias|por favor|entonces|pues))",
  yes: "sí(?: por favor| claro| exacto)?|si(?: por favor)?|claro(?: que sí)?|exacto|correcto|eso es|vale|por supuesto",
  but: "pero|no|excepto|salvo|quizás?|mejor|luego|espera|aunque|\\?",
  keep: "(?:y |vale,? |sí,? |por favor,? )*(?:recuérdalo|apúntalo|ap[uú]ntatelo|anótalo|guárdalo|no lo olvides|no te olvides|recuerda (?:esto|eso)|apunta (?:esto|eso)|anota (?:esto|eso)|guarda (?:esto|eso)|toma nota|tenlo en cuenta|que no se te olvide)(?: por favor)?",
  propose:
    "(?:entonces |pues |bueno |quizás )*(?:qué te parece(?: si)?|qué tal(?: si)?|te (?:propongo|sugiero|recomiendo)(?: que)?|propongo(?: que)?|sugiero(?: que)?|recomiendo(?: que)?|mi propuesta es(?: que)?|y si|por qué no|podríamos|podrías|deberíamos|deberías|podemos|te iría bien)(?! (?:ayudar|decirme|contarme|ver))",
  pointing:
    "\\p{L}+r(?:lo|la|los|las)|un[ao] (?:por|de|en|a) .*|uno|esto|eso|allí|ahí|ese|esa|lo (?!que)\\p{L}+",
  offer:
    "(?:entonces |vale,? )*(?:quieres que|te parece que|puedo|debo|me) ?(?:apunte|apuntar|anote|anotar|guarde|guardar|recuerde|recordar|apunto|anoto|guardo)(?: que)?|(?:apunto|anoto|guardo)(?: entonces)? que",
};
