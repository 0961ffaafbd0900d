/**
 * English, by which the others are typed. All of it is data: words are separated by spaces, forms by ` | `, and may go over
 * several lines; what has a bracket is part of a regular expression. "Folded" means in small letters, without accents.
 */
export const en = {
  code: "en",
  // Words so common in it, and so rare in its neighbours, that a few of them identify it.
  commonWords: `the of and to in is are was were what when where who how why did does do i my me you your we our he she his her they
    it that this with for on at from by have has had not a an be can will would which about as like so or but some their
    them been more there every other always never only after before until than into over out up no don't isn't`,
  // Endings of one to four letters of which four fifths and more are of it; the commonest first.
  wordEndings:
    "ing ed ry ly ks ty ght ther ess ow dy ays een ings gh ish ters cy ect kes wn tch ness th",
  // Common words that none of the other languages has.
  markerWords: `the you your and are what what's it's i'm i'll i've don't doesn't didn't can't won't with my this that these of how
    when where which who please she they we their our should would could from yes thanks at to does did been about like
    there's let's tomorrow today yesterday love want need hate`,
  // How people ask for another language by itself; `NAME` is one.
  languageRequest: `(?:let's |(?:can|could|shall) we )?(?:speak|talk|answer|reply|continue)(?: (?:to|with) me)?(?: in)? NAME
    | (?:switch|change|go back)(?: the language)? (?:in)?to NAME`,
  // Further words that say nothing of what a text is about.
  stopWords: `does doing done am im ive its don doesn didn isn aren wasn weren hasn haven hadn won wouldn couldn
    shouldn dont didnt doesnt isnt whats ve ll re d s t m us whose whom she were shall may ever these those if mine
    yours ours him should must here then too very just down also any all each most own same such again tell know topic
    topics far already else anything something anyone someone`,
  // Forms that no stemmer traces to their base, separated by `|` or a line break.
  irregularForms: `
    be: am is are was were been being|become: became|begin: began begun|bend: bent|bite: bit bitten|bleed: bled
    blow: blew blown|break: broke broken|breed: bred|bring: brought|build: built|burn: burnt|buy: bought|catch: caught
    choose: chose chosen|come: came|deal: dealt|dig: dug|dive: dove|do: did done does|draw: drew drawn|dream: dreamt
    drink: drank drunk|drive: drove driven|eat: ate eaten|fall: fell fallen|feed: fed|feel: felt|fight: fought
    find: found|flee: fled|fly: flew flown|forget: forgot forgotten|forgive: forgave forgiven|freeze: froze frozen
    get: got gotten|give: gave given|go: went gone goes|grow: grew grown|hang: hung|have: had has|hear: heard
    hide: hid hidden|hold: held|keep: kept|know: knew known|lay: laid|lead: led|lean: leant|learn: learnt|leave: left
    lend: lent|lie: lain lying|light: lit|lose: lost|make: made|mean: meant|meet: met|pay: paid|prove: proven
    ride: rode ridden|ring: rang rung|rise: rose risen|run: ran|say: said|see: saw seen|seek: sought|sell: sold
    send: sent|sew: sewn|shake: shook shaken|shine: shone|shoot: shot|show: shown|shrink: shrank shrunk
    sing: sang sung|sink: sank sunk|sit: sat|sleep: slept|slide: slid|smell: smelt|speak: spoke spoken|speed: sped
    spend: spent|spin: spun|spoil: spoilt|stand: stood|steal: stole stolen|stick: stuck|sting: stung|strike: struck
    swear: swore sworn|sweep: swept|swim: swam swum|swing: swung|take: took taken|teach: taught|tear: tore torn
    tell: told|think: thought|throw: threw thrown|understand: understood|wake: woke woken|wear: wore worn|win: won
    withdraw: withdrew withdrawn|write: wrote written|child: children kid kids|man: men|woman: women|person: people
    foot: feet|tooth: teeth|mouse: mice|goose: geese|life: lives|wife: wives|knife: knives|leaf: leaves|half: halves
    shelf: shelves|wolf: wolves|calf: calves|loaf: loaves|photo: photograph photographs pic pics photos
    mother: mom mum mommy mummy moms|father: dad daddy dads|grandmother: grandma granny|grandfather: grandpa grandad
    television: tv|bicycle: bike bikes|telephone: phone phones|refrigerator: fridge|good: better best|bad: worse worst
    far: further farther`,
  // Other spellings after a comma, an underscore for a space.
  months: `january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sept,sep october,oct
    november,nov december,dec`,
  weekdays: `monday,mon tuesday,tue,tues wednesday,wed thursday,thu,thurs friday,fri saturday,sat sunday,sun`,
  numbers: `one,a two,a_couple_of three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty`,
  // Larger numbers, and parts and forms of numbers, each with its value behind it. Folded.
  moreNumbers: `thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 hundred 100 thousand 1000`,
  // The word before what a memory said before it changed.
  before: "before",
  // A question for a point or a length of time. Folded.
  asksWhen: "when|how long|(?:what|which) (?:date|day|year|month|time|season|week)|since when",
  // Words that place something in time, beside months and weekdays. Folded.
  timeWords: `yesterday today tonight tomorrow ago last next week weeks month months year years day days weekend
    weekends since recently morning summer winter spring autumn`,
  // Words with which people ask a memory, and which it hardly ever holds. Folded.
  askingWords: `tell told know knew remember remembered recall mention mentioned kind kinds thing things type types sort sorts one
    ones various anything something everything likely probably maybe perhaps`,
  // Words that go with anything: like times, none of them names a part of a topic. Folded.
  vague: `prefer prefers like likes love loves hate want wants need needs use uses used buy bought come comes go goes went get got keep
    keeps take takes make makes made put give say think start live lives eat eats drink work works call always never often good
    best better new old big small long first second other thing things way lot time hour hours minute minutes euro half front back`,
  // What people are to one another. Folded.
  kin: `mother mom mum father dad brother sister son daughter wife husband partner grandma grandmother grandpa grandfather
    uncle aunt cousin nephew niece`,
  // What a topic for each kind of line is called.
  // Said before what matters, and with what is asked for; a comma at the end stands for any mark.
  fillers: `well | so | oh | ah | hm+ | um+ | uh+ | ok | okay | hey | hi | hello | yes | yeah | and | also
      | but | then | anyway | by the way | you know | look | listen | thanks | thank you | please`,
  asking:
    "no | now | just | please | (?:can|could|would|will) you(?: please)? | you can | i(?:'d like| want| need) you to",
  // How people state things, and what they say about a memory rather than in it.
  statements: {
    // First words: they correct what was said.
    corrections: `no, | nope | actually | sorry | wait | oops | rather | correction | i mean(?:t)? | make that
      | that's (?:wrong|not (?:right|true))(?: any ?more)?`,
    // First words: what follows in the message is text to work on, or make-believe.
    material: `translate | rewrite | summari[sz]e | pretend | imagine | suppose | let's (?:pretend|imagine)
      | once upon a time | in (?:my|the|this) (?:novel|story|book|dream|game|film|song)`,
    // First words: what stood before is withdrawn.
    takeBack: `forget (?:that|it|what i (?:just )?said)(?=$|[,.!:;]| -) | never ?mind | (?:scratch|strike|delete|undo) that(?=$|[,.!:;])
      | i take (?:that|it) back | (?:i'm |i was |just )?(?:kidding|joking)`,
    // Anywhere: what stands beside it is not to be kept.
    offRecord: `off the record | (?:don't|do not) (?:remember|save|store|note|keep|write down) (?:this|that|it|any)
      | between (?:you and me|us) | keep this (?:between us|to yourself)`,
    // First words of a clause: something known is to be forgotten.
    forget:
      "(?:forget|unlearn)(?!-| to | how ) | (?:delete|erase|remove) (?:that|what) | (?:don't|do not) remember that",
    // First words of the assistant: it asks whether to note what follows.
    offer: "(?:shall|should|can|may) i (?:remember|note|save|keep in mind)(?: that)?",
    // First words of what is understood by itself, and of what is understood only with the sentence before.
    subjects: "i | i'(?:m|ve|d|ll) | we | we'(?:re|ve) | the | a | an | this",
    my: "my | our",
    pronouns: "he | she | they(?! say) | his | her | their",
    // Anywhere in a clause: it tells what is over.
    past: `was | were | had | did | went | (?<!'ve |have )got | came | saw | left | met | took | ago | bought
      | ate | made | forgot | lost | broke | won | gave | ran | slept | woke | quit | sold | paid
      | (?<!(?:is|are|be|being|gets?|getting|have|has|having|'ve|'m|'re|'s) )(?!need|feed|speed|indeed)\\p{L}{3,}ed`,
    // Between two statements.
    connectors: "and | but | so | because | although | though | yet | while | plus",
    // What makes a habit of a day.
    each: "every | each | {weekday}s | daily | weekly | monthly | yearly | (?:a|per) (?:day|week|month|year)",
  },
  // How days are named.
  days: {
    // The days of a month in words.
    inWords: `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
      sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth
      twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first`,
    // Spring, summer and autumn.
    seasons: "spring summer autumn,fall",
    // Before a day, before a month or a year, and before the Monday of a week.
    on: "on",
    in: "in",
    weekOf: "in the week of",
    // Day, week, month and year.
    units: "day,days week,weeks month,months year,years",
    // A line for each way to name a day, the first that fits counts: what it comes to, and a pattern with `{d}`, `{month}`, `{y}`,
    // `{wd}`, `{season}`, `{unit}`, `{span}` (one of these two) and `{n}`. `+2d` is the day after tomorrow, `-n` so many days or
    // weeks ago; `-` the last week, month or weekday, `+` the next one (of next week), `=` the nearest, or in the past the last.
    table: `
      date: (?:on |by )?(?:{wd},? )?(?:the )?{d}(?:st|nd|rd|th)? (?:of )?{month}(?:,? {y})?
      date: (?:on |by )?(?:{wd},? )?{month} (?:the )?{d}(?:st|nd|rd|th)?(?:,? {y})?
      day: (?:on )?the {d}(?:st|nd|rd|th)
      +2d: the day after tomorrow
      -2d: the day before yesterday
      +1d: tomorrow
      -1d: yesterday
      +n: in {n} {unit}(?: time)?|{n} {unit} from now
      -n: {n} {unit} ago
      +: (?:on )?next {wd}|{wd} next week|next {span}
      -: last {wd}|(?:in |over |during )?last {span}|(?:back in|last|this past) {month}(?! \\d)
      =: (?:on |by |this (?:coming )?)?{wd}(?! (?:the )?week after next)
      =: (?:in|of|in (?:early|late|mid)|from|since|until|this|by|before) {month}(?! \\d)|this {season}`,
  },
  courtesy: {
    thanks: "thanks|thank you|thankyou|cheers",
    goodbye:
      "bye|goodbye|see you|talk to you|good night|night night|sleep well|take care|have a (?:good|nice) (?:day|evening|one|weekend)",
    greeting:
      "hi|hello|hey|good (?:morning|afternoon|evening|day)|how are (?:you|things)(?: doing)?|how's (?:it going|everything|life)|how do you do|what's up|are you (?:well|ok|okay)",
  },
  // Words that add nothing to a courtesy. Folded.
  chatter: `ok okay lol cool great nice perfect good fine sure right yes yeah yep no nope got it wow oh ah hm hmm mm alright all
    understood lot much again help info answer today lovely everything nothing else that's there loci so welcome later
    soon tomorrow many haha`,
  // First words of an answer that agrees, and words that no such answer has. Folded.
  agreements: `yes yeah yep yup sure ok okay exactly right correct true indeed please absolutely definitely`,
  refusals: "no not don t never but nope",
  // First words of a question.
  questionWords: `when what what's who who's whom whose where where's which why how how's do does did is are was were
    can could`,
  // How people ask to have something remembered.
  remember: {
    verbs:
      "remember|note|keep in mind|(?:don['’]t|dont|do not|never) forget|make a note|save|write down|(?:memo|reminder)(?= ?:)",
    // Between the verb and the memory, and behind the verb where none follows.
    that: " (?:that|to) | ?[:,] ?| (?=(?:i|i['’](?:m|ve|d|ll)|my|we|our|he|she|his|her|they|their|it['’]s|there) )|(?<=(?:remember|forget)) (?=(?!who|what|when|where|why|how|which|if|about)[\\p{L}'’]+(?: [\\p{L}'’]+){0,4}? (?:is|are|was|were|has|have|had|likes?|can['’]?t|can|will|won['’]t|does|doesn['’]t|don['’]t) )",
    bare: "that|this|it",
  },
  // "Remind me", what stands before what it is of, and what is today. As written, with `{named}` for a number or a month.
  remind: {
    lead: "remind me|(?:don['’]t|do not) let me forget|set (?:me )?a reminder(?: for)?",
    opening: "to (?!(?:what|who|{named}) )|that |about |of (?!hours|{named} )",
    today:
      "(?:later )?today|tonight|this (?:morning|afternoon|evening)|in .{1,20} (?:hours?|min(?:ute)?s?)",
  },
  // How a line to the offline model shows what it wants. Folded.
  wish: {
    // What is known of something is to be listed, or a topic summed up.
    about:
      "summari[sz]e|sum up|(?:give me )?(?:a |the )?summary of|what (?:else )?do (?:you|we|i) (?:know|remember|have)|what (?:did|have) i (?:tell|told)|(?:tell me )?(?:what|everything) you (?:know|remember)|tell me (?:everything )?about|list|show me",
    // Questions about the memory itself, without their time.
    memory: {
      count:
        "how many (?:memories|facts|entries|notes) (?:do (?:you|i|we) (?:have|keep|hold|know|remember)|have (?:you|i|we)(?: got| kept| saved)?|are there)(?: about me| in (?:your|my|the) memory| in total| now| so far)*|how (?:many things|much) do you (?:know|remember)(?: about me)?",
      told: "what(?: else)? (?:did|have) (?:i|we) (?:tell|told|teach|taught|say|said|do|done)(?: to)?(?: you)?|what (?:did|have) you (?:learn|learned|learnt|note|noted|keep|kept|save|saved)|what(?:'s| is| was) new|what(?:'s| has)? happened",
      talked:
        "what (?:did|have) we (?:talk|talked|speak|spoken|chat|chatted|discuss|discussed)(?: about)?|what were we (?:talking|speaking|chatting) about|what was our (?:last )?(?:talk|conversation|chat) about",
      today: "today|this (?:morning|afternoon|evening)|tonight",
      yesterday: "yesterday|last night",
    },
  },
  // A short plain preference, as written.
  preference: {
    // From the start of the sentence; `liked` is what the preference is for.
    stating:
      /^I (?:also |really |always )?(?:love|like|adore|enjoy|prefer|hate|dislike|detest|can't stand|don't like|do not like) (?<liked>.+)$/i,
    // Make it a remark on something before, on the other one here, or on the moment.
    notPlain: `it this that these those them him her he she you your yours u us me what when where how who why one
      ones both neither now today tonight tomorrow yesterday currently if but because please than not idea plan`,
  },
  // The first person, and what whoever speaks to them says; nothing where the verb beside it would have to turn too.
  turned:
    "i_am:you_are i'm:you're i_was:you_were am_i:are_you i:you me:you my:your mine:yours myself:yourself we:you us:you our:your ours:yours ourselves:yourselves",
  // Last words of an utterance that goes on, and pairs of such; none that can end a sentence.
  unfinished:
    "and|but|or|because|if|the|a|an|my|your|our|their|of|than|although|unless|whether|while|and then|and so|i|i'm|it's|he's|she's|they're|we're|the|every|very|such as|so that|that the",
  // Whole sentences that transcribers invent.
  invented: `you
    | (?:thanks|thank you)(?: (?:so|very) much)? for (?:watching|listening)(?: and (?:i'll )?see you next time)?
    | (?:please |don't forget to )?(?:like and )?subscribe(?: to (?:my|the) channel)?
    | (?:i'll )?see you (?:in the next (?:one|video)|next time) | the end | silence | music | applause | laughter
    | blank.audio | inaudible | foreign`,
  // How commands are said: a space also stands for punctuation, a comma must be one. `REST` stands for any words.
  commands: {
    // May stand behind any command.
    closing: "please | now | thanks | thank you | ok | okay | again | from now on",
    // Takes back what was said last, or was misheard.
    forget_that: `(?:forget|delete|scratch|undo) (?:that|it|this) | forget what i(?:'ve)? (?:just )?said | i take (?:that|it) back
      | don't (?:remember|keep|save|note) (?:that|this|it) | (?:that's|that is) not what i (?:said|meant)
      | you (?:misheard|misunderstood)(?: me)? | i didn't say that`,
    forget: `forget (?:that|about|the fact that) REST
      | (?:forget|delete) (?:what|everything|all) (?:(?:i(?:'ve)? (?:said|told you)|you (?:know|remember)) )?about REST
      | forget (?!to |how |if |whether )REST`,
    end: `(?:end|close|finish|stop) (?:the|this) (?:conversation|chat) | end of (?:the )?conversation
      | (?:that's|that is) (?:all|it|everything)(?: for (?:now|today))? | (?:we are|we're|i'm) (?:done|finished)
      | (?:good ?bye|bye|bye bye|see you|see you (?:later|tomorrow)) | good night`,
    stop: `stop(?: (?:it|that|talking))? | (?:be )?quiet | silence | shut up | enough | (?:that's|that is) enough | never mind
      | cancel`,
    repeat: `repeat(?: that| it)? | say (?:that|it) | again | once more | what did you (?:just )?say | pardon(?: me)?`,
    help: "help(?: me)? | what can (?:i|you) (?:say|do) | how (?:does this|do you) work",
    // Clear enough to delete something.
    yes: "(?:yes|yeah|yep)(?: (?:yes|that one|do it|forget it))? | do it | forget it",
    no: "no | nope | no thanks | don't | (?:no )?not (?:that|this)(?: one)? | neither | none | leave it | keep it | cancel | never mind",
  },
  // What Loci says by itself; `{text}` stands for the words that it is about.
  phrases: {
    // Was not understood.
    sorry: "Sorry?",
    // The model takes its time.
    one_moment: "One moment.",
    // The model does not answer, but what was said is kept.
    model_trouble: "I cannot answer right now. I have kept what you said.",
    failed: "Something went wrong. Please try again.",
    // The memories could not be looked at in time.
    memory_slow: "I cannot look into my memory yet. Ask me again in a moment.",
    cannot_hear: "I cannot hear you: the microphone does not work.",
    hears_again: "I can hear you again.",
    transcriber_gone: "I hear you, but I cannot understand speech right now.",
    // Another voice steps in.
    voice_gone: "My usual voice is gone. I speak with this one until it is back.",
    wake_gone: "I cannot hear my wake word right now.",
    disk_full: "My disk is full. I cannot keep what you tell me.",
    // Nothing is kept, as the settings want it.
    memory_off: "My memory is switched off. I do not keep anything.",
    nothing_to_take_back: "There is nothing to take back.",
    forgotten: "Forgotten: {text}",
    // A memory that was changed meanwhile.
    changed_and_stays: "This was changed meanwhile, so I keep it: {text}",
    nothing_forgotten: "All right, I forget nothing.",
    // The conversation has ended: so many memories came of it.
    kept: { one: "I have kept one thing.", other: "I have kept # things." },
    nothing_new: "There was nothing new to keep.",
    // It waits on disk.
    kept_for_later: "I will put it into my memory later. Until then it is safe here.",
    // After a start, or its name.
    ready: "I am listening.",
    reminder: "A reminder: {text}",
    help: "Ask me what you want to know. Say: remember that, and I keep it. Say: forget that, and I take it back. Or: what do you know about, repeat, stop, end of conversation.",
    // The rest is said by the offline model.
    // Before a place such as `topics/cooking.md:14`, and aloud before the words themselves.
    noted: "Noted:",
    known: "I knew that already:",
    not_saved: "I could not save that:",
    what_to_remember: "What shall I remember?",
    nothing: "I have nothing about that.",
    // Before a line that is near what was asked but may not answer it.
    nearest: "The nearest I found:",
    // Before a statement that becomes memory when the conversation ends.
    will_keep: "I'll keep:",
    // For a statement of which nothing is kept: it promises nothing.
    all_right: "All right.",
    greeting: "Hello! Ask me something, or tell me what to remember.",
    thanks: "You are welcome.",
    goodbye: "See you soon.",
    forget: "To forget something, say: forget, and what it is about.",
    said_now: "You said just now: “{text}”",
    // The language asked for is spoken from now on.
    speaking: "All right, let's speak English.",
    holds: { one: "I keep # memory.", other: "I keep # memories." },
    more: { other: "… and # more" },
  },
};
