import type { Language } from "./language.ts";

/** Spanish. */
export const es: Language = {
  code: "es",
  commonWords: `el la los las de del y en a con que qué quién cuándo dónde cómo por es son fue ha he no más muy una un le nos
    nosotros mi tengo tenemos al este esta cuál su se lo para está están me hace e sin pero hasta desde ya bien siempre
    después antes nunca sí tienen toda todos cada va ser sus`,
  wordEndings: `ía ón ero ron aba dad án illo dido ño ías ín rlo ario jas arse ían ña rá ban llas iera ción uelo uela ños ñas`,
  markerWords: `qué cuál cuándo dónde cómo pero estoy estás tengo tienes tiene mañana hoy ayer muy también yo ese eso esto hay
    quiero quieres puedo puedes hacer hacemos gusta pon dime buenos buenas gracias ahora nosotros usted hace eres soy
    fue bueno luego siempre mucho mucha nuestro hijo hija leche nuez huevos recuerda`,
  languageRequest: `(?:habla|háblame|responde|contesta|sigue|continúa) en NAME | hablemos(?: en)? NAME
    | (?:(?:podemos|vamos a) )?(?:hablar|seguir|contestar)(?: en)? NAME | quiero que hables(?: en)? NAME
    | (?:cambia|pasa|pásate)(?: al| a) NAME`,
  stopWords: `es son era eran fue fueron ser está están estaba hay ha han he has había tiene tengo tenemos tener
    hace hacer qué cuál cuáles quién quiénes cuándo dónde cómo cuánto cuántos os les este esta esto estos estas eso
    esa él ella ellos nosotros mis tus sus nuestro nuestra entre hacia e u al unos unas tu sobre sabes dime tema temas
    todo algo alguien`,
  accents: "áéíóú",
  months: `enero febrero marzo abril mayo junio julio agosto septiembre,setiembre octubre noviembre diciembre`,
  weekdays: "lunes martes miércoles,miercoles jueves viernes sábado,sabado domingo",
  numbers: `un,una,uno dos,un_par_de tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince
    dieciséis,dieciseis diecisiete dieciocho diecinueve veinte`,
  moreNumbers: `treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 mil 1000 ciento
    100 doscientos 200 trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 setecientos 700 ochocientos 800
    novecientos 900 veinti 20`,
  before: "antes",
  asksWhen:
    "cuando|cuanto tiempo|cuantos (?:dias|anos|meses)|(?:que|cual) (?:dia|fecha|ano|mes|es la fecha)",
  timeWords: `ayer hoy manana anoche hace semana semanas mes meses ano anos dia dias desde proximo proxima pasado pasada`,
  askingWords: "dime decir sabes saber recuerdas recordar recuerda tipo tipos cosa cosas algo",
  vague:
    "prefiere gusta gustan quiere necesita usa compra viene va hacer hace pone lleva siempre nunca bueno mejor nuevo vez veces hora",
  kin: `madre mama padre papa hermano hermana hijo hija mujer esposa marido abuela abuelo tio tia primo prima sobrino
    sobrina`,
  fillers: `bueno | pues | oye | mira | a ver | vale | eh+ | mm+ | ah | oh | ay | hola | buenas | buenos días
      | buenas (?:tardes|noches) | por cierto | y | o sea | es que | la verdad | claro | sí | gracias | ok
      | entonces | así que | porque | pero | por favor`,
  asking: "por favor | porfa | ahora | (?:me )?(?:puedes|podrías) | quiero que",
  statements: {
    corrections: `no, | en realidad | perdona | espera | quería decir | quiero decir | digo
      | rectifico | me (?:he equivocado|equivoqué) | (?:eso )?(?:ya )?no es (?:verdad|así|cierto) | al final no`,
    material: `traduce | tradúceme | corrige | resume | redacta | imagina | imagínate | supón | érase una vez
      | en (?:mi|la|el|esta|este) (?:novela|cuento|libro|sueño|canción|película|juego|historia)`,
    takeBack: `olv[ií]da(?:lo|te)?(?: de eso| eso| lo que (?:he dicho|dije)| lo anterior)?(?=$|[,.!:;]| -) | d[eé]jalo | no importa
      | da igual | (?:es|era) (?:una )?broma | (?:estoy|estaba) de broma | retiro lo dicho | borra eso`,
    offRecord: `no (?:lo )?(?:guardes|recuerdes|apuntes|anotes|registres|escribas)(?! que) | (?:que quede )?entre (?:nosotros|tú y yo)
      | off the record`,
    forget: "olv[ií]d(?:a|ar|e|es)(?:te|lo|la)? | (?:borra|elimina|quita) (?:que|lo que)",
    offer: "(?:quieres que|puedo|debo|me) ?(?:apunt|anot|guard|recuerd|record)(?:e|ar|o)(?: que)?",
    subjects: "\\p{L}+[aeií]r(?:me|nos) | yo | el | la | los | las | un | una | me | nos",
    my: "mi | mis | nuestr[oa]s?",
    pronouns: "él | ella | su | sus",
    past: `ayer | anoche | fue | fui | fuimos | era | estuv[eo] | tuv[eo] | hice | hizo | vi | vino | dijo | comí
      | empecé | compré | llegué | había | pasad[oa](?! mañana) | (?:ha|he|hemos) (?!quedado)\\p{L}+[ai]do
      | hace \\S+ (?:días?|semanas?|meses|años?) | \\p{L}{2,}(?:aron|ieron|ó)`,
    connectors: "y | e | pero | así que | porque | aunque | ni",
    each: "cada | todos los | todas las | los (?:{weekday})s? | a diario | al (?:día|mes|año)",
  },
  days: {
    inWords: `primero,uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis,dieciseis
      diecisiete dieciocho diecinueve veinte veintiuno veintidós,veintidos veintitrés,veintitres veinticuatro veinticinco
      veintiséis,veintiseis veintisiete veintiocho veintinueve treinta treinta_y_uno`,
    seasons: "primavera verano otoño",
    on: "el",
    in: "en",
    weekOf: "la semana del",
    units: "día,días semana,semanas mes,meses año,años",
    table: `
      date: (?:el )?(?:{wd},? )?(?:día )?{d} de {month}(?:,? (?:de |del )?{y})?
      day: (?:el )?día {d}
      +2d: pasado mañana
      -2d: antes de ayer|anteayer
      +1d: (?<!la |esta |cada |una )mañana
      -1d: ayer
      +n: (?:dentro de|en) {n} {unit}
      -n: hace (?:unos |como )?{n} {unit}
      +: (?:el )?{wd} de la (?:semana que viene|próxima semana)
      +: (?:(?:la|el) )?{span} que viene|(?:(?:la|el) )?próxim[oa] {span}|{season} próxim[oa]
      -: (?:el )?{wd} pasado|(?:el )?pasado {wd}|(?:en )?(?:la|el) {unit} pasad[oa]|{season} pasad[oa]|pasad[oa] {season}
      -: pasado {month}|{month} pasado|allá por {month}
      =: (?:el |este )?(?:próximo )?{wd}(?: que viene| próximo)?
      =: (?:en|antes de|hasta|desde) {month}(?! (?:de )?\\d)|est[ea] {season}`,
  },
  courtesy: {
    thanks: "gracias",
    goodbye: "adios|hasta (?:luego|manana|pronto)|nos vemos|que (?:descanses|vaya bien)",
    greeting:
      "hola|buenas(?: (?:tardes|noches))?|buenos dias|que tal(?: (?:estas|todo|va todo))?|como (?:estas|esta usted|andas|te va|va todo)",
  },
  chatter: `vale si claro genial perfecto bien bueno entendido guay mil mucha mucho muchas ayuda nuevo todo nada luego manana
    hoy pues jaja`,
  agreements: "si claro vale exacto correcto cierto eso perfecto",
  refusals: "no pero nunca",
  questionWords: `cuándo cuando qué quién quiénes quien dónde donde cuál cuáles cuánto cuánta cuántos cuántas cuanto
    cuantos cómo adónde`,
  remember: {
    verbs:
      "recuerd[ae]s?|recu[eé]rdame|recordar|acu[eé]rdate de|an[oó]t[ae](?:te|lo)?|ap[uú]nt[ae](?:lo)?|gu[aá]rd[ae](?:lo)?|ten en cuenta|no (?:te )?olvides|(?:nota|recordatorio)(?= ?:)",
    that: " que | ?[:,] ?",
    bare: "que|eso|esto",
  },
  remind: {
    lead: "recu[eé]rdame|recordarme|av[ií]same|avisarme|no (?:me dejes olvidar|dejes que se me olvide)",
    opening:
      "que |de (?!la (?:mañana|tarde|noche)|hora|{named} )|lo de |(?=\\p{L}+[aei]r(?:l[aeo]s?|me|nos|se)? )",
    today: "hoy|esta (?:mañana|tarde|noche)|(?:en|dentro de) .{1,20} ?(?:horas?|minutos?)",
  },
  wish: {
    about:
      "resume(?:me)?|(?:hazme |dame )?(?:un )?resumen del?|(?:dime )?(?:lo )?que (?:mas )?(?:sabes|recuerdas|tienes)|que te he (?:dicho|contado)|hablame de|lista|ensename|muestrame",
    memory: {
      count:
        "cuant[oa]s (?:recuerdos|cosas|notas|datos|entradas) (?:tienes|tengo|tenemos|hay|sabes|recuerdas|guardas|has guardado)(?: guardad[oa]s| de mi| sobre mi| en total| en (?:tu|la|mi) memoria)*|cuanto (?:sabes|recuerdas)(?: de mi| sobre mi)?",
      told: "(?:lo )?que (?:mas )?te (?:he (?:dicho|contado|explicado)|dije|conte|explique)|que (?:has (?:aprendido|guardado|anotado)|aprendiste|guardaste|anotaste)|que (?:paso|ha pasado|hay de nuevo|hicimos|hemos hecho)",
      talked: "(?:de|sobre) que (?:hemos hablado|hablamos|estabamos hablando|habiamos hablado)",
      today: "hoy|esta (?:manana|tarde|noche)",
      yesterday: "ayer|anoche",
    },
  },
  preference: {
    stating:
      /^(?:a mí )?(?:yo )?(?:también |siempre )?(?:(?:no )?me (?:encantan?|gustan?|fascinan?|apasionan?)(?: mucho| nada)?|adoro|prefiero|odio|detesto|no soporto) (?<liked>.+)$/iu,
    notPlain: `eso esto ese esa esos esas este esta estos estas aquello aquel aquella ello ella ellos ellas él lo
      cómo como cuando que tu tus tú ti te contigo idea plan así más menos no otro otra primero primera segundo
      segunda ambos ahora hoy ayer si pero porque`,
  },
  turned:
    "yo: soy:eres estoy:estás he:has hemos:habéis tengo:tienes vivo:vives voy:vas prefiero:prefieres puedo:puedes quiero:quieres necesito:necesitas mí:ti me_\\p{L}+o: me:te mi:tu mis:tus mío:tuyo mía:tuya conmigo:contigo nuestro:vuestro nuestra:vuestra nuestros:vuestros nuestras:vuestras nos:os",
  unfinished:
    "y|e|o|u|pero|porque|que|cuando|si|aunque|mientras|de|del|el|los|las|un|una|unos|unas|mi|mis|su|sus|con|en|al|por|ni|como|muy|para que|a la|de la|en la|tiene que|hay que|y la|con la",
  invented: `(?:muchas )?gracias por (?:ver(?:nos)?|ver (?:el|este) video|su atención)
    | suscríbete(?: (?:al|a mi) canal| y activa la campanita)?
    | no olvides (?:darle like y )?suscribirte(?: al canal)? | (?:nos vemos en|hasta) el (?:próximo|siguiente) video
    | hasta la próxima | música | aplausos | risas | silencio | fin`,
  commands: {
    closing: "por favor | porfa | gracias | ahora | vale | ya | a partir de ahora",
    forget_that: `(?:olvida|borra|quita) (?:eso|esto|lo último|lo que (?:he dicho|dije)) | olvídalo | bórralo | olvídate de eso
      | no lo (?:recuerdes|guardes|apuntes) | eso no es lo que he dicho | no he dicho eso | me has entendido mal`,
    forget: `olvida (?:que|lo de que|lo de) REST
      | (?:olvida|borra) (?:todo )?lo que (?:sabes|recuerdas|te he dicho|te dije) (?:de|sobre) REST
      | olvídate de (?:que )?REST | olvida (?!como |si |\\w+[aei]r )REST`,
    end: `(?:termina|acaba|cierra|fin de) (?:la |esta )?(?:conversación|charla) | (?:eso|esto) es todo(?: por (?:ahora|hoy))?
      | nada más | hemos (?:terminado|acabado) | adiós | hasta (?:luego|mañana|pronto) | buenas noches`,
    stop: "para(?: ya)? | alto | stop | basta(?: ya)? | silencio | cállate | calla | no importa | da igual | déjalo | cancela",
    repeat: `rep[ií]te(?:lo|melo)? | otra vez | una vez más | qué (?:has dicho|dijiste) | cómo | no te he (?:oído|entendido)`,
    help: "ayuda | ayúdame | qué puedo (?:decir|hacer|preguntar) | cómo funciona(?: esto)?",
    yes: "sí(?: (?:sí|ese|esa|olvídalo|bórralo|hazlo))? | olvídalo | bórralo | hazlo",
    no: "no | mejor no | para nada | (?:no )?(?:eso|ese|esa|este|esta) no | ninguno | ninguna | nada | déjalo | cancela",
  },
  phrases: {
    sorry: "¿Perdona?",
    one_moment: "Un momento.",
    model_trouble: "Ahora no puedo responder. He guardado lo que has dicho.",
    failed: "Algo ha ido mal. Inténtalo otra vez, por favor.",
    memory_slow: "Todavía no puedo mirar en mi memoria. Pregúntame dentro de un momento.",
    cannot_hear: "No te oigo: el micrófono no funciona.",
    hears_again: "Ya te oigo otra vez.",
    transcriber_gone: "Te oigo, pero ahora no puedo entender lo que se dice.",
    voice_gone: "Mi voz de siempre no está. Hablo con esta hasta que vuelva.",
    wake_gone: "Ahora no puedo oír mi palabra de activación.",
    disk_full: "Mi disco está lleno. No puedo guardar lo que me cuentas.",
    memory_off: "Mi memoria está apagada. No guardo nada.",
    nothing_to_take_back: "No hay nada que deshacer.",
    forgotten: "Olvidado: {text}",
    changed_and_stays: "Esto se ha cambiado entretanto, así que lo conservo: {text}",
    nothing_forgotten: "De acuerdo, no olvido nada.",
    kept: { one: "He guardado una cosa.", other: "He guardado # cosas." },
    nothing_new: "No había nada nuevo que guardar.",
    kept_for_later: "Lo pasaré a mi memoria más tarde. Mientras tanto está a salvo aquí.",
    ready: "Te escucho.",
    reminder: "Un recordatorio: {text}",
    help: "Pregúntame lo que quieras saber. Di: recuerda que, y lo guardo. Di: olvida eso, y lo deshago. O bien: qué sabes de, repite, para, fin de la conversación.",
    noted: "Anotado:",
    known: "Eso ya lo sabía:",
    not_saved: "No he podido guardarlo:",
    what_to_remember: "¿Qué debo recordar?",
    nothing: "No tengo nada sobre eso.",
    nearest: "Lo más parecido que he encontrado:",
    will_keep: "Me lo quedo:",
    all_right: "De acuerdo.",
    greeting: "¡Hola! Pregúntame algo o dime qué debo recordar.",
    thanks: "De nada.",
    goodbye: "Hasta pronto.",
    forget: "Para olvidar algo, di: olvida, y de qué se trata.",
    said_now: "Acabas de decir: «{text}»",
    speaking: "De acuerdo, hablemos en español.",
    holds: { one: "Guardo # recuerdo.", other: "Guardo # recuerdos." },
    more: { other: "… y # más" },
  },
};
