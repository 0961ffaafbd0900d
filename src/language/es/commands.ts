import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `por favor | porfa | vale | ok | oye | bueno | a ver | no, | y | ahora | perdona | espera
    | (?:me )?(?:puedes|podrías) | eh | pues`,
  closing: "por favor | porfa | gracias | ahora | vale | ya",
  forget_that: `olvida (?:eso|esto|lo último|lo de antes|lo que (?:te )?(?:acabo de decir|he dicho|dije)) | olvída(?:lo|telo)
    | olvídate(?: de (?:eso|esto|ello|lo que (?:te )?(?:acabo de decir|he dicho|dije)))?
    | olvidar (?:eso|esto|lo que (?:te )?(?:acabo de decir|he dicho|dije))
    | borra (?:eso|esto|lo último|lo que (?:te )?(?:acabo de decir|he dicho|dije)) | bórralo | quita eso
    | (?:lo )?retiro(?: lo (?:dicho|que he dicho))? | no (?:recuerdes|guardes|apuntes|anotes) (?:eso|esto)
    | no lo (?:recuerdes|guardes|apuntes|anotes) | deshaz(?:lo| eso)`,
  misheard: `(?:no )?(?:eso )?no es (?:eso )?lo que (?:he dicho|dije|quería decir|te he dicho)
    | (?:yo )?no (?:he dicho|dije) (?:eso|esto) | eso no lo (?:he dicho|dije)
    | (?:me )?has (?:entendido|oído|escuchado) mal | (?:me )?(?:entendiste|oíste|escuchaste) mal
    | no me has (?:entendido|oído|escuchado)(?: bien)? | no me (?:entendiste|oíste|escuchaste)(?: bien)?
    | (?:eso )?no es (?:eso )?lo que (?:he dicho|dije) (?:he dicho|dije|quería decir) REST
    | no, (?:he dicho|digo|quiero decir) REST | no (?:no )?(?:yo )?(?:dije|decía|quería decir) REST | no no he dicho REST
    | lo que (?:he dicho|dije|quería decir) (?:es|era) REST`,
  corrected: "(?:yo )?he dicho REST",
  forget: `olvida (?:que|lo de que|lo de) REST
    | olvida (?:todo )?lo que (?:sabes|recuerdas|te he dicho|te dije|te he contado) (?:de|sobre) REST
    | olvídate de (?:que )?REST
    | (?:borra|elimina|quita) (?:todo )?(?:lo que (?:sabes|recuerdas)|el recuerdo|la memoria) (?:de|del|sobre) REST
    | olvida REST`,
  too_much: `de | que | lo de | me | mí | ti | todo | todo lo .* | todos | nada | ella | él | ellos | nosotros | eso .* | esto .*
    | lo`,
  remark: `era | estaba | es que | porque | vamos a | no me | ya no | de momento | por ahora | un momento | y dime | mejor`,
  end: `(?:termina|acaba|cierra|finaliza|terminar|acabar|cerrar|finalizar) (?:la|esta) (?:conversación|charla|sesión)
    | fin de (?:la |esta )?(?:conversación|charla|sesión) | (?:y )?(?:eso|esto) es todo(?: por (?:ahora|hoy))?
    | ya está(?: todo)? | nada más | hemos (?:terminado|acabado)
    | (?:adiós|hasta (?:luego|mañana|pronto|otra|la vista)|chao|chau) | buenas noches
    | (?:vete a dormir|a dormir|duérmete)`,
  stop: `para | para ya | alto | stop | basta(?: ya)? | silencio | cállate | calla | detente | ya basta | es suficiente
    | suficiente | deja de hablar | para de hablar | no importa | da igual | déjalo | cancela(?:r)?`,
  repeat: `repite(?:lo)?(?: eso)? | rep[eí]tem?elo
    | (?:me lo |lo |me )?(?:puedes |podrías )?rep(?:ites|etir|etirlo|etírmelo|íteme|íteme?lo) | otra vez | una vez más
    | (?:dilo|dímelo)(?: otra vez| de nuevo)? | qué (?:has dicho|dijiste|decías) | cómo(?: dices| has dicho)?
    | no te he (?:oído|entendido|escuchado)(?: bien)? | no te (?:oí|entendí) | repite lo (?:que has dicho|último)`,
  help: `ayuda | ayúdame | qué (?:puedo|puedes) (?:decir|hacer|preguntar) | qué te puedo (?:decir|preguntar|pedir)
    | qué puedo (?:decirte|preguntarte|pedirte) | cómo (?:funciona(?: esto)?|funcionas) | qué sabes hacer`,
  yes: `sí | sí sí | claro(?: que sí)? | por supuesto | vale | de acuerdo | hazlo | adelante
    | (?:sí )?(?:eso|ese|esa|exacto|exactamente|correcto) | (?:sí )?(?:eso es|es eso|ese mismo|esa misma)
    | (?:sí )?(?:olvídalo|bórralo) | ok | sí por favor | venga`,
  no: `no | no no | no gracias | mejor no | claro que no | para nada | (?:no )?(?:eso|ese|esa|esto|este|esta) no
    | no (?:es )?(?:eso|ese|esa) | (?:no )?(?:ninguno|ninguna|nada) | (?:no )?déjalo(?: estar)? | (?:no )?cancela
    | no lo (?:olvides|borres|hagas) | (?:no )?guárdalo`,
};
