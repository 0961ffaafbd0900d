import type { LanguageRules } from "../types/rules.ts";

/** How statements are read in English. */
export const rules: LanguageRules = {
  code: "en",
  capitalNouns: false,
  words:
    "i i'm i've i'll i'd im me my mine we we're we've we'll our us you you're your he she it it's its they their them his her him the a an and or but not no never always usually is are was were be been am do does did don't doesn't didn't have has had having of in on at to for with from by about as that this these those there here what which who when where why how if then than so too very really just also only now at can can't could will would should shall may might must let's let some any all every each more most much many one two than after before because since until while into out up down over under again s t don doesn isn ve ll re d like likes love loves prefer prefers hate hates use uses want wants know get go goes please remember decided actually called lives live work works everyone everybody nobody someone somebody anyone people kids cats dogs",
  markers: {
    fillers:
      "(?:and )?also|well|you know what|you know|um+|uh+|er+|hmm+|oh|ah|so|and|also|anyway|anyways|by the way|btw|ok|okay|hey|hi|hello|hi there|hey there|good (?:morning|afternoon|evening)|look|listen|yes|yeah|yep|yup|right|honestly|to be honest|frankly|basically|like|i mean|i guess you should know that|you should (?:also )?know(?: that)?|it's worth knowing that|you might want to know that|remember,|just so you know|for your information|fyi|as you know|like i said|as i said|as i told you|the thing is(?: that)?|the truth is(?: that)?|actually(?= i| we| my| our)|let me tell you(?: that)?|i(?: just)? want(?:ed)? to (?:tell you|say|mention)(?: that)?|i have to (?:say|admit)(?: that)?|i must say|i(?:'d like| would like) to mention(?: that)?|guess what|oh and|one more thing|another thing|in fact|also,? please|thanks|thank you|great|cool|perfect|nice|fine|sure|(?:my|the) doctor (?:says|said|told me|confirmed)(?: that)?|i think i (?:should|have to) (?:tell you|mention)(?: that)?|personally|obviously|luckily|unfortunately|sadly|fortunately|finally|as for me|alright|now then|plus|besides|however|but|because|then|first of all|important|very important|good news|big news|news|remember when i said(?: that)?",
    tails:
      "you know|please|by the way|btw|thanks|thank you|ok|okay|right|you see|actually|for sure|to be honest|honestly|i guess|lol|haha+|of course|obviously|so yeah|and stuff|or something|for your information|just so you know|fyi|anyway",
    material:
      "(?:please |can you |could you |would you )*(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|correct (?:this|the|my)|fix (?:this|the|my) (?:text|code|sentence|grammar|mail|email)|edit (?:this|the|my) (?:text|mail)|write (?:me )?(?:a|an|the|some) (?:\\S+ ){0,3}(?:story|poem|song|email|mail|letter|message|tweet|post|essay|script|dialogue|scene|text|novel|speech|joke|cover letter|review)|draft (?:a|an)|tell me a (?:story|joke)|pretend|imagine|suppose|let's pretend|let's imagine|act as|act like|roleplay|role-play|you are now|in my (?:novel|story|book|dream|game|film|screenplay)|in (?:the|this) (?:novel|story|song|lyrics|movie|film|game)|my character|the main character|once upon a time|here(?:'s| is) (?:a|an|the|my) (?:text|email|mail|article|letter|message|draft|log|error|code|story|poem|transcript|quote|paragraph)|the (?:song|lyrics|poem|text|article|sign|email|letter|character) (?:goes|says|reads|said)|how do (?:you|i|we) say|what does .{1,60} mean|quote|lyrics|dear (?:sir|madam|mr|mrs|ms|team|all|\\p{Lu}))",
    takeBack:
      "(?:no,? |oh,? |wait,? |actually,? |sorry,? |ok,? |hmm,? |please )*(?:forget (?:that|it|what i(?: just)? said|about (?:it|that)|i said (?:that|anything))(?=[ ,.!:;-]*$|[,.!:;]| -)|never ?mind|scratch that|strike that|ignore (?:that|what i (?:just )?said|my last (?:message|sentence))|disregard (?:that|what i said)|take that back|i take (?:that|it) back|just kidding|i(?:'m| was)(?: only| just)? (?:kidding|joking)|kidding|(?:delete|undo) that(?=[ ,.!:;-]*$|[,.!:;])|that was a joke|that's not true$|that was a lie|i made that up|that was wrong)",
    offRecord:
      "off the record|don't (?:remember|save|store|note|record|keep|write down|memori[sz]e) (?:this|that|it|any of this|what i|anything)|do not (?:remember|save|store|note|record|keep) (?:this|that|it|any of this|what i|anything)|(?:don't|do not) write (?:this|that|it|any of this) down|between (?:you and me|us)|(?:please )?(?:no need to|you needn't|you don't (?:have|need) to) (?:remember|save|note|store)|this (?:stays|is just) between us|keep this (?:between us|to yourself|out of)|not for the record|forget i (?:asked|mentioned|said)",
    forget:
      "(?:(?:please|just|now|can you|could you|would you|will you|you can|you may|you should|i(?:'d like| want| need| would like) you to) )*(?:forget(?!-)|unlearn|stop remembering|(?:delete|erase|remove) (?:that|the (?:fact|memory|note) that|what (?:you know|i (?:said|told you)) about)|don't remember that|do not remember that)",
    correction:
      "(?:no,? |oh,? |wait,? |hold on,? |sorry,? |ah,? |well,? |oops,? |hmm,? )*(?:actually(?: no)?|no(?= ?[,.:;…–-])|nope|wait|sorry|oops|correction|i mean(?:t)?(?: to say)?|i misspoke|my mistake|i was wrong|that's (?:wrong|not right|not true(?: any ?more)?|incorrect|outdated|old)|that is (?:wrong|not true(?: any ?more)?)|not any ?more|rather|let me correct that|make that|it's actually|on second thoughts?|change of plan|change of plans)(?:[ ,.:;-]+(?:actually|i mean(?:t)?|it's|it is|that's|make that|sorry|wait|it was|on|no))*",
    keep: "(?:and |so |please |yes,? |ok,? )*(?:(?:can|could) you )?(?:please )?(?:remember (?:that|this|it)|don't forget (?:that|this|it)|(?:note|write|put|jot) (?:that|this|it)(?: down)?|save (?:that|this|it)|keep (?:that|this) in mind|make a note(?: of (?:that|this|it))?|take note|make sure you remember (?:that|this|it))(?: please| for me| for later| for next time)*",
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
  remember: [
    "(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:please )?(?:remember|note|make a note|keep in mind|bear in mind|don't forget|do not forget|never forget|write down|save|store|memori[sz]e|jot down|remind me|put down|take note)(?:,? please,?)? that (?!time |day |night |one )(.+)",
    "(?:please )?(?:(?:can|could|would|will) you (?:please )?)?(?:remember|note|make a note|keep in mind|don't forget|save this|note to self|write this down|write down|remember this|memo|for the record|for your records|for future reference|fyi) ?[:,-] ?(.+)",
    "(?:please )?(?:remember|don't forget|note|keep in mind) ((?:my|i|i'm|we|our|the|he|she|\\p{L}+'s) .+)",
    "(?:please )?(?:remember|don't forget) to (.+)",
    "i(?:'d like| want| need) you to (?:remember|note|know|keep in mind)(?: that)? (.+)",
  ],
  relations:
    "whole_family family guest guests visitor sister sis sisters brother brothers mother mum mom mam father dad wife husband partner girlfriend boyfriend fiancé fiancée fiance son daughter child kid children kids baby parents folks grandparents in-laws grandmother grandma granny gran nan grandfather grandad granddad grandpa grandchild grandchildren grandkids aunt auntie uncle cousin cousins nephew niece grandson granddaughter mother-in-law father-in-law brother-in-law sister-in-law friend best_friend mate friends neighbour neighbor neighbours neighbors flatmate roommate housemate boss manager colleague coworker co-worker workmate colleagues assistant teacher dog puppy dogs cat kitten cats pet rabbit parrot horse tortoise doctor gp dentist landlord landlady stepson stepdaughter twin godmother godfather",
  my: "my|our|one of my|one of our",
  the: "the|a|an|this",
  pronouns: "he|she|they(?! say)|his|her|their",
  mine: "i|i'm|i've|i'll|i'd|me|my|mine|myself|we|we're|we've|our|ours|us|ourselves",
  past: "was|were|had|did|went|(?<!'ve |have )got|came|saw|left|flew|met|took|yesterday|last (?:night|week|weekend|month|year|spring|summer|autumn|winter|\\p{L}+day)|ago|bought|ate|made|forgot|lost|broke|won|gave|ran|slept|woke|felt|quit|sold|paid|(?<!(?:is|are|be|being|gets?|getting|have|has|having|'ve|'m|'re|'s) )(?!need|feed|speed|indeed)\\p{L}{3,}ed",
  connectors: "and|but|so|because|although|though|and also|yet|and then|while|whereas|plus",
};
