import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

/** How statements are made in Portuguese. */
export const rules: LanguageRules = {
  code: "pt",
  verbFinal: false,
  words:
    "vem anda espera olha diz toma o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às e ou que com por para sem sobre entre desde até se não sim nem é são está estão sou és era foi ser estar estou tem têm temos tenho há eu tu ele ela nós eles elas você me te lhe lhes meu minha meus minhas teu tua seu sua nosso nossa este esta isto esse essa isso aquele muito mais menos também já sempre nunca mas porque como quando onde quem qual todo toda todos todas cada outro outra vivo vive moro mora trabalho trabalha gosto gosta adoro odeio prefiro quero vou vamos chamo chama nasci estudo falo faço faz uso bebo lembra anota esqueças hoje amanhã ontem agora aqui ali melhor nada bem mal dois duas três anos dia alérgica alérgico ninguém alguém gente irmã irmão então decidimos",
  markers: {
    fillers:
      "agora(?= (?:tenho|temos|conduzo|dirijo|tem) um)|bem|bom|pois|olha|olhe|ora|então|eh+|hum+|ah|oh|ai|olá|oi|bom dia|boa tarde|boa noite|já agora|aliás|além disso|também(?= )|e|ou seja|é que|a verdade(?: é que)?|na verdade(?= (?:eu|sou|moro|vivo))|sinceramente|enfim|claro|sim|perfeito|ótimo|obrigad[oa]|ok|okay|tá|portanto|por isso|para que saibas|para você saber|como (?:te|lhe) disse|queria (?:dizer-te|te dizer|dizer)(?: que)?|quero que saibas que|resumindo|de facto|de fato|outra coisa|uma coisa|porque|mas|sobretudo|pessoalmente|felizmente|infelizmente|sabes uma coisa|sabe|importante|muito importante|(?:segundo )?(?:o|a|o meu|a minha|meu|minha) (?:médic[oa]|doutora?|alergologista|dermatologista|nutricionista|dentista|ginecologista|cardiologista)(?: (?:diz|acha|disse-me|me disse|disse|confirmou) que|,)|(?:disseram-me|me disseram|acabaram de me dizer|as análises dizem|os exames dizem|parece)(?: (?:no médico|no hospital))? que(?= (?:eu )?(?:sou|tenho|estou|não posso) )|tenho de (?:te )?dizer que|tipo",
    tails:
      "por favor|obrigad[oa]|sabes|sabe|tá|ok|está bem|claro|já agora|a verdade|de verdade|haha+|kk+|e tal|né|pá",
    question:
      "(?:o que|que horas|quem|qual|quais|quando|onde|como(?! (?:sempre|nunca|aveia|só|carne|peixe|pão|fruta|muito|sempre|pouco))|por que|porque é que|porquê|quanto|quanta|quantos|quantas|a que|de que|com que|em que|podes|pode|poderias|poderia|podemos|sabes (?:se|o|onde|quando|como|qual)|sabe se|tens|você tem|há|me recomendas?|recomendas|achas|parece-te|é verdade|conheces|alguma ideia|alguma receita|lembras-te|você lembra|será que)|pergunto-me|não sei (?:se|o que|que|como|quando|onde|porquê|por que)|diz-me|me diz|me diga|gostava de saber|gostaria de saber|quero saber|queria saber|preciso de saber|dá-me|me dá|ajuda-me|me ajuda|recomenda-me|explica-me",
    hypothetical:
      "se (?:eu )?(?:tivesse|fosse|pudesse|vivesse|morasse|estivesse|ganhasse|fizesse)|(?:eu )?(?:teria|seria|poderia|faria|iria|viveria|quereria|gostaria|adoraria|estaria|preferiria|compraria|gostava de)|talvez|se calhar|quem sabe|oxalá|tomara|suponhamos|imagina|imagine|pode ser que|podia ser|acho que|suponho|creio que|estou a pensar em|estou pensando em|estamos a pensar em|estamos pensando em|não sei|como se|em teoria|um dia destes|algum dia|provavelmente|não acho|duvido|espero que|não tenho a certeza|não tenho certeza",
    command:
      "(?:por favor,? )?(?:põe|coloca|coloque|liga|ligue|apaga|desliga|acende|abre|abra|fecha|mostra|mostra-me|ensina-me|procura|busca|encontra|adiciona|acrescenta|envia|manda|toca|para|reserva|compra|pede|lê|calcula|compara|acorda-me|cancela|elimina|ignora|repete|canta|faz|faça|cria|gera|recomenda|sugere|explica|avisa-me|lembra-me (?!(?:de )?que))",
    material:
      "(?:por favor,? )?(?:(?:podes|pode|poderias|você pode) (?:me )?)?(?:traduz|traduza|traduzir|corrige|corrija|corrigir|resume|resuma|resumir|reescreve|reescreva|reescrever|escreve(?:-me)?|escreva|escrever|redige|redigir|conta-me um[a]?|finge|imagina|imagine|suponhamos|suponha|faz de conta|vamos fingir|age como|aja como|agora és|agora você é|no meu (?:romance|livro|conto|sonho)|na minha história|n[oa] (?:romance|conto|música|canção|filme|jogo|história)|nest[ea] (?:romance|conto|música|canção|filme|jogo|história)|a minha personagem|o protagonista|era uma vez|aqui (?:tens|vai|está) (?:um|o|a|uma|meu|minha) (?:texto|e-mail|email|mensagem|carta|artigo|erro|código)|a (?:canção|letra|carta|música) diz|como se diz|o que significa|car[oa]s? |prezad[oa])",
    reported:
      "(?:disseste-me|me disseste|você (?:me )?disse|tu disseste|disseste que)|como (?:disseste|você disse)|segundo|já sabes que gosto|(?:diz|dizem|disse|disseram|acha|acham|pensa|acredita|contou) que|(?:disse-me|me disse|perguntou-me|me perguntou|me contou) (?:que|se)|(?:li|ouvi|vi) que|é brincadeira|quando (?:eu )?era (?:pequen[oa]|criança|jovem|menin[oa])|sonhei|em (?:pequen[oa]|criança)(?!,? (?:eu )?(?:vivia|morava|vivi|morei|cresci))",
    temporary:
      "hoje|esta (?:manhã|tarde|noite|semana|vez)|agora mesmo|neste momento|de momento|por agora|por enquanto|estes dias",
    takeBack:
      "(?:não,? |ah,? |espera,? |bem,? |desculpa,? |melhor,? |ai,? )*(?:esquece(?: isso| lá| o que (?:eu )?disse)?(?=[ ,.]*$|,|\\.)|esqueça(?: isso| o que (?:eu )?disse)?|deixa (?:isso|lá|estar|pra lá|para lá)|não importa|tanto faz|é (?:uma )?brincadeira|era (?:uma )?brincadeira|estou (?:a brincar|brincando)|estava (?:a brincar|brincando)|retiro o que (?:eu )?disse|não era verdade|isso não|apaga isso|não disse nada)",
    offRecord:
      "não (?:guardes|guarde|lembres|apontes|anotes|anote|registes|registre|graves|grave|memorizes) (?:isto|isso|nada|o que)|(?:isto|isso) não é para (?:guardar|anotar|apontar|registar|registrar)|(?:isto )?fica entre nós|(?:só )?entre nós|não o (?:apontes|guardes|anotes|registes)|off the record|não (?:é preciso|precisas de|precisa) (?:guardar|anotar|apontar)",
    forget:
      "(?:por favor,? |(?:podes|pode|poderias|você pode|quero que|preciso que|já podes) (?:te |se )?)*(?:esquece(?:r|-te|-se)?|esqueça(?:s|-se)?|(?:apaga|elimina|remove|apague) (?:que|o que|a nota|a memória))",
    noMore: "já não|não \\S+ mais",
    correction:
      "(?:não,? |ah,? |ai,? |oh,? |ups,? |espera,? |desculpa,? |desculpe,? |bem,? )*(?:na verdade|na realidade|não(?= ?[,.:;…–-])|aliás|desculpa|desculpe|espera|ou melhor|melhor dizendo|queria dizer|quis dizer|quero dizer|digo|corrijo|enganei-me|me enganei|erro meu|(?:isso )?já não é (?:verdade|assim)|isso não é (?:verdade|assim|certo|correto)|mudou|mudança de planos|mudei de (?:ideia|ideias|opinião)|mudámos de (?:ideias|planos)|mudamos de ideia|afinal(?: não,)?(?!,? (?:não |nós |a gente |eu )?(?:vamos|vou|compr|escolh|decid|fic|alug|o \\p{L}+ (?:é|era|foi)|a \\p{L}+ (?:é|era|foi))))(?:[ ,.:;-]+(?:na verdade|queria dizer|quis dizer|quero dizer|é(?= (?:o|a|em|na|no|seg|ter|qua|qui|sex|sáb|dom|\\d))|era|será|desculpa|melhor|mas sim))*",
    notButs: [
      "(?:não,? |desculpa,? |na verdade,? )*não (?:é |era |são |em |na |no |a )?(?:o |a |os |as )?(?<old>[^,;]{1,40}?)(?:,|;)? (?:mas sim|mas|é|era|são|queria dizer)(?: em| na| no| a)? (?:o |a |os |as )?(?<new>[^,;]{1,40})",
      "(?:não,? |desculpa,? |na verdade,? )*não (?:é |era |em |na |no )?(?:o |a )?(?<old>[^,;]{1,40}?), (?:o |a |na |no )?(?<new>[^,;]{1,40})",
      "(?:não,? |desculpa,? |na verdade,? )*(?:é |era |queria dizer )?(?:na |no |o |a )?(?<new>[^,;]{1,40}?),? (?:e não|não|em vez de|em lugar de) (?:na |no |o |a )?(?<old>[^,;]{1,40})",
    ],
    agree:
      "(?:(?:sim|ok|tá|perfeito|ótimo|claro|exato|bem|está bem|muito bem|de acordo|combinado|feito|boa ideia|boa)[ ,.!]*)*(?:aponta(?: isso)?|anota(?: isso)?|anote(?: isso)?|guarda(?: isso)?|regista isso|registra isso|vamos fazer (?:isso|assim)|fazemos (?:isso|assim)|façamos isso|fazemos assim|farei isso|vou fazer isso|em frente|combinado|feito|fechado|de acordo|concordo|parece-me (?:bem|ótimo|perfeito)|boa ideia|ótima ideia|perfeito|decidido|fica assim)(?=[ ,.!]*(?:$|,|obrigad[oa]|por favor|então))",
    yes: "sim(?: por favor| claro| exato)?|claro(?: que sim)?|exato|exatamente|correto|isso(?: mesmo)?|com certeza|está bem",
    but: "mas|não|exceto|salvo|talvez|melhor|depois|espera|embora|\\?",
    keep: "(?:e |sim,? |por favor,? )*(?:(?:lembra-te|lembre-se|se lembre|lembra) (?:disso|disto)|(?:aponta|anota|anote|guarda|guarde|regista|registra) (?:isso|isto|aí)|não (?:te )?esqueças(?: disso| disto)?|não (?:se )?esqueça(?: disso)?|toma nota|tem isso em conta)(?: por favor)?",
    propose:
      "(?:então |bem |talvez )*(?:que tal(?: se)?|o que achas(?: de| se)?|o que você acha(?: de| se)?|(?:sugiro|proponho|recomendo)(?: que)?|a minha proposta é(?: que)?|e se|por que não|porque não|podíamos|podias|poderíamos|devíamos|devias|podemos|vamos)(?! (?:ajudar|dizer|ver))",
    pointing:
      "\\p{L}+(?:-lo|-la|-los|-las|-o|-a)|uma? (?:por|de|em|a|na|no) .*|isso|isto|lá|ali|esse|essa",
    offer:
      "(?:então |ok,? )*(?:queres que (?:eu )?|quer que (?:eu )?|posso |devo )(?:aponte|apontar|anote|anotar|guarde|guardar|lembre|lembrar|registe|registar|registre|registrar)(?: de)?(?: que)?|(?:aponto|anoto|guardo|registo)(?: então)? que",
  },
  dates: {
    days: "primeiro,um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis,dezesseis dezassete,dezessete dezoito dezanove,dezenove vinte vinte_e_um vinte_e_dois vinte_e_três vinte_e_quatro vinte_e_cinco vinte_e_seis vinte_e_sete vinte_e_oito vinte_e_nove trinta trinta_e_um",
    absolute: [
      "(?:no dia |a |em |dia |para )?(?:{wd},? )?(?:dia )?{d} de {month}(?:,? (?:de )?{y})?",
    ],
    dayOnly: ["(?:no |para o )?dia {d}"],
    relative: [
      ["depois de amanhã", 2],
      ["anteontem|antes de ontem", -2],
      ["amanhã(?: de (?=manhã)| à (?=tarde|noite))?", 1],
      ["ontem", -1],
      ["(?:daqui a|dentro de|em) {n} dias?", 1],
      ["(?:daqui a|dentro de|em) {n} semanas?", 7],
      ["há {n} dias?", -1],
      ["há {n} semanas?", -7],
    ],
    weekdayOfNextWeek: ["(?:na |no )?{wd} da semana que vem", "(?:na |no )?{wd} da próxima semana"],
    lastWeekday: ["(?:na |no )?{wd} passad[oa]", "(?:na |no )?passad[oa] {wd}"],
    nextWeekday: [
      "(?:na |no |esta |este |nesta |neste |para )?(?:próxim[oa] )?{wd}(?! (?:gaveta|prateleira|porta|rua|casa|vez|parte|fila|linha|mão|língua|opção|caixa|estante|sala|classe|aula|mudança))(?: que vem| próxim[oa])?",
    ],
    past: {
      week: "(?:na )?semana passada",
      month: "(?:no )?mês passado",
      year: "(?:no )?ano passado",
      monthsAgo: "há (?:uns )?{n} m(?:ês|eses)",
      yearsAgo: "há (?:uns )?{n} anos?",
      named: "(?:em )?{month} passado|(?:no )?passado mês de {month}|lá para {month}",
      inMonth: "em {month}(?! (?:de )?\\d)",
      inYear: "em",
    },
    seasons: {
      names: "primavera verão outono",
      next: "{season} que vem|próxim[oa] {season}",
      last: "{season} passad[oa]",
      current: "(?:n?este) {season}|n?esta primavera",
      written: "{season} de {year}",
    },
    feasts: {
      names:
        "12-25:natal 12-24:véspera_de_natal 12-31:véspera_de_ano_novo,passagem_de_ano 01-01:ano_novo 01-06:dia_de_reis 06-13:santo_antónio 06-24:são_joão 06-29:são_pedro 11-01:todos_os_santos 11-11:são_martinho easter+0:páscoa easter-2:sexta-feira_santa easter-47:carnaval easter+60:corpo_de_deus",
      thisYear: "este ano",
    },
    nextWeek: "(?:na )?semana que vem|(?:na |para a )?próxima semana",
    nextMonth: "(?:no )?mês que vem|(?:no )?próximo mês",
    nextYear: "no ano que vem|no próximo ano",
    monthOnly: ["(?:antes de|até|desde) {month}(?! de \\d| \\d)"],
    recurring:
      "à (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?(?! (?:gaveta|porta|vez|parte|fila))|ao (?:sábado|domingo)|cada|todos os|todas as|todo (?:dia|sábado|domingo)|toda (?:segunda|terça|quarta|quinta|sexta)|às (?:segundas|terças|quartas|quintas|sextas)(?:-feiras)?|aos (?:sábados|domingos|fins de semana)|diariamente|de \\p{L}+ em \\p{L}+ (?:dias|semanas)|(?:uma vez|vezes) (?:ao|à|por) (?:dia|semana|mês|ano)|por (?:dia|semana|mês|ano)|ao dia|durante a semana|no (?:verão|inverno)|ao (?:pequeno-almoço|almoço|jantar)|antes de dormir",
    time: "(?:às? (?:uma|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze)(?: e meia)?|às? \\d[\\d:.]*(?: ?h(?:oras)?)?(?: da (?:manhã|tarde|noite))?|ao meio-dia|de manhã|à tarde|à noite),?",
    today: "hoje|esta (?:manhã|tarde|noite)",
    halves: ["(?:da )?manhã", "(?:da )?(?:tarde|noite)"],
    clock: {
      each: "cada|todos os|todas as|diariamente|semanalmente|mensalmente",
      after: ["às? {h} e (?:um )?{n}"],
      before: ["às? {h} menos (?:um )?{n}", "às? (?:um )?{n} para as? {h}"],
      parts: "30:meia 15:quarto",
      spans: [
        ["(?:em|daqui a|dentro de) (?:uma )?hora e meia", 90],
        ["(?:em|daqui a|dentro de) meia hora", 30],
        ["(?:em|daqui a|dentro de) um par de horas", 120],
        ["(?:em|daqui a|dentro de) um quarto de hora", 15],
        ["(?:em|daqui a|dentro de) {n} horas?", 60],
        ["(?:em|daqui a|dentro de) {n} minutos?", 1],
      ],
    },
    smallWeekdays: true,
    on: "em",
    weekOf: "na semana de",
    inMonth: "em",
    beforeYear: " de ",
  },
  lists: {
    day: "(?:segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã|hoje|ontem|\\d{1,2} de \\p{L}+|dia \\d+|semana que vem|próxima semana|mês que vem|próximo mês|daqui a|dentro de)(?![\\p{L}\\p{N}])",
    someday:
      "(?:em|no|na|nas|nos|para o|para a|pelo|pela|no início de|no fim de|no final de|em meados de|este|esta|neste|nesta|no próximo|na próxima) (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|páscoa|natal|fim de ano|ano novo|passagem de ano|carnaval|primavera|verão|outono|inverno|semana santa|férias (?:de|da|do) \\p{L}+)(?: que vem)?|(?:no|o) (?:ano|verão|inverno) que vem|no próximo (?:ano|verão|inverno)|para o ano",
    usual:
      "sempre|nunca|cada|todos|todas|todo|toda|costumamos|costumo|normalmente|às vezes|antes|fui|fomos|estive|estivemos",
    do: "uso|usamos|como|comemos|bebo|bebemos|tomo|tomamos|cozinho|cozinhamos|compro|compramos|apanho|pego|vou|vamos|durmo|acordo|acordamos|levo|levamos|corro|corremos|caminho|ando|andamos|trabalho|trabalhamos|leio|lemos|vejo|vemos|faço|fazemos|viajo|viajamos|almoço|almoçamos|janto|jantamos|jogo|jogamos|nado|treino|treinamos|visito|visitamos|ligo|ligamos|limpo|saio|saímos|rego|regamos|estudo|tenho|temos|toco|tocamos|canto|cantamos|ensaio|ensaiamos|cuido|cuidamos|peço|pedimos|passeio|passeamos|lancho|lanchamos",
    does: "usa|come|bebe|toma|cozinha|compra|apanha|vai|dorme|acorda|levanta-se|deita-se|leva|corre|caminha|anda|trabalha|lê|vê|ouve|põe|coloca|bota|deita|guarda|deixa|faz|paga|viaja|janta|almoça|joga|nada|treina|visita|limpa|sai|conduz|dirige|rega|estuda|pede|junta|lancha|fala|prepara|busca|passeia|cuida|liga|vem",
    course:
      "(?:o )?(?:primeiro|segundo|terceiro|quarto|quinto|sexto|sétimo|oitavo|nono|décimo|1º|2º|3º|4º|5º|6º|7º|8º|9º|10º|11º|12º)(?: ano)?(?: (?:de|da|do) .+)?|(?:engenharia|medicina|direito|enfermagem|arquitetura|economia|psicologia|jornalismo|letras|gestão)(?: .*)?|(?:um |o )?(?:mestrado|doutoramento|doutorado|licenciatura|curso) (?:de|em) .+|ensino médio.*|(?:o )?secundário.*",
    colour:
      "branc[oa]|pret[oa]|azul|verde|vermelh[oa]|amarel[oa]|cinzent[oa]|cinza|rosa|laranja|rox[oa]|lilás|bege|castanh[oa]|marrom|creme|turquesa|violeta|bordô|ocre|cor .+",
    role: "professora?|pediatra|treinadora?|jardineir[oa]|ama|babá|ginecologista|dermatologista|psiquiatra|oftalmologista|gestora?|contabilista|contadora?|arquitet[oa]|porteir[oa]|empregada|diarista|cuidadora?|diretora?|monitora?|instrutora?|mecânico|talhante|açougueiro|padeir[oa]|pintora?|pedreiro|cardiologista|neurologista|ortopedista|parteira|notári[oa]|colega|explicadora?",
    yo: "(?:eu )?",
    diet: "vegetarian[oa]s?.*|vegan[oa]s?.*|celíac[oa]s?.*|celiac[oa]s?.*|pescetarian[oa].*|flexitarian[oa].*|abstémi[oa].*|abstêmi[oa].*",
    ill: "diabétic[oa].*|asmátic[oa].*|epiléptic[oa].*|hipertens[oa].*|autista.*|disléxic[oa].*|bipolar.*|celíac[oa].*",
    illness:
      "asma|diabetes.*|enxaquecas?|epilepsia|artrite|artrose|tdah|depressão|ansiedade|eczema|psoríase|hipotireoidismo|hipotiroidismo|hipertiroidismo|crohn|endometriose|pacemaker|marca-passo|hipertensão|tensão alta|pressão alta|colesterol.*|apneia.*|escoliose|vertigens|insónias?|insônia|refluxo|gota|anemia|doença .+|hérnia.*|fibromialgia|reumatismo|osteoporose|dislexia|cancro.*|câncer.*|alzheimer|parkinson|esclerose.*|glaucoma|cataratas|autismo|rinite.*|problemas (?:de costas|no joelho|nas costas|de coração|de tiroide).*",
    medicine:
      "mg.*|miligramas.*|comprimidos?.*|gotas.*|inalador.*|bomba de asma.*|ventilan.*|insulina.*|antidepressivos?.*|anti-histamínicos?.*|anticoagulantes?.*|estatinas?.*|ibuprofeno.*|paracetamol.*|aspirina.*|medicação.*|levotiroxina.*|metformina.*|omeprazol.*|sertralina.*|vitamina .*|ferro.*|cortisona.*|\\p{L}+(?:pril|sartan|olol|statina|oxetina|prazol|zepam).*",
    birth:
      "\\d{1,2} de .+|(?:19|20)\\d\\d.*|(?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro).*",
    job: "(?:professor|enfermeir|médic|engenheir|advogad|arquitet|padeir|carpinteir|cozinheir|programador|tradutor|músic|investigador|pesquisador|biólog|químic|físic|farmacêutic|veterinári|psicólog|contador|consultor|canalizador|encanador|mecânic|jardineir|agricultor|fotógraf|pintor|cabeleireir|bibliotecári|secretári|bombeir|carteir|pedreir|cirurgi|diretor|editor|cantor|bailarin|treinador|técnic|administrativ|soldador|condutor|cuidador|historiador|filósof|matemátic|empresári|funcionári|escritor)(?:[oaã]|ão|es|as|os)?(?= |$)|cientista|estudante|jornalista|dentista|terapeuta|fisioterapeuta|eletricista|polícia|policial|soldado|piloto|recepcionista|economista|artista|ator|atriz|analista|taxista|motorista|parteira|juiz|juíza|guia|gerente|designer|desenvolvedor[a]?|empregad[oa] de mesa|garçom|garçonete",
    tongue:
      "(?:um pouco de |só |bem |muito bem )?(?:o )?(?:inglês|espanhol|castelhano|catalão|francês|alemão|italiano|português|galego|basco|árabe|chinês|japonês|coreano|russo|polaco|polonês|holandês|sueco|norueguês|dinamarquês|grego|turco|romeno|ucraniano|hindi|hebraico|latim).*",
    kin: "filh[oa]s?.*|irmãos?.*|irmãs?.*|net[oa]s?.*|sobrinh[oa]s?.*|gémeos.*|gêmeos.*|namorad[oa].*|mulher.*|marido.*|prim[oa]s?.*|bebés?.*|bebês?.*|entead[oa]s?.*|crianças.*",
    pet: "cão.*|cães.*|cachorr[oa]s?.*|cadela.*|gat[oa]s?.*|gatinh[oa]s?.*|coelh[oa]s?.*|hamsters?.*|papagaios?.*|canários?.*|tartarugas?.*|cavalos?.*|galinhas?.*|peixes?.*|periquitos?.*|porquinho.*",
    play: "guitarra.*|viola.*|violão.*|piano.*|violino.*|violoncelo.*|bateria.*|baixo.*|flauta.*|saxofone.*|trompete.*|clarinete.*|cavaquinho.*|acordeão.*|futebol.*|futsal.*|ténis.*|tênis.*|basquetebol.*|basquete.*|xadrez.*|padel.*|voleibol.*|vôlei.*|râguebi.*|golfe.*|andebol.*|hóquei.*|badminton.*|videojogos.*|cartas.*",
    sport:
      "ioga.*|yoga.*|pilates.*|natação.*|caminhadas.*|escalada.*|ciclismo.*|judo.*|judô.*|karaté.*|boxe.*|surf.*|surfe.*|esqui.*|vela.*|remo.*|dança.*|ballet.*|ginástica.*|ao ginásio.*|à academia.*|atletismo.*|cerâmica.*|teatro.*|aulas de .*|capoeira.*|corrida.*",
  },
  rows,
  remember: [
    "(?:por favor,? )?(?:(?:podes|pode|você pode|poderias|quero que|preciso que) (?:me |te )?)?(?:lembra|lembra-te|te lembra|lembra-me|lembre|lembre-se|se lembre|lembrar|lembres|anota|anote|anotar|anotes|aponta|aponte|apontar|apontes|guarda|guarde|guardar|regista|registra|memoriza|memorize|tem em conta|tenha em conta|não (?:te )?esqueças|não (?:se )?esqueça|não (?:te |se )?esquece|toma nota|tome nota)(?:,? por favor,?)?(?: de)? que (.+)",
    "(?:por favor,? )?(?:lembra(?:-te)?(?: disto)?|anota(?: isto| isso| aí)?|anote(?: aí)?|aponta(?: isto| isso)?|guarda(?: isto)?|nota|não (?:te )?esqueças|memoriza(?: isto)?)(?: ?[:,]| -) ?(.+)",
    "(?:por favor,? )?(?:não (?:te )?esqueças|lembra-te|lembre-se) d?((?:o meu|a minha|o|a|os|as) .+)",
  ],
  ended: [
    ["(?:eu )?já não (.+)", "$1", "Já não"],
    ["(?:eu )?não (.+?) mais(?: (.*))?", "$1 $2", ""],
    ["(?:eu )?deixei de (?:comer|beber|tomar) (.+)", "como $1", ""],
    ["(?:eu )?deixei de trabalhar (.+)", "trabalho $1", ""],
  ],
  habits:
    "uso>usa usamos> como>come comemos> bebo>bebe bebemos> tomo>toma tomamos> cozinho>cozinha cozinhamos> compro>compra compramos> apanho>apanha apanhamos> pego>pega vou>vai vamos> durmo>dorme dormimos> acordo>acorda acordamos> levanto-me>levanta-se deito-me>deita-se levo>leva levamos> corro>corre corremos> caminho>caminha ando>anda trabalho>trabalha trabalhamos> leio>lê lemos> vejo>vê vemos> ouço>ouve ouvimos> ponho>põe pomos> guardo>guarda guardamos> deixo>deixa deixamos> faço>faz fazemos> pago>paga pagamos> viajo>viaja viajamos> janto>janta jantamos> almoço>almoça almoçamos> jogo>joga jogamos> nado>nada treino>treina treinamos> visito>visita visitamos> ligo>liga ligamos> limpo>limpa saio>sai saímos> conduzo>conduz dirijo>dirige rego>rega estudo>estuda começo>começa peço>pede pedimos> tenho>tem temos>",
  habitSubject:
    "(?:(?:eu|nós|cá em casa|em casa|(?:de|à|aos|às|ao) [\\p{L}-]+|todos os [\\p{L}-]+|todas as [\\p{L}-]+|cada [\\p{L}-]+),? )?",
  habitAdverbs:
    "sempre|nunca|normalmente|quase sempre|quase nunca|só|geralmente|habitualmente|muitas vezes|não",
  relations:
    "sister:irmã brother:irmão mother:mãe,mamã,mamãe father:pai,papá,papai wife:mulher,esposa husband:marido,esposo partner:companheiro,companheira,parceiro,parceira girlfriend:namorada boyfriend:namorado fiance:noivo,noiva son:filho daughter:filha children:filhos,filhas,crianças,miúdos,os_miúdos twins:gémeos,gêmeos,gémeas,os_gémeos,os_gêmeos sisters:irmãs brothers:irmãos cousins:primos,primas friends:amigos,amigas grandparents:avós parents_in_law:sogros grandchildren:netos,netas youngest:caçula,a_caçula,o_caçula,o_mais_novo,a_mais_nova eldest:o_mais_velho,a_mais_velha stepson:enteado stepdaughter:enteada guests:convidados,os_convidados,um_dos_convidados,uma_das_convidadas guest:um_convidado,uma_convidada,o_convidado baby:bebé,bebê parents:pais grandmother:avó,vó grandfather:avô,vô aunt:tia uncle:tio cousin:primo,prima nephew:sobrinho niece:sobrinha grandson:neto granddaughter:neta mother_in_law:sogra father_in_law:sogro brother_in_law:cunhado sister_in_law:cunhada friend:amigo,amiga neighbour:vizinho,vizinha,vizinhos,vizinhas,o_vizinho,a_vizinha,os_vizinhos,as_vizinhas flatmate:colega_de_casa,colega_de_quarto boss:chefe,patrão,patroa colleague:colega,colega_de_trabalho teacher:professor,professora dog:cão,cachorro,cachorra,cadela,o_cão,a_cadela,o_cachorro,a_cachorra cat:gato,gata,o_gato,a_gata pet:animal_de_estimação rabbit:coelho parrot:papagaio horse:cavalo tortoise:tartaruga doctor:médico,médica dentist:dentista landlord:senhorio,senhoria godmother:madrinha godfather:padrinho",
  slots:
    "class:turma name:nome,nome_completo birthday:aniversário,data_de_nascimento,dia_de_anos,anos,faz_anos,fazem_anos,faz_aniversário home_address:morada,endereço phone:telefone,número_de_telefone,telemóvel,celular,número_de_telemóvel email:e-mail,email,correio_eletrónico id_number:nif,cpf,bi,número_do_passaporte employer:empresa job:trabalho,emprego,profissão salary:salário,ordenado blood_type:grupo_sanguíneo,tipo_sanguíneo shoe_size:número_de_sapato,número_do_sapato,número_de_calçado shirt_size:tamanho_de_camisa,tamanho_de_camisola ring_size:tamanho_de_anel clothes_size:tamanho height:altura weight:peso car:carro bike:bicicleta licence_plate:matrícula,placa wifi_name:nome_do_wifi,nome_do_wi-fi,rede_wifi,rede_wi-fi,wifi,wi-fi anniversary:aniversário_de_casamento boss:chefe doctor:médico,médica,médico_de_família dentist:dentista star_sign:signo mother_tongue:língua_materna hometown:terra_natal,cidade_natal postcode:código_postal,cep locker_number:número_do_cacifo,cacifo member_number:número_de_sócio insurance_number:número_da_apólice,apólice hobby:passatempo,hobby school:escola university:universidade,faculdade team:equipa,time vet:veterinário,veterinária plumber:canalizador,encanador electrician:eletricista hairdresser:cabeleireiro,cabeleireira physio:fisioterapeuta lawyer:advogado,advogada babysitter:ama,babá landlord:senhorio,senhoria teacher:professor,professora therapist:psicólogo,psicóloga nationality:nacionalidade room:quarto seat:lugar parking_spot:lugar_de_garagem,lugar_de_estacionamento,vaga,vaga_de_garagem emergency_contact:contacto_de_emergência,contato_de_emergência customer_number:número_de_cliente reservation_code:código_de_reserva,número_da_reserva,localizador username:nome_de_utilizador,nome_de_usuário",
  secrets:
    "wifi_password:palavra-passe_do_wifi,palavra-passe_do_wi-fi,senha_do_wifi,senha_do_wi-fi,password_do_wifi password:palavra-passe,senha,password pin:pin,código_pin card_number:número_do_cartão,cartão_de_crédito,número_de_cartão cvv:cvv,código_de_segurança alarm_code:código_do_alarme,código_de_alarme door_code:código_da_porta,código_do_portão,código_da_garagem safe_code:combinação_do_cofre,código_do_cofre bank_account:iban,nib,número_da_conta,conta_bancária",
  nouns:
    "colour:cor food:comida dish:prato film:filme book:livro song:canção band:banda singer:cantor,cantora music:música author:autor,autora,escritor,escritora city:cidade country:país season:estação animal:animal fruit:fruta drink:bebida wine:vinho tea:chá coffee:café sport:desporto,esporte team:equipa,time restaurant:restaurante game:jogo series:série place:lugar,sítio dessert:sobremesa cake:bolo pizza:pizza ice_cream:gelado,sorvete flower:flor number:número day:dia spare_key:chave_suplente,chave_reserva,chave_extra,chave_sobressalente keys:chaves,chave passport:passaporte,passaportes first_aid_kit:kit_de_primeiros_socorros documents:documentos,papéis toolbox:caixa_de_ferramentas tools:ferramentas charger:carregador torch:lanterna umbrella:guarda-chuva suitcase:mala,malas",
  my: "o meu|a minha|os meus|as minhas|o nosso|a nossa|os nossos|as nossas|meu|minha|meus|minhas|nosso|nossa",
  the: "o|a|os|as|um|uma",
  owned: [
    "(?:{my}) (?<rel>{relation}) (?<owner>{name}) (?<slot>fazem? anos|faz aniversário)(?: no dia| no| em| a| dia)? (?<o>\\d{1,2} de .+)",
    "(?:{my}|o|a|os) (?<rel>{relation})(?: (?:mais velh[oa]|mais nov[oa]|{name}))? (?<slot>fazem? anos|faz aniversário)(?: no dia| no| em| a| dia)? (?<o>\\d{1,2} de .+|em \\p{L}+)",
    "(?:o |a )?(?<owner>{name}) (?<slot>faz anos|faz aniversário)(?: no dia| no| em| a| dia)? (?<o>\\d{1,2} de .+)",
    "(?:no dia |dia |a )?(?<o>\\d{1,2} de \\p{L}+) (?:é|são|será) (?:o |a |os )?(?<slot>aniversário|anos|dia de anos) (?:do|da|de)(?: o| a)? (?:meu|minha|nosso|nossa) (?<rel>{relation})(?: {name})?",
    "(?:no dia |dia |a )?(?<o>\\d{1,2} de \\p{L}+) (?:é|são|será) (?:o |a |os )?(?<slot>aniversário|anos|dia de anos) (?:do|da|de) (?<owner>{name})",
    "(?:{my}|o|a)(?: nov[oa])? (?<slot>{slot})(?: nov[oa]| atual)?(?:,? (?:anota|aponta|guarda)[\\p{L}-]*)?,?(?: é| são| chama-se| se chama| agora é|:| =)(?: o| a| no dia| em| agora)?(?: doutora?| dra| dr| senhora?| dona)?(?= ) (?<o>.+)",
    "(?:o|a|os) (?<slot>{slot}) (?:do |da |de )(?<owner>{name}) (?:é|são|chama-se)(?: no dia| em| a)? (?<o>.+)",
    "(?:o|a|os) (?<slot>{slot}) (?:do|da|de)(?: o| a)? (?:meu|minha|nosso|nossa) (?<rel>{relation})(?: (?<owner>{name}))? (?:é|são)(?: no dia| em| a)? (?<o>.+)",
    "(?:{my}|o|a) (?<slot>{slot}) (?:do|da|de|para) .{2,40}? é (?<o>.+)",
    "(?:uso|calço) (?:o |a |um )?(?<slot>tamanho) (?<o>.+)",
  ],
  favourite: [
    "(?:{my}) (?<noun>[\\p{L}]+(?: de [\\p{L}]+)?) (?:favorit[oa]s?|preferid[oa]s?)(?: de sempre)? (?:é|são|sempre foi|continua a ser) (?<o>.+)",
    "(?<o>.+) é (?:{my}) (?<noun>[\\p{L}]+) (?:favorit[oa]|preferid[oa])",
  ],
  places: [
    "(?:o|a|os|as) (?<thing>(?:chaves?|cópia|passaportes?)(?: [\\p{L}]+){0,4}?) (?:está|estão|fica|ficam) (?<o>(?:com (?:a |o )?(?!migo|você|nós)|em casa d[aoe] )\\p{L}.+)",
    "(?:o|a|os|as|o meu|a minha|os meus|as minhas|meu|minha) (?<thing>[\\p{L}-]+(?: [\\p{L}-]+){0,5}?) (?:está|estão|fica|ficam|guarda-se|guardam-se|vai|vão)(?: sempre| agora| guardad[oa]s?| escondid[oa]s?)? (?<o>(?:debaixo|atrás|em cima|dentro|ao lado|por baixo|por cima) (?:de|do|da|dos|das) .+|(?:no|na|nos|nas|num|numa|sob o|sob a) \\p{L}.+)",
    "(?:eu )?(?:guardo|guardamos|escondo|escondemos|tenho|temos|guardei|deixei|pus|coloquei|escondi|deixo) (?:o|a|os|as|o meu|a minha) (?<thing>[\\p{L}-]+(?: [\\p{L}-]+){0,5}?) (?<o>(?:debaixo|atrás|em cima|dentro|ao lado|por baixo) (?:de|do|da|dos|das) .+|(?:no|na|nos|nas|num|numa) \\p{L}.+)",
  ],
  passing:
    "cão|gat[oa]|criança|crianças|bebé|bebê|gente|sopa|jantar|almoço|comida|problema|tempo|notícia|filh[oa]s?|mulher|marido|mãe|pai|irmão|irmã|chefe|pergunta|resposta|coisa|filme|ideia|reunião|comboio|trem|autocarro|ônibus|água|roupa|café|luz|sol|lua|bola|jogo|homem|rapaz|rapariga|menin[oa]|trânsito|casa|música|rádio|história|erro|amor|truque|segredo|solução|causa|culpado|vida",
  chain: [
    "(?:o |a )?(?<owner>[\\p{L}·-]+), (?:o|a|os|as) (?<rel>{relation}) (?:do|da|de)(?: o| a)? (?:meu|minha|nosso|nossa) (?<a>{relation}),",
    "(?:o |a )?(?<owner>[\\p{L}·-]+), (?:{my}) (?<rel>{relation}),",
    "(?:o|a|os|as) (?<rel>{relation}) (?:do|da|de)(?: o| a)? (?:meu|minha|nosso|nossa) (?<a>{relation})",
    "(?<rel>{relation}) de (?:{my}) (?<a>{relation})(?: (?!(?:chama-se|se|tem|têm|é|são|vive|mora|trabalha|estuda|está|vai|já|não|joga|faz|nasceu|toca|fala|toma|sempre|nunca|gosta) )[\\p{L}-]+(?= )){0,2}",
    "(?:(?:o|a) )?(?<rel>{relation}) (?:do|da|de) (?<owner>[\\p{L}·-]+)",
  ],
  nameArticle: "o |a ",
  adjectives:
    "mais velh[oa]|mais nov[oa]|gémea|gémeo|gêmea|gêmeo|melhor|nov[oa]|velh[oa]|querid[oa]|do meio|ex|de cima|de baixo|do lado|da frente|do trabalho|do (?:primeiro|segundo|terceiro|quarto|quinto|sexto|rés do chão)",
  bare: "mamã|papá|mamãe|papai|(?:o|a|os|as) (?:vizinh[oa]s?|miúd[oa]s?|gémeos|gêmeos|gémeas|gêmeas|cão|cadela|cachorr[oa]|gat[oa]|mais (?:velh[oa]|nov[oa])|caçula)|(?:um dos|uma das|os|as|um|uma|o|a) convidad[oa]s?",
  pronouns: "ele|ela",
  possessed: ["(?:(?:a|as) suas?|(?:o|os) seus?) (?<rel>{relation}|{slot})", "{rel} de {owner}"],
  reordered: [
    [
      "(.{3,60}?) (?:foi (?:mudad[oa]|adiad[oa]|passad[oa]|remarcad[oa]|alterad[oa])|mudou|passou) (?:de .{3,20} )?(?:para (?:a |o )?|pra )((?:{weekday}|\\d).*)",
      "$1 é em $2",
    ],
  ],
  mine: "\\p{L}+-(?:me|nos)|eu|meu|minha|meus|minhas|me|mim|comigo|nós|nosso|nossa|nossos|nossas",
  dangling:
    "(?:(?:de |do |da |d)?(?:isso|isto|este|esta|esse|essa|aquilo|disso|disto|deste|desta|desse|dessa|daquilo|dele|dela|deles|ti|você)|o que|a que|os que|de ti|de você|tu|teu|tua|o teu|a tua|da tua|do teu|como|que (?:me )?|assim|muito|bastante|pouco|nada|algo|tudo|todos|ambos|o primeiro|a primeira|o segundo|a segunda|o último|a última|a opção|a ideia|da ideia|de saber|de ouvir|aí|aqui|ali|lá|também|mais|demais|de acordo|bem|mal|segur[oa]|certo)(?= |$|[,.])",
  plan: {
    first:
      "(?:eu |nós |a gente )?(?:já |também )?(?:(?:quero|queremos|preciso|precisamos|devo|devemos|há que) (?:de )?(?!comprar|dormir|saber|ver\\b|perguntar)\\p{L}+(?:ar|er|ir|or)(?:-\\p{L}+)?|tenho|temos|vou|vamos|voo|voamos|saio|saímos|viajo|viajamos|começo|começamos|mudo-me|mudamo-nos|vêm|vem|casamo-nos|casamos|caso-me|sou operad[oa]|chega|irei|iremos|terei|teremos|celebro|celebramos|janto|jantamos|almoço|almoçamos|reúno|reunimos|visito|visitamos|volto|voltamos|regresso|regressamos|chego|chegamos|assino|assinamos|apresento|entrego|corro|atuo|tocamos|estarei|estou de (?:férias|baixa|folga)|estamos de férias|há|marquei|combinei|combinámos|entrevistam|trazem|entregam|instalam|(?:é|são|será) (?:o |a |os |as |o meu |a minha )?(?:{appointment})|\\p{L}+(?:arei|erei|irei|aremos|eremos|iremos))",
    third:
      "(?:é|será|são|vem|vêm|chega|chegam|começa|começam|sai|saem|volta|voltam|casa-se|casam-se|se casa|casa|visita-nos|nos visita|tem|têm|vai|vão|voa|atua|toca|caduca|vence|termina|acaba|fecha|abre|muda-se|há|está|faz|virá|chegará|terá)",
    bare: "(?:já |também )?(?:vem|vêm|chega|chegam)",
    past: "ontem|foi|fui|fomos|era|estive|esteve|tive|teve|fiz|fez|passad[oa]|comprei|cheguei|vi|veio|disse|\\p{L}{3,}ou|há \\S+ (?:dias?|semanas?|meses|anos?)|comi|jantei|saí|comecei|havia|tinha|trabalhei|gostei|\\p{L}{2,}(?:aram|eram|iram)",
    have: "(?:eu )?(?:tenho|temos) (?!que |de )(?:um |uma |o |a |o meu |a minha |consulta no |consulta com o |consulta com a )?",
    appointments:
      "dentist:dentista doctor:médico,médica,consulta_médica exam:exame interview:entrevista,entrevista_de_emprego wedding:casamento driving_test:exame_de_condução flight:voo surgery:operação,cirurgia meeting:reunião hairdresser:cabeleireiro,cabeleireira vet:veterinário concert:concerto,show party:festa birthday_party:festa_de_anos,festa_de_aniversário dinner:jantar lunch:almoço trip:viagem holiday:férias deadline:prazo physio:fisioterapia,fisioterapeuta appointment:consulta,marcação checkup:revisão blood_test:análises,exame_de_sangue presentation:apresentação rehearsal:ensaio funeral:funeral baptism:batizado graduation:formatura plumber:canalizador,encanador electrician:eletricista optician:oculista marathon:maratona,meia_maratona",
    you: "vemo-nos$|a gente se vê$|tu|te|contigo|ti|você|lembra-me|alarme|temporizador",
  },
  regular:
    "(?:o|a|os|as|o meu|a minha|o nosso|a nossa) (?:[\\p{L}-]+ ){1,5}?(?:(?:é|são)(?! (?:muito |tão |um |uma |o pior|horrí|genia|insuport|péssim|o meu |a minha |meu |minha ))|abre|abrem|fecha|fecham|sai|saem|começa|passa|passam|vem|vêm|custa|tem|recolhem|ensaia)",
  measures:
    "(?:o|a|os|as|o meu|a minha|o nosso|a nossa) (?:[\\p{L}-]+ ){1,5}?(?:custa|custam|pesa|pesam|mede|medem|cobra|cabem|precisa|precisam|demora|caduca|vence|gasta)",
  connectors: "e|mas|por isso|porque|embora|e também|e além disso|nem|enquanto|e que",
  elided: "",
  youToI: [
    ["és", "sou"],
    ["tens", "tenho"],
    ["você tem", "tenho"],
    ["você é", "sou"],
    ["você prefere", "prefiro"],
    ["você mora", "moro"],
    ["vives", "vivo"],
    ["moras", "moro"],
    ["trabalhas", "trabalho"],
    ["preferes", "prefiro"],
    ["gostas", "gosto"],
    ["odeias", "odeio"],
    ["teu", "meu"],
    ["tua", "minha"],
  ],
  mood: {
    good: "ótimo|feliz|contente|adoro|maravilhos[oa]|excelente|obrigad[oa]|perfeito|fantástico|alegre",
    bad: "triste|zangad[oa]|terrível|horrível|odeio|preocupad[oa]|mal|péssim[oa]|más notícias|estressad[oa]|desiludid[oa]|dói|partido|medo|morreu",
  },
};
