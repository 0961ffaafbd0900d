import type { LanguageRules } from "../types/rules.ts";
import { rows } from "./rows.ts";

/** How statements are made in English. */
export const rules: LanguageRules = {
  code: "en",
  verbFinal: false,
  words:
    "i i'm i've i'll i'd im me my mine we we're we've we'll our us you you're your he she it it's its they their them his her him the a an and or but not no never always usually is are was were be been am do does did don't doesn't didn't have has had having of in on at to for with from by about as that this these those there here what which who when where why how if then than so too very really just also only now at can can't could will would should shall may might must let's let some any all every each more most much many one two than after before because since until while into out up down over under again s t don doesn isn ve ll re d like likes love loves prefer prefers hate hates use uses want wants know get go goes please remember decided actually called lives live work works everyone everybody nobody someone somebody anyone people kids cats dogs",
  markers: {
    fillers:
      "(?:and )?also|well|you know what|you know|um+|uh+|er+|hmm+|oh|ah|so|and|also|anyway|anyways|by the way|btw|ok|okay|hey|hi|hello|hi there|hey there|good (?:morning|afternoon|evening)|look|listen|yes|yeah|yep|yup|right|honestly|to be honest|frankly|basically|like|i mean|i guess you should know that|you should (?:also )?know(?: that)?|it's worth knowing that|you might want to know that|remember,|just so you know|for your information|fyi|as you know|like i said|as i said|as i told you|the thing is(?: that)?|the truth is(?: that)?|actually(?= i| we| my| our)|let me tell you(?: that)?|i(?: just)? want(?:ed)? to (?:tell you|say|mention)(?: that)?|i have to (?:say|admit)(?: that)?|i must say|i(?:'d like| would like) to mention(?: that)?|guess what|oh and|one more thing|another thing|in fact|also,? please|thanks|thank you|great|cool|perfect|nice|fine|sure|(?:my|the) doctor (?:says|said|told me|confirmed)(?: that)?|i think i (?:should|have to) (?:tell you|mention)(?: that)?|personally|obviously|luckily|unfortunately|sadly|fortunately|finally|as for me|alright|now then|plus|besides|however|but|because|then|first of all|important|very important|good news|big news|news|remember when i said(?: that)?",
    tails:
      "you know|please|by the way|btw|thanks|thank you|ok|okay|right|you see|actually|for sure|to be honest|honestly|i guess|lol|haha+|of course|obviously|so yeah|and stuff|or something|for your information|just so you know|fyi|anyway",
    question:
      "(?:what|who|whose|whom|which|when|where|why|how|what's|who's|where's|how's|do|does|did|is|are|am|was|were|can|could|will|would|should|shall|may|have you|has|had|isn't|aren't|don't|doesn't|didn't|won't|can't|couldn't|wouldn't|any idea|any ideas|any chance|any tips|any recipe|any advice|do you)(?! (?:works|worked|helps|helped|fixed|solved|did)\\b)(?<!don't(?= forget))|i wonder|i(?: was|'m| am) wondering|wondering|tell me|can you tell|let me know|i(?:'d| would) like to know|i want to know|i don't know (?:if|whether|what|how|when|where|why)|not sure (?:if|whether)|i'm not sure|i need to know|(?:could|can|would) you|give me|show me|help me|recommend|suggest|explain|find me|is there|are there",
    hypothetical:
      "if i (?:had|were|was|could|lived|worked|did|got|won)|if we (?:had|were|could|lived|won)|(?:i|we|it|he|she|they|you) would(?! rather| like to mention)|i'd (?!rather have)|we'd|i might|we might|he might|she might|it might|might be|maybe|perhaps|possibly|i wish|we wish|i hope|hopefully|suppose|supposing|imagine|pretend|what if|could be|i could|we could|should i|i think i|i guess|i suppose|i'm thinking (?:of|about)|we're thinking (?:of|about)|thinking about|considering|as if|unless|i doubt|i'm not sure|not sure|probably|i don't know|would be|would have|could have|should have|let's say|in theory|one day i|someday|wouldn't it|if only|i don't think|i thought about",
    command:
      "(?:please )?(?:set|play|turn|open|close|show|tell|give|find|search|look up|add|send|start|stop|pause|skip|book|buy|order|read|list|calculate|convert|define|google|check|compare|wake|cancel|delete|remove|ignore|disregard|repeat|say|sing|ask|help|make me|let me know|switch|go to|run|print|generate|create|recommend|suggest|explain|describe|remind me to)",
    material:
      "(?:please |can you |could you |would you )*(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct (?:this|the|my)|fix (?:this|the|my) (?:text|code|sentence|grammar|mail|email)|edit (?:this|the|my) (?:text|mail)|write (?:me )?(?:a|an|the|some) (?:\\S+ ){0,3}(?:story|poem|song|email|mail|letter|message|tweet|post|essay|script|dialogue|scene|text|novel|speech|joke|cover letter|review)|draft (?:a|an)|tell me a (?:story|joke)|pretend|imagine|suppose|let's pretend|let's imagine|act as|act like|roleplay|role-play|you are now|in my (?:novel|story|book|dream|game|film|screenplay)|in (?:the|this) (?:novel|story|song|lyrics|movie|film|game)|my character|the main character|once upon a time|here(?:'s| is) (?:a|an|the|my) (?:text|email|mail|article|letter|message|draft|log|error|code|story|poem|transcript|quote|paragraph)|the (?:song|lyrics|poem|text|article|sign|email|letter|character) (?:goes|says|reads|said)|how do (?:you|i|we) say|what does .{1,60} mean|quote|lyrics|dear (?:sir|madam|mr|mrs|ms|team|all|\\p{Lu}))",
    reported:
      "you (?:told|said|mentioned|say|tell|remembered|remember|noted|wrote|think|thought)|as you said|according to|you know (?:that )?i|(?:he|she|they|people|everybody|everyone|somebody|someone|\\p{Lu}\\p{L}+) (?:says?|said|claims?|claimed|thinks?|wrote|asked|told me|believes?|swears)|(?:mum|mom|dad|mother|father|sister|brother|friend|wife|husband|boss|neighbou?r) (?:says?|said|claims?|thinks?|told me|asked)|i (?:read|heard|saw) that|they say|it says|did i tell you|i (?:already )?told you|quote|joking|kidding|not really|(?:i|we) used to(?! (?:live|work|study|teach)\\b)|when i was|years? ago (?:i|we)|i (?:just )?dreamt|i dreamed",
    temporary:
      "today|tonight|right now|at the moment|this (?:morning|afternoon|evening|week|time)|just now|for now|for once|currently feeling|these days i feel|at present|lately i feel",
    takeBack:
      "(?:no,? |oh,? |wait,? |actually,? |sorry,? |ok,? |hmm,? |please )*(?:forget (?:that|it|what i(?: just)? said|about (?:it|that)|i said (?:that|anything))(?=[ ,.!:;-]*$|[,.!:;]| -)|never ?mind|scratch that|strike that|ignore (?:that|what i (?:just )?said|my last (?:message|sentence))|disregard (?:that|what i said)|take that back|i take (?:that|it) back|just kidding|i(?:'m| was)(?: only| just)? (?:kidding|joking)|kidding|(?:delete|undo) that(?=[ ,.!:;-]*$|[,.!:;])|that was a joke|that's not true$|that was a lie|i made that up|that was wrong)",
    offRecord:
      "off the record|don't (?:remember|save|store|note|record|keep|write down|memori[sz]e) (?:this|that|it|any of this|what i|anything)|do not (?:remember|save|store|note|record|keep) (?:this|that|it|any of this|what i|anything)|(?:don't|do not) write (?:this|that|it|any of this) down|between (?:you and me|us)|(?:please )?(?:no need to|you needn't|you don't (?:have|need) to) (?:remember|save|note|store)|this (?:stays|is just) between us|keep this (?:between us|to yourself|out of)|not for the record|forget i (?:asked|mentioned|said)",
    forget:
      "(?:(?:please|just|now|can you|could you|would you|will you|you can|you may|you should|i(?:'d like| want| need| would like) you to) )*(?:forget(?!-)|unlearn|stop remembering|(?:delete|erase|remove) (?:that|the (?:fact|memory|note) that|what (?:you know|i (?:said|told you)) about)|don't remember that|do not remember that)",
    noMore: "any ?more|any longer|no longer",
    correction:
      "(?:no,? |oh,? |wait,? |hold on,? |sorry,? |ah,? |well,? |oops,? |hmm,? )*(?:actually(?: no)?|no(?= ?[,.:;…–-])|nope|wait|sorry|oops|correction|i mean(?:t)?(?: to say)?|i misspoke|my mistake|i was wrong|that's (?:wrong|not right|not true(?: any ?more)?|incorrect|outdated|old)|that is (?:wrong|not true(?: any ?more)?)|not any ?more|rather|let me correct that|make that|it's actually|on second thoughts?|change of plan|change of plans)(?:[ ,.:;-]+(?:actually|i mean(?:t)?|it's|it is|that's|make that|sorry|wait|it was|on|no))*",
    notButs: [
      "(?:no,? |sorry,? |actually,? |wait,? |i (?:said|meant) )*not (?:on |in |at )?(?<old>[^,;]{1,40}?)(?:,| but|;)(?: but| on| in| at| i meant| it's)* (?<new>[^,;]{1,40})",
      "(?:no,? |sorry,? |actually,? |wait,? )*(?:i meant |it's |it is |make it )?(?<new>[^,;]{1,40}?),? (?:not|instead of|rather than) (?:on |in |at )?(?<old>[^,;]{1,40})",
    ],
    agree:
      "(?:(?:yes|yeah|yep|sure|ok|okay|perfect|great|exactly|right|sounds good|good idea|deal|agreed|absolutely|definitely|fine|excellent|lovely|brilliant|of course)[ ,.!]*)*(?:let's (?:do|go with|go for|try) (?:that|it|this)|(?:write|note) (?:that|it) down|note (?:that|it)|remember that|save (?:that|it)|please do|do (?:that|it)|we'll do (?:that|it)|i'll (?:do|go with|take) (?:that|it)|that(?:'s| is) (?:what we'll do|the plan|decided|settled|it)|go ahead|it's a deal|deal|agreed|sounds good|good idea|great idea|perfect|i agree|that works|works for me|count me in|done|settled)(?=[ ,.!]*(?:$|,|thanks|thank you|then|please|with|let's|i|we))",
    yes: "yes(?: please| do| exactly| absolutely)?|yeah|yep|exactly|absolutely|definitely|of course|correct|sure",
    but: "but|not|don't|except|however|instead|maybe|later|unless|wait|\\?",
    keep: "(?:and |so |please |yes,? |ok,? )*(?:(?:can|could) you )?(?:please )?(?:remember (?:that|this|it)|don't forget (?:that|this|it)|(?:note|write|put|jot) (?:that|this|it)(?: down)?|save (?:that|this|it)|keep (?:that|this) in mind|make a note(?: of (?:that|this|it))?|take note|make sure you remember (?:that|this|it))(?: please| for me| for later| for next time)*",
    propose:
      "(?:so |then |ok |well |perhaps |maybe )*(?:how about|what about|i(?:'d)? (?:suggest|recommend|propose)(?: that)?(?: you| we)?|my suggestion(?: is|:)(?: to)?|let's|shall we|why don't (?:we|you)|we could|you could|you might|we should|you should|i would (?:suggest|recommend)|what if (?:we|you)|i propose|we can|you can)(?! (?:tell|help|ask|let|check|try again|see))",
    pointing:
      "ones?(?! (?:of|day|week|hour|month|year|euro|more|\\p{L}+ (?:a|per)))|it|them|this|that|these|those|there|the (?:first|second|last|other|former|latter)",
    offer:
      "(?:so |ok |great |and )*(?:shall i|should i|do you want me to|would you like me to|may i|can i|i can|i could|want me to) (?:remember|note|save|write down|store|keep in mind|make a note)(?: that| down that)?|(?:so|then) (?:i'll|i will) (?:note|remember|save)(?: that)?",
  },
  dates: {
    days: "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first,twenty_first twenty-second,twenty_second twenty-third,twenty_third twenty-fourth,twenty_fourth twenty-fifth,twenty_fifth twenty-sixth,twenty_sixth twenty-seventh,twenty_seventh twenty-eighth,twenty_eighth twenty-ninth,twenty_ninth thirtieth thirty-first,thirty_first",
    absolute: [
      "(?:on |by )?(?:{wd},? )?(?:the )?{d}(?:st|nd|rd|th)? (?:of )?{month}(?:,? {y})?",
      "(?:on |by )?(?:{wd},? )?{month} (?:the )?{d}(?:st|nd|rd|th)?(?:,? {y})?",
    ],
    dayOnly: ["(?:on )?the {d}(?:st|nd|rd|th)"],
    relative: [
      ["the day after tomorrow", 2],
      ["the day before yesterday", -2],
      ["tomorrow(?: (?=morning|afternoon|evening|night))?", 1],
      ["yesterday", -1],
      ["in {n} days?(?: time)?", 1],
      ["{n} days? from now", 1],
      ["in {n} weeks?(?: time)?", 7],
      ["{n} days? ago", -1],
      ["{n} weeks? ago", -7],
    ],
    weekdayOfNextWeek: ["(?:on )?next {wd}", "{wd} next week"],
    lastWeekday: ["last {wd}"],
    nextWeekday: ["(?:on |this |this coming |coming |by )?{wd}(?! (?:the )?week after next)"],
    past: {
      week: "(?:in |over |during )?last week",
      month: "(?:in |over |during )?last month",
      year: "last year",
      monthsAgo: "{n} months? ago",
      yearsAgo: "{n} years? ago",
      named: "(?:back in|last|this past) {month}(?! \\d)",
      inMonth: "in {month}(?! \\d)",
      inYear: "in",
    },
    seasons: {
      names: "spring summer autumn,fall",
      next: "next {season}",
      last: "last {season}",
      current: "this {season}",
      written: "in {season} {year}",
    },
    feasts: {
      names:
        "12-25:christmas,christmas_day,xmas 12-24:christmas_eve 12-26:boxing_day 12-31:new_year's_eve 01-01:new_year's_day 10-31:halloween 11-05:bonfire_night,guy_fawkes_night 02-14:valentine's_day,valentine's 03-17:st_patrick's_day 11-01:all_saints'_day easter+0:easter,easter_sunday easter-2:good_friday easter+1:easter_monday easter-47:shrove_tuesday,pancake_day easter+49:whitsun,pentecost",
      thisYear: "this year",
    },
    nextWeek: "next week",
    nextMonth: "next month",
    monthOnly: [
      "(?:in|at the (?:start|beginning|end) of|in (?:early|late|mid)|from|since|until|this|by|before) {month}(?! \\d)",
    ],
    nextYear: "next year",
    weekends: ["(?:this|this coming|at the|over the) weekend", "next weekend"],
    recurring:
      "every|each|(?:{weekday})s|daily|weekly|monthly|yearly|weekdays|weekends|(?:once|twice|times) (?:a|per) (?:day|week|month|year)|(?:a|per) (?:day|week|month|year)|all year|in the mornings?|in the evenings?|at night|in (?:summer|winter|spring|autumn)|(?:every|each) other (?:day|week|month|year|weekday)|fortnightly|(?:the )?(?:first|second|third|fourth|last) (?:{weekday}) of (?:the|each|every) month|(?:{weekday}) (?:nights|mornings|evenings|afternoons)|(?:on|at) weekends|when(?:ever)? (?:i'm|we're|i am|we are) (?:away|out|at work|abroad|on holiday|travelling|traveling)|during the week|before bed|after (?:dinner|lunch)|(?<!(?:day|tomorrow|coming|comes|come|over|round) )for (?:breakfast|dinner|lunch)(?! (?:on|this|next|tomorrow))",
    time: "(?:at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock)?|at (?:about |around )?\\d[\\d:.]*(?: ?[ap]\\.?m\\.?| o'clock)?|at (?:noon|midnight|lunchtime)|in the (?:morning|afternoon|evening)|morning|afternoon|evening|night),?",
    today: "(?:later )?today|tonight|this (?:morning|afternoon|evening)",
    halves: ["a\\.?m\\.?|morning", "p\\.?m\\.?|noon|afternoon|evening|night|tonight"],
    clock: {
      each: "every|each|daily|weekly|monthly|yearly",
      after: ["at {n}(?: minutes?)? past {h}", "(?:a )?{w} past {h}", "at (?!a ){h} {w}"],
      before: ["at {n}(?: minutes?)? to {h}", "(?:a )?(?<n>quarter) to {h}"],
      parts: "30:half,thirty 15:quarter,a_quarter,fifteen 20:twenty 40:forty 45:forty-five",
      spans: [
        ["in (?:an|one) hour and a half|in one and a half hours", 90],
        ["in (?:about )?half an hour", 30],
        ["in (?:about )?an hour(?:['’]s time)?", 60],
        ["in a couple of hours", 120],
        ["in (?:about )?{n} (?:hours?|hrs?)(?:['’] time)?", 60],
        ["in (?:about )?{n} min(?:ute)?s?(?:['’] time)?", 1],
      ],
    },
    smallWeekdays: false,
    on: "on",
    weekOf: "in the week of",
    inMonth: "in",
    beforeYear: " ",
  },
  lists: {
    months: "january|february|march|april|may|june|july|august|september|october|november|december",
    adv: "(?:(?:really|absolutely|also|just|still|particularly|especially|actually|generally|much|totally|quite|mostly|personally|truly|do|always|only|usually|now|currently) ){0,2}",
    im: "i'm|i am|im|i've been|i have been",
    diet: "vegetarians?|vegans?|pescatarian|pescetarian|coeliacs?|celiacs?|gluten-free|lactose-free|plant-based|keto|halal|kosher|teetotal|flexitarian",
    ill: "diabetic|asthmatic|epileptic|coeliac|anaemic|anemic|autistic|bipolar|dyslexic|hypertensive|immunocompromised|lactose-intolerant",
    illness:
      "asthma|diabetes|type \\d diabetes|migraines?|epilepsy|arthritis|adhd|depression|hay fever|eczema|psoriasis|hypothyroidism|hyperthyroidism|crohn's.*|endometriosis|pacemaker|high blood pressure|low blood pressure|hypertension|high cholesterol|sleep apn(?:o)?ea|tinnitus|scoliosis|vertigo|anxiety|insomnia|reflux|gout|anaemia|anemia|celiac disease|coeliac disease|heart condition|heart disease|slipped disc|herniated disc|back problems?|knee problems?|fibromyalgia|rheumatism|osteoporosis|dyslexia|panic attacks|dementia|alzheimer's|parkinson's|cancer|multiple sclerosis|glaucoma|cataracts|autism",
    medicine:
      "mg|mcg|milligrams|pills?|tablets?|drops|inhaler|ventolin|salbutamol|insulin|warfarin|eliquis|xarelto|lithium|ritalin|prozac|xanax|valium|tamoxifen|steroids|painkillers|eye drops|sleeping pills|the pill|hrt|antidepressants?|statins?|blood thinners?|antihistamines?|beta blockers?|ibuprofen|paracetamol|aspirin|medication|levothyroxine|metformin|omeprazole|[\\p{L}]+(?:pril|sartan|olol|statin|oxetine|azole|traline|idone|thyroxine|formin|dipine|gliptin|triptan|profen|lukast|parin|xaban|tinib|arone|gabalin|gabapentin|oxicam|lamide|zepam|zolam|cillin)|vitamin [A-Z]\\d*|iron supplements|supplements|cortisone|epipen",
    birth:
      "(?:the )?\\d{1,2}(?:st|nd|rd|th)?\\b.*|(?:january|february|march|april|may|june|july|august|september|october|november|december)\\b.*|(?:19|20)\\d\\d.*",
    nation:
      "(?:[\\p{L}]{2,}(?:ese|ish|ench|utch|wiss|reek|zech|hai|raeli)|american|african|german|italian|norwegian|russian|ukrainian|romanian|bulgarian|hungarian|austrian|australian|canadian|mexican|brazilian|argentinian|chilean|colombian|peruvian|venezuelan|cuban|indian|iranian|korean|belgian|catalan|croatian|serbian|bosnian|albanian|estonian|latvian|lithuanian|nigerian|egyptian|syrian|asian|european|galician|georgian|armenian|muslim|jewish|catholic|buddhist|hindu)(?= |$)",
    breed:
      "(?:[\\p{L}-]+ )?(?:collie|terrier|retriever|labrador|poodle|beagle|spaniel|dachshund|siamese|persian|tabby|shepherd|corgi|husky|bulldog|boxer|pug|whippet|greyhound|mongrel|setter|pointer|schnauzer|maine coon|ragdoll|lurcher|rescue(?: dog| cat)?|mix|cross|doodle|dalmatian|chihuahua|rottweiler|great dane|pomeranian|shih tzu)",
    goods:
      "(?:solar panels|garden|balcony|allotment|caravan|camper ?van|cabin|boat|motorbike|motorcycle|scooter|bike|e-bike|tandem|electric car|summer house|holiday home|piano|wood stove|heat pump|greenhouse|vegetable garden|veg patch|beehives?|sauna|garage|spare room|guest room|air fryer|bread maker|sewing machine|telescope|season ticket|railcard|library card|driving licen[cs]e|kindle|e-reader|campervan|canoe|kayak|tent)",
    teach:
      "(?:year|grade|class|form|kindergarten|nursery|primary|preschool|reception|sixth form|high school|secondary school|middle school|primary school|university|college)",
    job: "teacher|nurse|doctor|engineer|lawyer|architect|baker|carpenter|chef|cook|waiter|waitress|driver|developer|programmer|designer|writer|journalist|translator|musician|student|professor|researcher|scientist|biologist|chemist|physicist|pharmacist|dentist|vet|veterinarian|psychologist|therapist|physiotherapist|accountant|consultant|electrician|plumber|mechanic|gardener|farmer|photographer|painter|hairdresser|librarian|secretary|receptionist|salesperson|shop assistant|cashier|police officer|firefighter|soldier|pilot|flight attendant|sailor|fisherman|builder|bricklayer|tailor|social worker|civil servant|midwife|surgeon|paramedic|economist|manager|director|editor|illustrator|artist|actor|actress|singer|dancer|coach|trainer|tutor|technician|analyst|administrator|welder|postman|butcher|joiner|luthier|bookseller|childminder|nanny|carer|optician|radiologist|pediatrician|paediatrician|cardiologist|geologist|archaeologist|historian|philosopher|mathematician|judge|notary|banker|broker|estate agent|entrepreneur|founder|sommelier|barista|bartender|beekeeper|winemaker|florist|potter|jeweller|watchmaker|locksmith|surveyor|statistician",
    tongue:
      "(?:a little |some |fluent |basic |only |both )?(?:english|spanish|catalan|french|german|italian|portuguese|galician|basque|arabic|chinese|mandarin|japanese|korean|russian|polish|dutch|swedish|norwegian|danish|finnish|greek|turkish|romanian|ukrainian|hindi|urdu|hebrew|welsh|irish|czech|hungarian|latin|swahili|vietnamese|thai|bulgarian|croatian|serbian)",
    kin: "sons?|daughters?|kids?|child|children|brothers?|sisters?|siblings?|twins?|grandchildren|grandsons?|granddaughters?|grandchild|girlfriend|boyfriend|wife|husband|stepsons?|stepdaughters?|nephews?|nieces?|baby|cousins?",
    pet: "dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|canar(?:y|ies)|tortoises?|turtles?|horses?|pon(?:y|ies)|hens?|chickens?|goldfish|guinea pigs?|fish|snakes?|gecko|budgies?|goats?|sheep|donkeys?|ferrets?",
    play: "guitar|piano|violin|cello|drums|bass|flute|saxophone|sax|trumpet|clarinet|ukulele|accordion|banjo|viola|harp|organ|football|tennis|basketball|chess|padel|volleyball|rugby|golf|handball|hockey|badminton|squash|cricket|baseball|table tennis|darts|bridge|poker|video games|oboe|bassoon|recorder|trombone|tuba|percussion|mandolin|double bass|keyboard|synth|bagpipes|snooker|pool|softball|lacrosse|dominoes|go|scrabble|dungeons and dragons|water polo|floorball|futsal|in an? .+|for (?:the |fc )?.+ team",
    sport:
      "yoga|pilates|swimming|running|climbing|hiking|cycling|judo|karate|boxing|crossfit|surfing|skiing|sailing|rowing|dancing|ballet|jogging|kayaking|horse riding|fishing|birdwatching|pottery|to the gym.*|to yoga.*",
  },
  rows,
  remember: [
    "(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:please )?(?:remember|note|make a note|keep in mind|bear in mind|don't forget|do not forget|never forget|write down|save|store|memori[sz]e|jot down|remind me|put down|take note)(?:,? please,?)? that (?!time |day |night |one )(.+)",
    "(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:remember|note|make a note|keep in mind|don't forget|save this|note to self|write this down|write down|remember this|memo|for the record|for your records|for future reference|fyi) ?[:,-] ?(.+)",
    "(?:please )?(?:remember|don't forget|note|keep in mind) ((?:my|i|i'm|we|our|the|he|she|\\p{L}+'s) .+)",
    "(?:please )?(?:remember|don't forget) to (.+)",
    "i(?:'d like| want| need) you to (?:remember|note|know|keep in mind)(?: that)? (.+)",
  ],
  ended: [
    ["(?:i|we) (?:no longer|don't|do not) (.+?)(?: any ?more| any longer)", "i $1", "No longer"],
    ["(?:i|we) no longer (.+)", "i $1", "No longer"],
    ["(?:i'm|i am) (?:no longer|not) (.+?)(?: any ?more| any longer)", "i'm $1", "No longer"],
    ["(?:i'm|i am) no longer (.+)", "i'm $1", "No longer"],
    [
      "(?:i|we)(?:'ve| have)? (?:just |finally )?(?:stopped|quit|given up|gave up) (?:eating|drinking) (.+)",
      "i eat $1",
      "",
    ],
    ["(?:i|we) used to (.+?),? but not any ?more", "i $1", ""],
  ],
  habits:
    "use>uses eat>eats drink>drinks cook>cooks buy>buys take>takes go>goes sleep>sleeps wake>wakes get_up>gets_up wear>wears run>runs walk>walks cycle>cycles work>works read>reads watch>watches listen>listens keep>keeps put>puts leave>leaves have>has start>starts finish>finishes do>does make>makes order>orders pay>pays travel>travels sit>sits add>adds play>plays swim>swims train>trains visit>visits meet>meets call>calls bake>bakes clean>cleans shop>shops fly>flies drive>drives smoke>smokes skip>skips study>studies practise>practises practice>practices write>writes bring>brings feed>feeds water>waters pick_up>picks_up look_after>looks_after help>helps babysit>babysits volunteer>volunteers teach>teaches sing>sings paint>paints bike>bikes commute>commutes stay>stays come>comes spend>spends celebrate>celebrates iron>irons set>sets return>returns",
  habitSubject: "(?:i|we) ",
  habitAdverbs:
    "always|never|usually|normally|only ever|generally|mostly|almost always|hardly ever|rarely",
  relations:
    "family:whole_family,family guest:guest,guests,visitor sister:sister,sis,sisters brother:brother,brothers mother:mother,mum,mom,mam father:father,dad wife:wife husband:husband partner:partner girlfriend:girlfriend boyfriend:boyfriend fiance:fiancé,fiancée,fiance son:son daughter:daughter child:child,kid children:children,kids baby:baby parents:parents,folks grandparents:grandparents in_laws:in-laws grandmother:grandmother,grandma,granny,gran,nan grandfather:grandfather,grandad,granddad,grandpa grandchild:grandchild grandchildren:grandchildren,grandkids aunt:aunt,auntie uncle:uncle cousin:cousin,cousins nephew:nephew niece:niece grandson:grandson granddaughter:granddaughter mother_in_law:mother-in-law father_in_law:father-in-law brother_in_law:brother-in-law sister_in_law:sister-in-law friend:friend,best_friend,mate,friends neighbour:neighbour,neighbor,neighbours,neighbors flatmate:flatmate,roommate,housemate boss:boss,manager colleague:colleague,coworker,co-worker,workmate,colleagues,assistant teacher:teacher dog:dog,puppy,dogs cat:cat,kitten,cats pet:pet rabbit:rabbit parrot:parrot horse:horse tortoise:tortoise doctor:doctor,gp dentist:dentist landlord:landlord,landlady stepson:stepson stepdaughter:stepdaughter twin:twin godmother:godmother godfather:godfather",
  slots:
    "class:class name:name,full_name middle_name:middle_name maiden_name:maiden_name surname:surname,last_name,family_name birthday:birthday home_address:address,home_address phone:phone_number,mobile_number,telephone_number,number email:email,e-mail,email_address id_number:id_number,passport_number,social_security_number,tax_number employer:employer,company job:job,profession,occupation salary:salary blood_type:blood_type,blood_group shoe_size:shoe_size,shoes_size shirt_size:shirt_size,t-shirt_size ring_size:ring_size trouser_size:trouser_size,pants_size clothes_size:size,clothes_size height:height weight:weight car:car bike:bike,bicycle licence_plate:licence_plate,license_plate,number_plate,plate_number,plate,registration,registration_number wifi_name:wifi_name,wi-fi_name,wifi_network,wifi's_name,wifi anniversary:wedding_anniversary,anniversary boss:boss,manager doctor:doctor,gp dentist:dentist star_sign:star_sign,zodiac_sign mother_tongue:mother_tongue,native_language,first_language hometown:hometown,home_town postcode:postcode,zip_code locker_number:locker_number,locker member_number:member_number,membership_number,library_card_number insurance_number:insurance_number,policy_number hobby:hobby school:school university:university team:team,football_team saints_day:saint's_day,name_day wife_name:wife's_name husband_name:husband's_name nationality:nationality vet:vet plumber:plumber electrician:electrician hairdresser:hairdresser,barber cleaner:cleaner,cleaning_lady gardener:gardener mechanic:mechanic physio:physio,physiotherapist lawyer:lawyer accountant:accountant babysitter:babysitter landlord:landlord,landlady teacher:teacher therapist:therapist desk:desk_number order_number:order_number bin_day:bin_day,rubbish_day room:room_number,hotel_room seat:seat_number username:username,user_name,login",
  secrets:
    "wifi_password:wifi_password,wi-fi_password,wifi_code,wifi_key,password_for_the_wifi password:password,passcode,passphrase pin:pin,pin_code,pin_number card_number:card_number,credit_card_number,credit_card,debit_card_number cvv:cvv,cvc,security_code alarm_code:alarm_code,code_for_the_alarm,alarm_pin door_code:door_code,gate_code,entry_code,garage_code safe_code:safe_code,safe_combination,combination_of_the_safe phone_pin:phone_pin,unlock_code bank_account:iban,account_number,bank_account_number api_key:api_key,secret_key,access_token,token",
  nouns:
    "colour:color,colour food:food dish:dish film:film,movie book:book song:song band:band singer:singer music:music author:author,writer city:city country:country season:season animal:animal fruit:fruit drink:drink wine:wine tea:tea coffee:coffee sport:sport team:team,football_team restaurant:restaurant cafe:café,cafe game:game series:series,show,tv_show place:place dessert:dessert cake:cake pizza:pizza ice_cream:ice_cream,ice_cream_flavour,ice_cream_flavor flower:flower number:number day:day,day_of_the_week spare_key:spare_key,spare_keys,extra_key keys:keys,key passport:passport,passports first_aid_kit:first_aid_kit documents:documents,papers toolbox:toolbox tools:tools charger:charger torch:torch,flashlight car_papers:car_papers umbrella:umbrella insurance_papers:insurance_papers christmas_decorations:christmas_decorations suitcase:suitcase,suitcases",
  my: "my|our|one of my|one of our",
  the: "the|a|an|this",
  owned: [
    "(?:{my}|the) (?:(?:new|current|home|mobile|full) )?(?<slot>{slot}) ?(?:is|are|was|'s|:|=)(?: on| now| currently| called)* (?<o>.+)",
    "(?:it's|it is) (?:{my}) (?<rel>{relation})(?: (?<owner>{name}))?'s (?<slot>birthday|anniversary|name day) on (?<o>.+)",
    "(?:it's|it is) (?<owner>{name})'s (?<slot>birthday|anniversary|name day) on (?<o>.+)",
    "(?<o>{name}) is (?:{my}) (?<slot>{slot})",
    "(?!{nation})(?<o>{name}) is (?:{my}) (?:(?:best|older|younger|little|big|new|twin|eldest|youngest|next-door) )?(?<rel>{relation})",
    "(?:{my}) (?:(?:best|older|younger|little|big|new|twin|eldest|youngest|next-door) )?(?<rel>{relation})(?: is|'s called) (?!{nation})(?<o>{name})",
    "(?:{my}) (?:(?:best|older|younger|little|big|new|twin|eldest|youngest|next-door) )?(?<rel>{relation})(?:,? (?<owner>{name}),?)? (?:has|have) (?:(?:his|her|their) )?(?<slot>birthday|name day) (?:is )?on (?<o>.+)",
    "(?:the )?(?:number |licence |license )?(?<slot>plate|registration) (?:of|on) (?:{my}) car is (?<o>.+)",
    "(?<owner>{name})'s (?<slot>{slot}) (?:is|are|'s)(?: on| now)* (?<o>.+)",
    "(?:{my}) (?<rel>{relation})(?:,? (?<owner>{name}),?)?'s (?<slot>{slot}) (?:is|are)(?: on| now)* (?<o>.+)",
    "(?:{my}|the) (?<slot>{slot}) (?:for|of|to|at) (?:the |my |our )?(?<of>.{2,40}?) is(?: now)? (?<o>.+)",
    "(?:{my}) (?!middle|maiden|user|stage|pen|brand|company|domain|new|old|home|mobile|current|full)(?<of>[\\p{L}]+) (?<slot>{slot}) is(?: now)? (?<o>.+)",
    "the (?!new |current )(?<of>[\\p{L}-]+) (?<slot>{slot}) is(?: now)? (?<o>.*\\d.*)",
  ],
  favourite: [
    "(?:{my}) (?:all-time |absolute )?favou?rite (?<noun>[\\p{L}-]+(?: [\\p{L}-]+){0,2}?) (?:is|are|is still|has always been|used to be) (?<o>.+)",
    "(?<o>.+) (?:is|are) (?:{my}) (?:all-time |absolute )?favou?rite (?<noun>[\\p{L}-]+)",
  ],
  places: [
    "(?:the|my|our) (?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,4}?) (?:is|are|lives?|stays?|goes|hangs?|is kept|are kept|is hidden|are hidden|is stored|are stored)(?: always| now| usually)? (?<o>(?:kept |hidden |stored |hanging |still )?(?:in|under|underneath|behind|on top of|on|inside|next to|above|below|between|beside|at the (?:back|top|bottom) of) (?:the|my|our|a|an|that) .+)",
    "(?:i|we)(?:'ve| have)? (?:always )?(?:keep|kept|hide|hid|hidden|store|stored|put|left) (?:the|my|our|a|an) (?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,4}?) (?<o>(?:in|under|underneath|behind|on top of|on|inside|next to|above|below|beside) (?:the|my|our|a|an) .+)",
    "(?:the|my|our) (?!{appointment})(?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,3}?) (?:is|are|is kept|are kept)(?: now| always)? (?<o>at [\\p{L}·-]+(?: [\\p{L}·-]+)?'s(?: (?:house|place|flat|office))?)",
    "(?:the|my|our) (?!{appointment})(?<thing>spare (?:key|keys|set)|keys?|passports?|car seat|ladder|drill) (?:is|are) (?<o>with (?!me|us|you).+)",
    "there(?:'s| is| are) (?:a|an|the) (?<thing>spare [\\p{L}]+(?: [\\p{L}]+)?|first aid kit|fuse box) (?<o>(?:in|under|behind|on|inside|next to|above|at) .+)",
  ],
  passing:
    "devil|heart|head|mind|money|eyes?|file|function|variable|song|book|bottle|show|series|page|chapter|word|sentence|system|result|server|name|weekend|week|day|morning|evening|night|days|kids|guests?|train|flight|call|test|result|exam|answer|delivery|parcel|package|order|next (?:one|time|thing)|rest|only thing|main thing|best (?:thing|part)|trick|secret|solution|fix|cause|culprit|reason|issue|dog|cat|kids?|baby|people|soup|dinner|lunch|food|problem|point|weather|time|news|cake in|son|daughter|wife|husband|mother|father|sister|brother|boss|question|answer|thing|film|movie|idea|meeting|train|bus|water|laundry|washing|coffee|tea|light|sun|moon|ball|game|match|man|woman|boy|girl|guy|traffic|house|focus|emphasis|music|radio|tv|story|article|mistake|error|bug",
  chain: [
    "(?:{my}) (?<a>{relation})(?:'s|s') (?<rel>{relation})",
    "(?<owner>[\\p{L}·-]+)'s (?<rel>{relation})",
  ],
  nameArticle: "",
  adjectives:
    "older|younger|little|big|twin|best|new|late|eldest|oldest|youngest|elder|dear|upstairs|downstairs|next-door|old|ex|close|good|other|half|foster|adopted|younger|new|first-born|first|second|middle",
  bare: "everyone in my family|all of us|both of us|mum|mom|dad|grandma|grandpa|granny|granddad|grandad|nan",
  pronouns: "he|she|they(?! say)",
  possessed: ["(?:his|her|their) (?<rel>{relation}|{slot})", "{owner}'s {rel}"],
  reordered: [
    [
      "(?:and )?((?:every|each|on|in|at|after|before|since|during) [\\p{L}\\d'-]+(?: [\\p{L}\\d'-]+){0,3}?|most (?:days|evenings|mornings|nights)|(?:once|twice) a (?:week|month|year)|as an? (?:child|kid|teenager|student)),? ((?:i|we|he|she|(?:{my}) {relation})(?:'ve|'m|'re|'s)? .+)",
      "$2 $1",
    ],
    ["(?:(?:{my}) {relation}(?: {name})?|{name}) and i (.+)", "we $1"],
    ["i usually (\\S+) (.+)", "i $1 usually $2"],
    [
      "(.{3,60}?) (?:was|has been|have been|'s been|is|got|gets|just got)? ?(?:just |now )?(?:moved|rescheduled|postponed|put back|brought forward|changed|shifted) (?:from .{3,20} )?to (?:on )?((?:{weekday}|\\d|the \\d|{months}).*)",
      "$1 is on $2",
    ],
    [
      "(.{3,60}?) (?:was|has been|have been|'s been|is|got|gets|just got)? ?(?:just |now )?(?:moved|rescheduled|postponed|put back|brought forward|changed|shifted) (?:from .{3,20} )?to ((?:next|tomorrow).*)",
      "$1 is $2",
    ],
    [
      "(?:i|we|they)(?:'ve| have)? (?:just )?(?:moved|rescheduled|postponed|changed|shifted) ((?:the|our|my) .{3,40}?) (?:from .{3,20} )?to (?:on )?((?:{weekday}|\\d|the \\d|{months}).*)",
      "$1 is on $2",
    ],
  ],
  things: [
    "(?:the|my|our) (?:new |old )?(?<thing>phone|mobile|laptop|computer|tablet|camera|printer|router|boiler|oven|dishwasher|washing machine|fridge|heat pump|tv|television|watch|e-reader|guitar|piano|violin|motorbike|scooter|van|caravan|boat|sewing machine|coffee machine|coffee maker|vacuum|mower|lawnmower|tent|bank|gym|insurer|energy supplier|internet provider|provider|operator|car insurance) is (?:now )?(?:an? |the |with )?(?<o>.+)",
  ],
  settled: [
    "(?:the|our|my) (?<thing>[\\p{L}'-]+(?: [\\p{L}'-]+){0,4}?) (?:will be|is going to be|will have|will take place) (?<o>.+)",
  ],
  mine: "i|i'm|i've|i'll|i'd|me|my|mine|myself|we|we're|we've|our|ours|us|ourselves",
  dangling:
    "(?:already|it|that|this|them|those|these|him|her|you|your|yours|one|ones|so|how|what|whatever|which|to hear|to see that|to know|the (?:same|idea|first|second|third|last|former|latter|other|second option|first option)(?: (?:one|option))?|both|neither|all of|something|anything|nothing|everything|to help|to (?:say|ask|know)|there|here|option|to be (?:honest|sure)|too|very much|a lot|not(?! to \\p{L}+ ..)|back|late|fine|okay|ok|ready|done|great|good|nice|bad|hard|easy|fun|cool|long|short|busy|closed|open|happy|sad|tired|hungry|sure|over|home|off)(?= |$|[,.])",
  plan: {
    first:
      "(?:i|we)(?:'ve got|'ve|'m|'re| am| are|'ll| will)? ?(?:(?:also|then|finally|probably not) )?(?:have|having|got|fly|flying|go|going|travel|travelling|traveling|leave|leaving|arrive|arriving|meet|meeting|see|seeing|visit|visiting|start|starting|begin|move|moving|get|getting|take|taking|celebrate|celebrating|marry|sign|signing|pick up|picking up|host|hosting|drive|driving|run|running|play|playing|return|returning|expect|expecting|be|cook|cooking|attend|attending|give|giving|present|presenting|finish|finishing|off|on holiday|on leave|away|not working|back|buy|buying|call|hand in|do|doing|turn|need to|must|want to|plan to|planning to|'d like to|hope to|'ve booked|book|booked|an appointment|interviewing|sit|sitting|collect|collecting|paint|painting|invited)",
    third:
      "(?:is|'s|are|will|'ll|has|have|'s going|flies|fly|goes|leaves|leave|arrives|arrive|comes|come|visits|visit|starts|start|begins|moves|gets|gets back|turns|takes place|happens|opens|closes|ends|expires|finishes|returns|gets married|plays|needs to|must|runs out|falls)",
    state:
      "(?:is|are|'s) (?:always |usually )?(?:closed|shut|open|quiet|busy|full|cheap|cheaper|expensive|empty|hot|cold|warm|wet|rainy|nice|lovely|best|crowded|dead|terrible|great)",
    past: "was|were|had|did|went|moved|rescheduled|postponed|(?<!'ve |have )got|came|saw|left|flew|met|took|yesterday|last (?:night|week|weekend|month|year|spring|summer|autumn|winter|\\p{L}+day)|ago|said|told|bought|ate|made|been|started|arrived|visited|called|happened|thought|wanted|needed|forgot|lost|broke|won|gave|ran|slept|woke|read that|heard|felt|quit|sold|paid|(?<!(?:is|are|be|being|gets?|getting|have|has|having|'ve|'m|'re|'s) )(?!need|feed|speed|indeed)\\p{L}{3,}ed",
    have: "(?:i|we)(?:'ve got| have got| have|'ve)(?!\\s+(?:to|been|no|not)) (?:an? |the |my |our )?",
    appointments:
      "dentist:dentist,dental_appointment doctor:doctor,doctor's_appointment,gp_appointment exam:exam interview:interview,job_interview wedding:wedding driving_test:driving_test flight:flight surgery:operation,surgery meeting:meeting hairdresser:hairdresser,haircut vet:vet concert:concert party:party birthday_party:birthday_party dinner:dinner lunch:lunch trip:trip holiday:holiday,holidays deadline:deadline physio:physio,physiotherapist appointment:appointment checkup:check-up,checkup blood_test:blood_test presentation:presentation rehearsal:rehearsal funeral:funeral baptism:christening,baptism graduation:graduation itv:mot plumber:plumber electrician:electrician optician:optician marathon:marathon,half_marathon",
    you: "you|your|remind me|timer|alarm",
  },
  regular:
    "(?:(?:the|our|my) |(?=(?:trash|rubbish|recycling|garbage|paper|glass|compost|bins?|post|mail|school|choir|band|football|practice|church|market) ))(?:[\\p{L}'-]+ ){1,4}(?:is|are|has|have|opens?|closes?|leaves?|runs?|starts?|comes?|goes|happens?|meets?|gets?|takes? place|rehearses?|collects?|delivers?|go(?:es)? out|costs?|renews?|needs?)",
  measures:
    "(?:the|our|my) (?:[\\p{L}'-]+ ){1,4}(?:costs?|weighs?|measures?|charges?|holds?|needs?|takes|expires?|renews?|runs at|is (?:about |exactly )?\\d+(?:[.,]\\d+)? ?(?:cm|mm|m|metres|meters|kg|g|grams|litres|liters|km|kilometres|bar|watts|inches|feet|square metres|m2|euros)(?= |$))",
  connectors: "and|but|so|because|although|though|and also|yet|and then|while|whereas|plus",
  elided: "i ",
  youToI: [
    ["you are|you're", "I'm"],
    ["you have|you've", "I have"],
    ["your", "my"],
    ["you", "I"],
  ],
  mood: {
    good: "great|happy|love|wonderful|excellent|thanks|thank you|glad|perfect|amazing|fantastic|lovely|excited|awesome|good news|nice",
    bad: "sad|angry|terrible|awful|hate|worried|upset|annoyed|frustrated|horrible|bad news|unfortunately|stressed|disappointed|hurts?|broken|afraid|died",
  },
};
