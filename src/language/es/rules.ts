import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

/** How statements are made in Spanish. */
export const rules: LanguageRules = {
  code: "es",
  verbFinal: false,
  words:
    "ven pasa espera mira oye dime toma venga el la los las un una unos unas de del al a en y o u que con por para sin sobre entre desde hasta si no sí ni es son está están soy eres era fue ser estar he has ha hemos han hay tengo tiene tenemos yo tú él ella nosotros ellos me te se nos os le les lo mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta esto ese esa eso estos estas muy más menos también tampoco ya siempre nunca jamás pero porque como cuando donde quien qué cómo cuándo dónde cuál todo toda todos todas cada otro otra vivo vive viven trabajo trabaja gusta gustan encanta encantan odio prefiero quiero voy vamos llamo llama nací estudio hablo como uso bebo recuerda apunta hoy mañana ayer ahora aquí allí mejor hasta algo nada bien mal dos tres hace hago tomo mi años día alérgica alérgico hermana hermano nadie alguien gente todos",
  markers: {
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
  },
  dates: {
    days: "primero,uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis,dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidós,veintidos veintitrés,veintitres veinticuatro veinticinco veintiséis,veintiseis veintisiete veintiocho veintinueve treinta treinta_y_uno",
    absolute: ["(?:el |para el )?(?:{wd},? )?(?:día )?{d} de {month}(?:,? (?:de |del )?{y})?"],
    dayOnly: ["(?:el |para el )día {d}"],
    relative: [
      ["pasado mañana", 2],
      ["antes de ayer|anteayer", -2],
      ["(?<!la |esta |de la |por la |cada |una )mañana(?: por la (?=mañana|tarde|noche))?", 1],
      ["ayer", -1],
      ["(?:dentro de|en) {n} días?", 1],
      ["(?:dentro de|en) {n} semanas?", 7],
      ["hace {n} días?", -1],
      ["hace {n} semanas?", -7],
    ],
    weekdayOfNextWeek: ["(?:el )?{wd} de la semana que viene", "(?:el )?{wd} de la próxima semana"],
    lastWeekday: ["(?:el )?{wd} pasado", "(?:el )?pasado {wd}"],
    nextWeekday: ["(?:el |este |para el )?(?:próximo )?{wd}(?: que viene| próximo)?"],
    past: {
      week: "(?:en )?la semana pasada",
      month: "(?:en )?el mes pasado",
      year: "(?:en )?el año pasado",
      monthsAgo: "hace (?:unos |como )?{n} mes(?:es)?",
      yearsAgo: "hace (?:unos |como )?{n} años?",
      named: "(?:en |el )?(?:pasado {month}|{month} pasado)|allá por {month}",
      inMonth: "en {month}(?! (?:de )?\\d)",
      inYear: "en",
    },
    seasons: {
      names: "primavera verano otoño",
      next: "{season} que viene|próxim[oa] {season}|{season} próxim[oa]",
      last: "{season} pasad[oa]|pasad[oa] {season}",
      current: "este {season}|esta primavera",
      written: "{season} de {year}",
    },
    feasts: {
      names:
        "12-25:navidad,navidades 12-24:nochebuena 12-31:nochevieja 01-01:año_nuevo 01-06:reyes,día_de_reyes 03-19:san_josé 04-23:sant_jordi 05-15:san_isidro 06-24:san_juan 10-12:día_del_pilar,el_pilar 11-01:todos_los_santos 02-14:san_valentín easter+0:pascua,domingo_de_resurrección easter-2:viernes_santo easter-3:jueves_santo easter-7:domingo_de_ramos",
      thisYear: "este año",
    },
    nextWeek: "(?:la )?semana que viene|(?:la )?próxima semana",
    nextMonth: "(?:el )?mes que viene|(?:el )?próximo mes",
    nextYear: "el año que viene|el próximo año",
    monthOnly: ["(?:antes de|hasta|desde) {month}(?! de \\d| \\d)"],
    recurring:
      "cada|todos los|todas las|los (?:{weekday})|los sábados|los domingos|diario|diariamente|a diario|semanal|(?:una vez|veces|dos veces|tres veces) (?:al|a la|por) (?:día|semana|mes|año)|al (?:día|mes|año)|a la semana|por las (?:mañanas|tardes|noches)|entre semana|los fines de semana|en (?:verano|invierno)|(?<!(?:viene|vienen|vendrá|{weekday}) )para (?:desayunar|cenar|comer)|antes de dormir",
    time: "(?:a las? (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y (?:media|cuarto))?|a las? \\d[\\d:.]*(?: ?h(?:oras)?)?(?: de la (?:mañana|tarde|noche))?|a mediodía|al mediodía|por la (?:mañana|tarde|noche)),?",
    today: "hoy|esta (?:mañana|tarde|noche)",
    halves: ["(?:de la )?mañana", "(?:de la )?(?:tarde|noche)"],
    clock: {
      each: "cada|todos los|todas las|a diario|diariamente|semanalmente|mensualmente",
      after: ["a las? {h} y {n}"],
      before: ["a las? {h} menos {n}"],
      parts: "30:media 15:cuarto",
      spans: [
        ["(?:en|dentro de) (?:una )?hora y media", 90],
        ["(?:en|dentro de) media hora", 30],
        ["(?:en|dentro de) un par de horas", 120],
        ["(?:en|dentro de) un cuarto de hora", 15],
        ["(?:en|dentro de) {n} horas?", 60],
        ["(?:en|dentro de) {n} minutos?", 1],
      ],
    },
    smallWeekdays: true,
    on: "el",
    weekOf: "la semana del",
    inMonth: "en",
    beforeYear: " de ",
  },
  lists: {
    day: "(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy|ayer|\\d{1,2} de \\p{L}+|día \\d+|semana que viene|próxima semana|mes que viene|próximo mes|dentro de)(?![\\p{L}\\p{N}])",
    someday:
      "(?:(?:en|para|por|a (?:principios|mediados|finales) de|este|esta|el próximo|la próxima) )(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|semana santa|navidad(?:es)?|nochevieja|reyes|carnaval|primavera|verano|otoño|invierno|puente de \\p{L}+)(?: que viene)?|(?:la|el) (?:primavera|verano|otoño|invierno|año|curso) que viene|el año próximo|el próximo (?:año|curso)",
    usual:
      "siempre|nunca|cada|todos|todas|solemos|suelo|normalmente|a veces|antes|fui(?:mos)?|estuv\\p{L}+",
    do: "uso|usamos|como|comemos|bebo|bebemos|tomo|tomamos|cocino|cocinamos|compro|compramos|cojo|cogemos|voy|vamos|duermo|dormimos|levanto|levantamos|acuesto|acostamos|llevo|llevamos|corro|corremos|camino|trabajo|trabajamos|leo|leemos|veo|vemos|hago|hacemos|viajo|viajamos|desayuno|desayunamos|ceno|cenamos|juego|jugamos|nado|nadamos|entreno|entrenamos|visito|visitamos|quedo|quedamos|llamo|llamamos|limpio|limpiamos|salgo|salimos|riego|regamos|estudio|estudiamos|tengo|tenemos|teletrabajo|toco|tocamos|canto|cantamos|ensayo|ensayamos|recojo|recogemos|cuido|cuidamos|pido|pedimos|merendamos|paseo|paseamos|madrugo",
    does: "usa|come|bebe|toma|cocina|compra|coge|va|duerme|se levanta|se despierta|se acuesta|lleva|corre|camina|trabaja|lee|ve|escucha|pone|echa|guarda|deja|hace|paga|viaja|desayuna|cena|juega|nada|entrena|visita|queda|limpia|sale|conduce|riega|estudia|pide|añade|merienda|habla|prepara|recoge|saca|pasea|cuida|llama|viene",
    course:
      "(?:primero|segundo|tercero|cuarto|quinto|sexto|1º|2º|3º|4º|5º|6º|primer curso|segundo curso|último curso|último año) de .+|ingeniería(?! inversa).*|medicina.*|derecho.*|magisterio.*|enfermería.*|arquitectura.*|económicas.*|filología.*|bellas artes.*|periodismo.*|psicología.*|bachillerato.*|la eso.*|(?:un )?(?:máster|doctorado|grado|ciclo|módulo|curso) (?:de|en) .+|(?:p[345]|i[345]) .*",
    colour:
      "blanc[oa]|negr[oa]|azul|verde|roj[oa]|amarill[oa]|gris|rosa|naranja|morad[oa]|lila|beige|marrón|crema|turquesa|violeta|granate|ocre|color .+",
    role: "profesora?|pediatra|entrenadora?|jardinera?|jardinero|canguro|niñera|ginecólog[oa]|dermatólog[oa]|psiquiatra|oculista|gestora?|asesora?|contable|arquitect[oa]|administradora?|portera?|portero|conserje|limpiadora?|cuidadora?|tutora?|director|directora|monitora?|instructora?|mecánico|carnicero|carnicera|panadero|panadera|pintora?|albañil|cardiólog[oa]|neurólog[oa]|traumatólog[oa]|matrona|comadrona|párroco|notari[oa]|compañer[oa]",
    yo: "(?:yo |a mí |a mi )?",
    adv: "(?:(?:mucho|muchísimo|bastante|especialmente|sobre todo|demasiado|nada|tanto|también|siempre|más|mucho más) )?",
    diet: "vegetarian[oa]s?.*|vegan[oa]s?.*|celiac[oa]s?.*|celíac[oa]s?.*|pescetarian[oa]s?.*|flexitarian[oa].*|abstemi[oa].*",
    ill: "diabétic[oa].*|asmátic[oa].*|epiléptic[oa].*|hipertens[oa].*|autista.*|disléxic[oa].*|bipolar.*|celíac[oa].*|hipotiroide[oa].*",
    illness:
      "asma|diabetes.*|migrañas?|epilepsia|artritis|artrosis|tdah|depresión|ansiedad|eccema|psoriasis|hipotiroidismo|hipertiroidismo|crohn|endometriosis|marcapasos|hipertensión|tensión alta|presión alta|colesterol.*|apnea.*|acúfenos|escoliosis|vértigos?|insomnio|reflujo|gota|anemia|celiaquía|enfermedad .+|hernia.*|fibromialgia|reuma|osteoporosis|dislexia|cáncer.*|alzheimer|parkinson|esclerosis.*|glaucoma|cataratas|autismo|rinitis.*|problemas de (?:espalda|rodilla|corazón|tiroides).*",
    medicine:
      "mg.*|miligramos.*|pastillas?.*|comprimidos?.*|gotas.*|inhalador.*|ventolin.*|insulina.*|antidepresivos?.*|antihistamínicos?.*|anticoagulantes?.*|estatinas?.*|ibuprofeno.*|paracetamol.*|aspirina.*|medicación.*|sintrom.*|eutirox.*|levotiroxina.*|metformina.*|omeprazol.*|sertralina.*|enalapril.*|vitamina .*|hierro.*|cortisona.*|\\p{L}+(?:pril|sartán|olol|statina|oxetina|prazol|zepam).*",
    birth:
      "\\d{1,2} de .+|(?:19|20)\\d\\d.*|(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre).*",
    job: "(?:profesor|maestr|enfermer|médic|ingenier|abogad|arquitect|panader|carpinter|cociner|camarer|programador|diseñador|escritor|traductor|músic|investigador|científic|biólog|químic|físic|farmacéutic|veterinari|psicólog|contable|consultor|fontaner|mecánic|jardiner|agricultor|fotógraf|pintor|peluquer|bibliotecari|secretari|cajer|bomber|cartero|carter|albañil|cirujan|director|editor|actor|cantante|bailarin|entrenador|técnic|administrativ|soldador|conductor|limpiador|cuidador|historiador|filósof|matemátic|empresari|funcionari|trabajador)(?:[oa]|es|as|os)?(?= |$)|estudiante|periodista|dentista|terapeuta|fisioterapeuta|electricista|policía|soldado|piloto|azafata|recepcionista|dependient[ea]|economista|artista|actriz|analista|taxista|médico|comadrona|juez|jueza|notari[oa]|logopeda|guía|gerente",
    tongue:
      "(?:un poco de |algo de |solo |bien |muy bien )?(?:el )?(?:inglés|español|castellano|catalán|francés|alemán|italiano|portugués|gallego|euskera|vasco|árabe|chino|japonés|coreano|ruso|polaco|holandés|sueco|noruego|danés|griego|turco|rumano|ucraniano|hindi|hebreo|latín|valenciano).*",
    kin: "hij[oa]s?.*|hermanos?.*|hermanas?.*|niet[oa]s?.*|sobrin[oa]s?.*|gemel[oa]s?.*|mellizos.*|novi[oa].*|mujer.*|marido.*|niñ[oa]s?.*|prim[oa]s?.*|bebé.*|hermanit[oa]s?.*",
    pet: "perr[oa]s?.*|gat[oa]s?.*|perrit[oa]s?.*|gatit[oa]s?.*|conej[oa]s?.*|hámsters?.*|loros?.*|canarios?.*|tortugas?.*|caballos?.*|yeguas?.*|gallinas?.*|pe(?:z|ces).*|cobayas?.*|periquitos?.*",
    play: "guitarra.*|piano.*|violín.*|violonchelo.*|batería.*|bajo.*|flauta.*|saxo.*|trompeta.*|clarinete.*|ukelele.*|acordeón.*|fútbol.*|tenis.*|baloncesto.*|ajedrez.*|pádel.*|voleibol.*|rugby.*|golf.*|balonmano.*|hockey.*|bádminton.*|videojuegos.*|cartas.*",
    sport:
      "yoga.*|pilates.*|natación.*|senderismo.*|escalada.*|ciclismo.*|judo.*|kárate.*|boxeo.*|surf.*|esquí.*|vela.*|remo.*|baile.*|ballet.*|gimnasia.*|al gimnasio.*|correr.*|atletismo.*|cerámica.*|teatro.*|clases de .*|nadar.*|bailar.*",
  },
  rows,
  remember: [
    "(?:por favor,? )?(?:(?:me )?(?:puedes|podrías|quiero que|necesito que) )?(?:recuerda|remember|recuerdes|recordar|recuérdame|acu[eé]rdate de|acordarte de|anota|anotes|anotar|anótame|apunta|apuntes|apuntar|ap[uú]ntame|apúntate|guarda|guardar|memoriza|ten en cuenta|tener en cuenta|ten presente|no (?:te )?olvides(?: de)?|no te olvides(?: de)?|toma nota de|que no se te olvide|que sepas)(?:,? por favor,?)? que (.+)",
    "(?:por favor,? )?(?:recuerda(?: esto)?|anota(?: esto)?|apunta(?: esto)?|ap[uú]ntate|guarda(?: esto)?|nota|ten en cuenta|no olvides|memoriza(?: esto)?|que conste)(?: ?[:,]| -) ?(.+)",
    "(?:por favor,? )?(?:no (?:te )?olvides|recuerda|acu[eé]rdate de) ((?:mi|el|la|los|las|nuestr[oa]|\\p{L}+r) .+)",
  ],
  ended: [
    ["(?:yo )?ya no (.+)", "$1", "Ya no"],
    ["(?:yo )?(?:he dejado|dejé) de (?:comer|beber|tomar) (.+)", "como $1", ""],
    ["(?:yo )?(?:he dejado|dejé) de trabajar (.+)", "trabajo $1", ""],
  ],
  habits:
    "uso>usa usamos> como>come comemos> bebo>bebe bebemos> tomo>toma tomamos> cocino>cocina cocinamos> compro>compra compramos> cojo>coge cogemos> voy>va vamos> duermo>duerme dormimos> me_levanto>se_levanta nos_levantamos> me_despierto>se_despierta me_acuesto>se_acuesta llevo>lleva llevamos> corro>corre corremos> camino>camina trabajo>trabaja trabajamos> leo>lee leemos> veo>ve vemos> escucho>escucha escuchamos> pongo>pone ponemos> guardo>guarda guardamos> dejo>deja dejamos> hago>hace hacemos> pago>paga pagamos> viajo>viaja viajamos> desayuno>desayuna desayunamos> ceno>cena cenamos> añado>añade echo>echa echamos> juego>juega jugamos> nado>nada entreno>entrena entrenamos> visito>visita visitamos> quedo>queda quedamos> llamo>llama llamamos> limpio>limpia salgo>sale salimos> conduzco>conduce riego>riega regamos> estudio>estudia empiezo>empieza empezamos> pido>pide pedimos> tengo>tiene tenemos> meriendo>merienda",
  habitSubject:
    "(?:(?:yo|nosotros|nosotras|en casa|(?:por|de) las? [\\p{L}]+|(?:los|cada|todos los|todas las) [\\p{L}]+(?: por la [\\p{L}]+)?),? )?",
  habitAdverbs:
    "siempre|nunca|jamás|normalmente|casi siempre|casi nunca|solo|generalmente|habitualmente|a menudo|no",
  relations:
    "sister:hermana,hermanita brother:hermano,hermanito mother:madre,mamá,mama father:padre,papá,papa wife:mujer,esposa husband:marido,esposo partner:pareja girlfriend:novia boyfriend:novio fiance:prometido,prometida son:hijo,el_niño,niño daughter:hija,la_niña,niña twins:gemelos,gemelas,mellizos,los_gemelos,las_gemelas sisters:hermanas brothers:hermanos cousins:primos,primas friends:amigos,amigas grandparents:abuelos,yayos parents_in_law:suegros grandchildren:nietos,nietas uncles:tíos guests:invitados,los_invitados,las_invitadas,uno_de_los_invitados,una_de_las_invitadas,alguno_de_los_invitados guest:el_invitado,la_invitada,un_invitado,una_invitada children:hijos,hijas,niños,los_niños,las_niñas,los_peques baby:bebé parents:padres grandmother:abuela,yaya grandfather:abuelo,yayo aunt:tía uncle:tío cousin:primo,prima nephew:sobrino niece:sobrina grandson:nieto granddaughter:nieta mother_in_law:suegra father_in_law:suegro brother_in_law:cuñado sister_in_law:cuñada friend:amigo,amiga neighbour:vecino,vecina,vecinos,vecinas,el_vecino,la_vecina,los_vecinos,las_vecinas flatmate:compañero_de_piso,compañera_de_piso boss:jefe,jefa colleague:compañero,compañera,compañero_de_trabajo teacher:profesor,profesora,maestra dog:perro,perra,perrito,el_perro,la_perra cat:gato,gata,gatito,el_gato,la_gata pet:mascota rabbit:conejo parrot:loro horse:caballo,yegua tortoise:tortuga doctor:médico,doctora dentist:dentista landlord:casero,casera godmother:madrina godfather:padrino twin:gemelo,gemela",
  slots:
    "class:clase name:nombre,nombre_completo birthday:cumpleaños,cumple,fecha_de_nacimiento,cumple_años,cumplen_años home_address:dirección,domicilio phone:teléfono,número_de_teléfono,móvil,número_de_móvil email:correo,correo_electrónico,email,e-mail id_number:dni,nie,número_de_pasaporte,número_de_la_seguridad_social employer:empresa job:trabajo,profesión,oficio salary:sueldo,salario blood_type:grupo_sanguíneo,tipo_de_sangre shoe_size:número_de_pie,número_de_zapato,talla_de_zapato,talla_de_pie shirt_size:talla_de_camisa,talla_de_camiseta trouser_size:talla_de_pantalón ring_size:talla_de_anillo clothes_size:talla height:altura weight:peso car:coche,carro bike:bici,bicicleta licence_plate:matrícula wifi_name:nombre_del_wifi,nombre_de_la_wifi,red_wifi,wifi anniversary:aniversario_de_boda,aniversario boss:jefe,jefa doctor:médico,médica,médico_de_cabecera dentist:dentista star_sign:signo,signo_del_zodiaco mother_tongue:lengua_materna hometown:pueblo_natal,ciudad_natal postcode:código_postal locker_number:número_de_taquilla,taquilla member_number:número_de_socio,número_de_socia insurance_number:número_de_póliza,póliza hobby:afición,hobby,pasatiempo school:colegio,escuela university:universidad team:equipo vet:veterinario,veterinaria plumber:fontanero electrician:electricista hairdresser:peluquero,peluquera physio:fisio,fisioterapeuta lawyer:abogado,abogada babysitter:canguro landlord:casero,casera teacher:profesor,profesora,maestra,tutora therapist:psicólogo,psicóloga saints_day:santo nationality:nacionalidad room:habitación seat:asiento parking_spot:plaza_de_garaje,plaza_de_parking,plaza_de_aparcamiento emergency_contact:contacto_de_emergencia customer_number:número_de_cliente,código_de_cliente reservation_code:código_de_reserva,localizador,número_de_reserva username:nombre_de_usuario,usuario",
  secrets:
    "wifi_password:contraseña_del_wifi,contraseña_de_la_wifi,clave_del_wifi,clave_de_la_wifi,contraseña_wifi password:contraseña,clave pin:pin,código_pin card_number:número_de_tarjeta,tarjeta_de_crédito,número_de_la_tarjeta cvv:cvv,código_de_seguridad alarm_code:código_de_la_alarma,código_de_alarma,clave_de_la_alarma door_code:código_de_la_puerta,código_del_portal,código_del_garaje safe_code:combinación_de_la_caja_fuerte,código_de_la_caja_fuerte bank_account:iban,número_de_cuenta,cuenta_bancaria",
  nouns:
    "colour:color food:comida,alimento dish:plato film:película,peli book:libro song:canción band:grupo,banda singer:cantante music:música author:autor,autora,escritor,escritora city:ciudad country:país season:estación animal:animal fruit:fruta drink:bebida wine:vino tea:té coffee:café sport:deporte team:equipo restaurant:restaurante game:juego series:serie place:lugar,sitio dessert:postre cake:pastel,tarta pizza:pizza ice_cream:helado flower:flor number:número day:día spare_key:llave_de_repuesto,llaves_de_repuesto,copia_de_la_llave,copia_de_las_llaves keys:llaves,llave passport:pasaporte,pasaportes first_aid_kit:botiquín documents:documentos,papeles toolbox:caja_de_herramientas tools:herramientas charger:cargador torch:linterna car_papers:papeles_del_coche umbrella:paraguas suitcase:maleta,maletas",
  my: "(?:a )?(?:mi|mis|nuestro|nuestra|nuestros|nuestras)",
  the: "el|la|los|las|un|una",
  owned: [
    "(?:{my}) (?<rel>{relation}) (?<owner>{name}) (?<slot>cumplen? años)(?: el)? (?<o>\\d{1,2} de .+|día \\d.*|en \\p{L}+)",
    "(?:{my}|el|la|los) (?<rel>{relation})(?: (?:mayor|menor|pequeñ[oa]|{name}))? (?<slot>cumplen? años)(?: el)? (?<o>\\d{1,2} de .+|día \\d.*|en \\p{L}+)",
    "(?<owner>{name}) (?<slot>cumple años)(?: el)? (?<o>\\d{1,2} de .+|día \\d.*)",
    "(?:el )?(?<o>\\d{1,2} de \\p{L}+) (?:es|será|celebramos) (?:el|la) (?<slot>cumpleaños|cumple|santo|aniversario) (?:de )(?:{my}) (?<rel>{relation})(?: {name})?",
    "(?:el )?(?<o>\\d{1,2} de \\p{L}+) (?:es|será|celebramos) (?:el|la) (?<slot>cumpleaños|cumple|santo) (?:de |del )(?:la |el )?(?<owner>{name})",
    "(?:el )?(?<o>\\d{1,2} de \\p{L}+) (?:es|celebramos) (?:{my}) (?<slot>cumpleaños|cumple|santo|aniversario de boda|aniversario)",
    "(?:{my}|el|la)(?: nuev[oa]| actual)? (?<slot>{slot})(?: nuev[oa]| actual)?(?:,? (?:apúnta|anóta|guárda)\\p{L}+)?,?(?: es| son| está en| se llama| ahora es|:| =)(?: el| ahora)?(?: la| el)?(?: doctora?| dra| dr| señora?| don| doña)?(?= ) (?<o>.+)",
    "(?:el|la) (?<slot>{slot}) (?:de |del |d')(?:la |el )?(?<owner>{name}) (?:es|son|se llama)(?: el)? (?<o>.+)",
    "(?:el|la) (?<slot>{slot}) de (?:{my}) (?<rel>{relation})(?: (?<owner>{name}))? (?:es|son)(?: el)? (?<o>.+)",
    "(?:{my}|el|la) (?<slot>{slot}) (?:del?|para|de la) .{2,40}? es (?<o>.+)",
    "(?:uso|calzo) (?:el |la |un )?(?<slot>talla|número de pie) (?<o>.+)",
  ],
  favourite: [
    "(?:{my}) (?<noun>[\\p{L}]+(?: de [\\p{L}]+)?) (?:favorit[oa]s?|preferid[oa]s?)(?: de todos los tiempos)? (?:es|son|siempre ha sido|sigue siendo) (?<o>.+)",
    "(?<o>.+) es (?:{my}) (?<noun>[\\p{L}]+) (?:favorit[oa]|preferid[oa])",
  ],
  places: [
    "(?:el|la|los|las|mi) (?!{appointment})(?<thing>[\\p{L}]+(?: [\\p{L}]+){0,4}?),? (?:la|lo|las|los) tienen? (?!que\\b)(?<o>(?:(?:la|el|mi) )?[\\p{L}]+(?: [\\p{L}]+){0,2})",
    "(?:el|la|los|las|mi) (?<thing>(?:llaves?|copia|pasaportes?)(?: [\\p{L}]+){0,4}?) (?:está|están) (?<o>en casa de .+)",
    "(?:el|la|los|las|mi|mis|nuestra|nuestro|nuestras|nuestros) (?<thing>[\\p{L}]+(?: [\\p{L}]+){0,5}?) (?:está|están|se guarda|se guardan|va|van|queda)(?: siempre| ahora| guardad[oa]s?| escondid[oa]s?)? (?<o>(?:en|debajo de|bajo|detrás de|encima de|dentro de|al lado de|sobre|junto a|entre) ?(?:el|la|los|las|l|un|una|mi|nuestro|nuestra)\\b.+|(?:debajo|detrás|encima|dentro|al lado) del .+)",
    "(?:yo )?(?:guardo|guardamos|escondo|escondemos|tengo|tenemos|he (?:guardado|dejado|puesto|escondido)|hemos (?:guardado|dejado|puesto|escondido)|dejo|dejamos) (?:el|la|los|las|mi|mis) (?<thing>[\\p{L}]+(?: [\\p{L}]+){0,5}?) (?<o>(?:en|debajo de|bajo|detrás de|encima de|dentro de|al lado de|sobre) (?:el|la|los|las|un|una|mi)\\b.+|(?:debajo|detrás|encima|dentro|al lado) del .+)",
  ],
  passing:
    "secreto|solución|causa|culpable|motivo|fallo|perr[oa]|gat[oa]|niñ[oa]s?|bebé|gente|sopa|cena|comida|problema|tiempo|noticia|hij[oa]s?|mujer|marido|madre|padre|hermano|hermana|jefe|pregunta|respuesta|cosa|película|idea|reunión|tren|autobús|agua|ropa|café|luz|sol|luna|pelota|partido|hombre|chico|chica|tráfico|casa|música|radio|tele|historia|error|amor|clave|truco|vida",
  chain: [
    "(?<owner>[\\p{L}·-]+), (?:el|la|los|las) (?<rel>{relation}) de (?:{my}) (?<a>{relation}),",
    "(?<owner>[\\p{L}·-]+), (?:{my}) (?<rel>{relation}),",
    "(?:el|la|los|las) (?<rel>{relation}) de (?:{my}) (?<a>{relation})",
    "(?<rel>{relation}) de (?:{my}) (?<a>{relation})(?: (?!(?:se|tiene|tienen|es|son|vive|viven|trabaja|estudia|está|va|ha|no|le|les|ya|juega|cumple|nació|toca|habla|toma|siempre|nunca) )[\\p{L}-]+(?= )){0,2}",
    "(?:(?:el|la) )?(?<rel>{relation}) de (?:la |el )?(?<owner>[\\p{L}·-]+)",
  ],
  nameArticle: "la |el |a ",
  adjectives:
    "mayor|menor|pequeñ[oa]|gemel[oa]|mejor|nuev[oa]|querid[oa]|antigu[oa]|ex|de arriba|de abajo|de al lado|de enfrente|del trabajo|del (?:primero|segundo|tercero|cuarto|quinto|sexto|ático|bajo)",
  bare: "mamá|papá|(?:el|la|los|las) (?:vecin[oa]s?|niñ[oa]s?|peques?|gemel[oa]s|perr[oa]|gat[oa])|(?:un[oa] de |algun[oa] de )?(?:los|las) invitad[oa]s|(?:un|una|el|la) invitad[oa]",
  pronouns: "él|ella",
  possessed: ["sus? (?<rel>{relation}|{slot})", "{rel} de {owner}"],
  reordered: [
    [
      "(.{3,60}?) (?:se ha (?:cambiado|movido|pasado|aplazado|retrasado|adelantado)|se (?:cambió|movió|pasó|aplazó)|(?:ha )?pasado?|ha cambiado|pasa) (?:del? .{3,20} )?(?:al|para el) ((?:{weekday}|\\d).*)",
      "$1 es el $2",
    ],
    [
      "(.{3,60}?) (?:se ha (?:cambiado|movido|pasado)|se (?:cambió|movió|pasó)|ha cambiado|pasa|ahora pasa) a (los (?:{weekday})s?.*)",
      "$1 es $2",
    ],
  ],
  mine: "\\p{L}+[aeií]r(?:me|nos)|yo|mi|mis|me|mí|conmigo|mío|mía|míos|mías|nos|nosotros|nosotras|nuestro|nuestra|nuestros|nuestras",
  dangling:
    "(?:eso|esto|esta|este|ese|esa|lo|la que|el que|los que|las que|lo que|ello|tú|tu|tus|cómo|que te|aquello|aquella|aquel|así|mucho|muchísimo|bastante|poco|nada|algo|todo|todos|todas|ambos|el primero|la primera|el segundo|la segunda|el último|la última|la opción|la idea|saber(?:lo)?|verlo|oírlo|oír eso|ahí|aquí|allí|también|más|demasiado|de acuerdo|segur[oa]|list[oa]|bien|mal|ti)(?= |$|[,.])",
  plan: {
    first:
      "(?:yo |nosotros |nosotras )?(?:ya |también |me |nos )?(?:(?:quiero|queremos|necesito|necesitamos|debo|debemos|hay que) (?!comprar|dormir|saber|ver\\b|preguntar)\\p{L}+(?:ar|er|ir|ír)(?:me|nos|lo|la)?|tengo|tenemos|voy|vamos|vuelo|volamos|salgo|salimos|viajo|viajamos|quedo|quedamos|he quedado|hemos quedado|empiezo|empezamos|mudo|mudamos|vienen?|casamos|caso|operan|toca|llega|iré|iremos|tendré|tendremos|celebro|celebramos|ceno|cenamos|como con|comemos|reúno|reunimos|visito|visitamos|veo|vemos|vuelvo|volvemos|llego|llegamos|recojo|recogemos|firmo|firmamos|presento|presentamos|entrego|examino|corro|actúo|tocamos|estaré|estaremos|estoy de (?:vacaciones|viaje|baja|descanso)|estamos de vacaciones|hay|entrevistan|traen|entregan|instalan|arreglan|cambian|viene|nos vamos|me voy|(?:es|son|será|celebramos) (?:el |la |los |las |mi |nuestr[oa] )?(?:{appointment})|\\p{L}+(?:aré|eré|iré|aremos|eremos|iremos))",
    third:
      "(?:es|será|son|viene|vienen|llega|llegan|empieza|empiezan|sale|salen|vuelve|vuelven|se casan?|nos visitan?|visita|tiene|tienen|va|van|vuela|actúa|toca|caduca|vence|termina|acaba|cierra|abre|se muda|hay|está|cumple|vendrá|llegará|tendrá)",
    bare: "(?:ya |también )?(?:viene|vienen|llega|llegan)",
    past: "ayer|fue|fui|fuimos|era|estuve|estuvo|tuve|tuvo|hice|hizo|pasad[oa](?! mañana)|compré|llegué|vi|vino|dijo|anoche|hace \\S+ (?:días?|semanas?|meses|años?)|comí|cené|salí|empecé|había|ha (?!quedado)\\p{L}+[ai]do|he (?!quedado)\\p{L}+[ai]do|hemos (?!quedado)\\p{L}+[ai]do|trabajé|\\p{L}{2,}(?:aron|ieron|ó)",
    have: "(?:yo )?(?:tengo|tenemos) (?!que )(?:un |una |el |la |mi |cita con el |cita con la |hora con el |hora en el |hora en la )?",
    appointments:
      "dentist:dentista doctor:médico,doctor,doctora exam:examen interview:entrevista,entrevista_de_trabajo wedding:boda driving_test:examen_de_conducir flight:vuelo surgery:operación,cirugía meeting:reunión hairdresser:peluquería,peluquero,peluquera vet:veterinario concert:concierto party:fiesta birthday_party:fiesta_de_cumpleaños dinner:cena lunch:comida trip:viaje holiday:vacaciones deadline:plazo physio:fisio,fisioterapeuta appointment:cita checkup:revisión blood_test:análisis,analítica presentation:presentación rehearsal:ensayo funeral:funeral baptism:bautizo graduation:graduación itv:itv plumber:fontanero electrician:electricista optician:óptica,oculista marathon:maratón,media_maratón",
    you: "tú|tu|te|contigo|ti|nos vemos$|recuérdame|alarma|temporizador",
  },
  regular:
    "(?:el|la|los|las|mi|nuestr[oa]) (?:[\\p{L}]+ ){1,5}?(?:(?:es|son)(?! (?:muy |tan |un |una |mi |lo |los peores|el peor|horrib|genial|insoport|fatal|mal))|abre|abren|cierra|cierran|sale|salen|empieza|pasa|pasan|viene|vienen|cuesta|tiene|se recoge|recogen|se saca|ensaya|reparte)",
  measures:
    "(?:el|la|los|las|mi|nuestr[oa]) (?:[\\p{L}]+ ){1,5}?(?:cuesta|cuestan|pesa|pesan|mide|miden|cobra|caben|necesita|necesitan|tarda|caduca|vence|consume)",
  connectors: "y|e|pero|así que|porque|aunque|y además|y también|ni|mientras que|y que",
  elided: "",
  youToI: [
    ["eres", "soy"],
    ["tienes", "tengo"],
    ["vives", "vivo"],
    ["trabajas", "trabajo"],
    ["prefieres", "prefiero"],
    ["odias", "odio"],
    ["te llamas", "me llamo"],
    ["te", "me"],
    ["tus", "mis"],
    ["tu", "mi"],
  ],
  mood: {
    good: "genial|feliz|content[oa]|encanta|maravillos[oa]|excelente|gracias|perfecto|estupendo|fantástico|alegr[ei]|ilusión|bien",
    bad: "triste|enfadad[oa]|terrible|horrible|odio|preocupad[oa]|mal|fatal|malas noticias|estresad[oa]|decepcionad[oa]|duele|roto|miedo|murió",
  },
};
