import type { LanguageRules } from "../types/rules.ts";

/** How statements are read in Spanish. */
export const rules: LanguageRules = {
  code: "es",
  capitalNouns: false,
  words:
    "ven pasa espera mira oye dime toma venga el la los las un una unos unas de del al a en y o u que con por para sin sobre entre desde hasta si no sí ni es son está están soy eres era fue ser estar he has ha hemos han hay tengo tiene tenemos yo tú él ella nosotros ellos me te se nos os le les lo mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta esto ese esa eso estos estas muy más menos también tampoco ya siempre nunca jamás pero porque como cuando donde quien qué cómo cuándo dónde cuál todo toda todos todas cada otro otra vivo vive viven trabajo trabaja gusta gustan encanta encantan odio prefiero quiero voy vamos llamo llama nací estudio hablo como uso bebo recuerda apunta hoy mañana ayer ahora aquí allí mejor hasta algo nada bien mal dos tres hace hago tomo mi años día alérgica alérgico hermana hermano nadie alguien gente todos",
  markers: {
    fillers:
      "ahora(?= (?:tengo|tenemos|conduzco|tiene) un)|bueno|pues|oye|mira|a ver|vale|eh+|mmm+|ah|oh|ay|hola|buenas|buenos días|buenas tardes|buenas noches|por cierto|además|también(?= )|y|o sea|es que|la verdad(?: es que)?|sinceramente|en fin|total|claro|sí|si,|bien|perfecto|genial|gracias|ok|okay|entonces|así que|que sepas que|para que lo sepas|como te (?:dije|decía)|te cuento|te comento(?: que)?|quería (?:decirte|contarte|comentarte)(?: que)?|quiero que sepas que|resumiendo|de hecho|otra cosa|una cosa|ah,? y|porque|pero|sobre todo|personalmente|afortunadamente|por desgracia|por suerte|¿sabes\\?|sabes qué|importante|muy importante|(?:según )?(?:el|la|mi) (?:médic[oa]|doctora?|alergólog[oa]|dermatólog[oa]|cardiólog[oa]|nutricionista|dentista|ginecólog[oa]|endocrin[oa]|neurólog[oa])(?: (?:dice|cree|me ha dicho|me dijo|me ha confirmado|me ha explicado) que|,)|(?:me (?:han|acaban de) (?:dicho|decir|confirmado|confirmar)|los análisis (?:dicen|salen)|en los análisis (?:sale|ha salido)|me dijeron|me confirmaron|resulta)(?: en el (?:médico|hospital|ambulatorio|centro de salud))? que(?= (?:soy|tengo|estoy|no puedo|mi \\p{L}+ (?:es|tiene)) )|ya sabes que|tengo que decir(?:te)? que",
    tails:
      "por favor|porfa|gracias|sabes|vale|eh|ya sabes|claro|por cierto|la verdad|de verdad|jaja+|y eso|o algo así|ok",
    material:
      "(?:por favor,? )?(?:(?:me )?(?:puedes|podrías) )?(?:traduce|tradúceme|traducir|corrige|corrígeme|corregir|resume|resúmeme|resumir|reescribe|reescribir|escribe|escríbeme|escribir|redacta|redáctame|redactar|cuéntame un|finge|imagina|imagínate|supongamos|supón|hagamos como|actúa como|haz de|ahora eres|en mi (?:novela|cuento|libro|sueño|historia)|en (?:la|el|esta|este) (?:novela|cuento|canción|película|juego|historia)|mi personaje|el protagonista|érase una vez|había una vez|aquí (?:tienes|va|está) (?:un|el|la|una|mi) (?:texto|correo|email|mensaje|carta|artículo|error|código)|la (?:canción|letra|carta) dice|cómo se dice|qué significa|estimad[oa]s?)",
    takeBack:
      "(?:no,? |ah,? |espera,? |bueno,? |perdona,? |mejor |ay,? )*(?:olv[ií]da(?:lo|te)?(?: de (?:eso|lo que he dicho|lo que dije|ello))?(?: eso| lo que he dicho| lo que dije| lo anterior)?(?=[ ,.]*$|,|\\.)|d[eé]jalo(?: estar)?|no importa|da igual|nada,? (?:olvídalo|déjalo)|es (?:una )?broma|era (?:una )?broma|estoy de broma|estaba de broma|retiro lo (?:dicho|que he dicho)|no era verdad|eso no|borra eso|no he dicho nada|olvida (?:eso|lo que he dicho|lo que dije|lo anterior))",
    offRecord:
      "no (?:guardes|recuerdes|apuntes|anotes|registres|memorices|grabes) (?:esto|eso|nada|lo que)|(?:esto|eso) no lo (?:guardes|apuntes|anotes|recuerdes|registres|escribas)|que quede entre (?:nosotros|tú y yo)|entre (?:nosotros|tú y yo)|no lo (?:apuntes|guardes|anotes|registres|escribas)|extraoficialmente|off the record|no hace falta que lo (?:apuntes|guardes|anotes)",
    forget:
      "(?:por favor,? |(?:puedes|podrías|quiero que|quisiera que|necesito que|ya puedes|debes) )*(?:olv[ií]da(?:te|r|los?|las?)?|olvides|olvide|(?:borra|elimina|quita) (?:que|lo que|la nota|el recuerdo))",
    correction:
      "(?:no,? |ah,? |ay,? |oh,? |uy,? |espera,? |perdón,? |perdona,? |bueno,? )*(?:en realidad(?: no(?= ?[,.:;…–-]))?|no(?= ?[,.:;…–-])|perdón|perdona|espera|mejor dicho|quería decir|quise decir|quiero decir|digo|rectifico|corrijo|me he equivocado|me equivoqué|error|miento|(?:eso )?ya no es (?:verdad|así|cierto)|eso no es (?:verdad|así|cierto|correcto)|ha cambiado|cambio de planes?|he cambiado de (?:idea|opinión)|hemos cambiado de (?:idea|opinión|planes)|al final no,?)(?:[ ,.:;-]+(?:en realidad|quería decir|quise decir|digo|es(?= (?:el|a|en|la|lun|mar|mié|jue|vie|sáb|dom|\\d))|era|será|perdón|mejor|sino))*",
    keep: "(?:y |vale,? |sí,? |por favor,? )*(?:recuérdalo|apúntalo|ap[uú]ntatelo|anótalo|guárdalo|no lo olvides|no te olvides|recuerda (?:esto|eso)|apunta (?:esto|eso)|anota (?:esto|eso)|guarda (?:esto|eso)|toma nota|tenlo en cuenta|que no se te olvide)(?: por favor)?",
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
  remember: [
    "(?:por favor,? )?(?:(?:me )?(?:puedes|podrías|quiero que|necesito que) )?(?:recuerda|remember|recuerdes|recordar|recuérdame|acu[eé]rdate de|acordarte de|anota|anotes|anotar|anótame|apunta|apuntes|apuntar|ap[uú]ntame|apúntate|guarda|guardar|memoriza|ten en cuenta|tener en cuenta|ten presente|no (?:te )?olvides(?: de)?|no te olvides(?: de)?|toma nota de|que no se te olvide|que sepas)(?:,? por favor,?)? que (.+)",
    "(?:por favor,? )?(?:recuerda(?: esto)?|anota(?: esto)?|apunta(?: esto)?|ap[uú]ntate|guarda(?: esto)?|nota|ten en cuenta|no olvides|memoriza(?: esto)?|que conste)(?: ?[:,]| -) ?(.+)",
    "(?:por favor,? )?(?:no (?:te )?olvides|recuerda|acu[eé]rdate de) ((?:mi|el|la|los|las|nuestr[oa]|\\p{L}+r) .+)",
  ],
  relations:
    "hermana hermanita hermano hermanito madre mamá mama padre papá papa mujer esposa marido esposo pareja novia novio prometido prometida hijo el_niño niño hija la_niña niña gemelos gemelas mellizos los_gemelos las_gemelas hermanas hermanos primos primas amigos amigas abuelos yayos suegros nietos nietas tíos invitados los_invitados las_invitadas uno_de_los_invitados una_de_las_invitadas alguno_de_los_invitados el_invitado la_invitada un_invitado una_invitada hijos hijas niños los_niños las_niñas los_peques bebé padres abuela yaya abuelo yayo tía tío primo prima sobrino sobrina nieto nieta suegra suegro cuñado cuñada amigo amiga vecino vecina vecinos vecinas el_vecino la_vecina los_vecinos las_vecinas compañero_de_piso compañera_de_piso jefe jefa compañero compañera compañero_de_trabajo profesor profesora maestra perro perra perrito el_perro la_perra gato gata gatito el_gato la_gata mascota conejo loro caballo yegua tortuga médico doctora dentista casero casera madrina padrino gemelo gemela",
  my: "(?:a )?(?:mi|mis|nuestro|nuestra|nuestros|nuestras)",
  the: "el|la|los|las|un|una",
  pronouns: "él|ella|su|sus",
  mine: "\\p{L}+[aeií]r(?:me|nos)|yo|mi|mis|me|mí|conmigo|mío|mía|míos|mías|nos|nosotros|nosotras|nuestro|nuestra|nuestros|nuestras",
  past: "ayer|fue|fui|fuimos|era|estuve|estuvo|tuve|tuvo|hice|hizo|pasad[oa](?! mañana)|compré|llegué|vi|vino|dijo|anoche|hace \\S+ (?:días?|semanas?|meses|años?)|comí|cené|salí|empecé|había|ha (?!quedado)\\p{L}+[ai]do|he (?!quedado)\\p{L}+[ai]do|hemos (?!quedado)\\p{L}+[ai]do|trabajé|\\p{L}{2,}(?:aron|ieron|ó)",
  connectors: "y|e|pero|así que|porque|aunque|y además|y también|ni|mientras que|y que",
};
