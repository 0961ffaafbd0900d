import type { Rows } from "../types/rules.ts";

/** What English speakers say of themselves and others. */
export const rows: Rows = String.raw`
no_allergy ¦ (?:{im}) (?:not|no longer) (?:actually )?«allergic to .+» ¦  ¦ (?:isn't|is not|is no longer) «allergic to .+» ¦ =
allergy ¦ (?:{im}) {adv}(?:very |severely |deadly |highly |a bit )?allergic to ¦ (?:we're|we are|we were) {adv}(?:very |severely |deadly |highly |a bit )?allergic to ¦ (?:is|are|'s) {adv}(?:very |severely |deadly |highly |a bit )?allergic to ¦ Allergic to
allergy ¦ (?:i have|i've|i've got|i suffer from|i've developed) «an? (?:[\p{L}-]+ ){1,4}allergy» ¦  ¦ (?:has|has got|suffers from) «an? (?:[\p{L}-]+ ){1,4}allergy» ¦ Has …
allergy ¦ i (?:have|suffer from) an? (?:severe |serious |bad )?«allerg(?:y|ic reaction) to .+» ¦  ¦ has an? (?:severe |serious |bad )?«allergy to .+» ¦ Has …
allergy ¦ i'm «[a-z]+ intolerant» ¦  ¦ (?:is|'s) «[a-z]+ intolerant» ¦ …
intolerance ¦ (?:{im}) {adv}«(?:[a-z]+[- ])?intolerant.*» ¦ (?:we're|we are|we were) {adv}«(?:[a-z]+[- ])?intolerant.*» ¦ (?:is|are|'s) {adv}«(?:[a-z]+[- ])?intolerant.*» ¦ …
intolerance ¦ i (?:react badly|get a (?:bad )?reaction|have a bad reaction|am sensitive) to|i'm sensitive to|i get (?:a rash|hives|cramps|sick|ill) from ¦ ¦ (?:reacts badly|is sensitive) to|gets (?:a rash|hives|cramps|sick|ill) from ¦ Reacts badly to
intolerance ¦ «(?!(?:it|that|this|he|she|you|they|which|everything|nothing)\b)(?:[\p{L}-]+ ){1,2}(?:gives? me (?:a rash|hives|migraines?|headaches|heartburn|stomach aches?|cramps)|makes? me (?:ill|sick|sneeze|itch)|(?:doesn't|does not|don't) agree with me)(?: .*)?$» ¦ ¦ ¦ =
intolerance ¦ ¦ ¦ (?:can't|cannot|can not|isn't allowed to|is not allowed to|must not|mustn't|shouldn't|should not|may not) (?:eat|have|drink) «(?:any )?(?:shellfish|nuts|peanuts|gluten|dairy|lactose|milk|wheat|eggs?|seafood|sugar|soya?|sesame|fish|alcohol|caffeine)(?: .*)?$» ¦ =
intolerance ¦ i (?:can't|cannot|am not allowed to|'m not allowed to|must not|mustn't|shouldn't) (?:eat|drink) «(?:any )?(?:shellfish|nuts|peanuts|gluten|dairy|lactose|milk|wheat|eggs?|seafood|sugar|soya?|sesame|alcohol|caffeine)(?: .*)?$» ¦ ¦ ¦ Can't have …
intolerance ¦ i (?:can't|cannot|can not|don't) (?:tolerate|digest|have)«\b(?: any)? (?:lactose|gluten|dairy|milk|nuts|fructose|alcohol|sugar|eggs|wheat|caffeine)» ¦  ¦ (?:can't|cannot|doesn't) (?:tolerate|digest|have)«\b(?: any)? (?:lactose|gluten|dairy|milk|nuts|fructose|alcohol|sugar|eggs|wheat|caffeine)» ¦ =
avoids ¦ i (?:can't|cannot|must not|mustn't|am not allowed to|'m not allowed to) (?:eat|drink) ¦  ¦ (?:can't|cannot|must not|mustn't|shouldn't|isn't allowed to) (?:eat|drink) ¦ Can't have
diet ¦ (?:{im}) {adv}(?:a |an |strictly |mostly )?«{diet}» ¦ (?:we're|we are|we were) {adv}(?:a |an |strictly |mostly )?«{diet}» ¦ (?:is|are|'s) {adv}(?:a |an |strictly |mostly )?«{diet}» ¦ …
diet ¦ i(?:'m| am|'ve gone| went| became| have become|'ve become| turned)(?: now)? (?:on )?(?:a |an )?«{diet}» ¦  ¦ (?:became|went|has become|turned) (?:a |an )?«{diet}» ¦ …
diet ¦ (?:{im}|i follow|i eat|i keep) (?:on )?«(?:a |an )?(?:[a-z-]+ ){0,2}diet|halal|kosher» ¦ we (?:follow|eat|keep) «(?:a |an )?(?:[a-z-]+ ){0,2}diet|halal|kosher» ¦ (?:is on|follows|eats|keeps) «(?:a |an )?(?:[a-z-]+ ){0,2}diet|halal|kosher» ¦ Diet: …
avoids ¦ i (?:really )?(?:don't|do not|never) (?:eat|drink) ¦ we (?:don't|do not|never) (?:eat|drink) ¦ (?:doesn't|does not|never) (?:eats?|drinks?) ¦ =
illness ¦ (?:{im}) {adv}(?:a )?«{ill}» ¦ (?:we're|we are|we were) {adv}(?:a )?«{ill}» ¦ (?:is|are|'s) {adv}(?:a )?«{ill}» ¦ …
illness ¦ (?:{im}) {adv}(?:been )?diagnosed with ¦ (?:we're|we are|we were) {adv}(?:been )?diagnosed with ¦ (?:is|are|'s) {adv}(?:been )?diagnosed with ¦ Diagnosed with
illness ¦ (?:i've been|i was|i got) diagnosed with ¦  ¦ (?:was|has been|got) diagnosed with ¦ Diagnosed with
illness ¦ (?:i have|i've|i've got|i suffer from|i get|i live with) (?:a |an )?(?:bad |chronic |severe |mild |really bad )?«{illness}» ¦  ¦ (?:has|has got|suffers from|gets|lives with) (?:a |an )?(?:bad |chronic |severe |mild )?«{illness}» ¦ Has …
medication ¦ (?:i take|i'm taking|i am taking|i'm on|i am on|i use|i inject|i need) «(?:my |an? |\d+ ?)?(?:[\p{L}\d-]+ ){0,4}{medicine}» ¦  ¦ (?:takes|is taking|is on|uses|injects|needs) «(?:an? |\d+ ?)?(?:[\p{L}\d-]+ ){0,4}{medicine}» ¦ Takes …
event ¦ i(?:'ve| have)? (?:just |recently )?(?:had|have had) «(?:my |an? |the )?(?:[\p{L}-]+ ){0,2}(?:surgery(?! of)|operation|transplant|bypass|c-section|caesarean|miscarriage|heart attack|stroke|appendix out|tonsils out|hip replacement|knee replacement)(?: .*)?$» ¦ ¦ (?:has )?had «(?:[\p{L}-]+ ){0,3}(?:surgery|operation|transplant|bypass|heart attack|stroke|hip replacement|knee replacement)(?: .*)?$» ¦ =
event ¦ i(?:'ve| have)? (?:just )?«(?:broke|broken|fractured|tore|torn|sprained|dislocated) my (?:left |right )?(?:arm|leg|wrist|ankle|foot|toe|finger|nose|collarbone|hip|knee|elbow|shoulder|rib|ribs|hand|back|acl|hamstring|achilles|meniscus)(?: .*)?$» ¦ ¦ (?:has )?«(?:broke|broken|fractured|tore|torn) (?:his|her|their) .+» ¦ =
body ¦ i (?:wear|use|need) «(?:contact lenses|contacts|glasses|reading glasses|hearing aids?|an? hearing aid|an? wheelchair|crutches|insoles|an? walking stick|an? pacemaker|an? cpap)(?: .*)?$» ¦ ¦ (?:wears|uses|needs) «(?:contact lenses|glasses|hearing aids?|an? hearing aid|an? wheelchair|an? walking stick|crutches)(?: .*)?$» ¦ =
illness ¦ (?:i have|i've|i've got) «(?:an? )?(?:bad|weak|dodgy|injured) (?:back|knee|knees|heart|shoulder|hip|ankle|eyesight)(?: .*)?$» ¦ ¦ (?:has|has got) «(?:an? )?(?:bad|weak|dodgy|injured) (?:back|knee|knees|heart|shoulder|hip|ankle|eyesight)(?: .*)?$» ¦ Has …
event ¦ i(?:'ve| have)? (?:just |finally )?«(?:quit|stopped|given up|gave up) (?:smoking|drinking|vaping|alcohol|sugar|coffee|caffeine|meat|dairy|cigarettes|gluten|facebook|social media)(?: .*)?$» ¦ we(?:'ve| have)? (?:just |finally )?«(?:quit|stopped|given up|gave up) (?:smoking|drinking|alcohol|sugar|coffee|meat|dairy)(?: .*)?$» ¦ (?:has )?«(?:quit|stopped|given up|gave up) (?:smoking|drinking|vaping|alcohol|sugar|coffee|meat)(?: .*)?$» ¦ =
body ¦ i'm «(?:an? )?(?:early riser|morning person|night owl|light sleeper|heavy sleeper|early bird|introvert|extrovert|non-smoker|smoker)(?: .*)?$» ¦ ¦ (?:is|'s) «an? (?:early riser|morning person|night owl|light sleeper|heavy sleeper|early bird|non-smoker|smoker)(?: .*)?$» ¦ =
body ¦ (?:{im}) {adv}«(?:left|right)-handed|colou?r-?blind|short-?sighted|pregnant|hard of hearing|partially sighted» ¦ (?:we're|we are|we were) {adv}«(?:left|right)-handed|colou?r-?blind|short-?sighted|pregnant|hard of hearing|partially sighted» ¦ (?:is|are|'s) {adv}«(?:left|right)-handed|colou?r-?blind|short-?sighted|pregnant|hard of hearing|partially sighted» ¦ …
name ¦ (?:my (?:full |first |real )?name is|my name's|i'm called|i am called) ¦  ¦  ¦ Name:
name ¦ (?:i'm|i am) (?!(?:sure|sorry|fine|ok|okay|ready|back|done|happy|good|here|well|hungry|tired|late|not|so|very|too|just|all|in|on|at)\b)…(?<!(?:an|ish|ese|ench|erman|reek|utch|wiss|hai|ch|OK|Ok)) ¦  ¦  ¦ Name:
named ¦ (?:the|our|that|this) (?<thing>[\p{L}'-]+(?: [\p{L}'-]+){0,5}?) (?:is|'s) (?:called|named) … ¦ ¦ ¦ =
named ¦ (?:the|our) (?<thing>[\p{L}-]+(?: [\p{L}-]+){0,3})'s name is … ¦ ¦ ¦ =
named ¦ (?:the|our|my) (?<thing>(?:cleaner|painter|plumber|builder|gardener|childminder|nanny|babysitter|dog walker|dog sitter|electrician|hairdresser|landlord|landlady|caretaker|janitor|midwife|tutor|coach|trainer|instructor|surgeon|estate agent|tailor|baker|butcher|accountant|solicitor|headteacher|headmaster|headmistress)) is ¦ ¦ ¦ =
family ¦ (?:i|we)(?:'ve| have)? (?:named|called) «(?:our|my|the) (?:son|daughter|baby|boy|girl|dog|cat|puppy|kitten|new .{2,12}) .+» ¦ we(?:'ve| have)? (?:named|called) «(?:our|the) (?:son|daughter|baby|boy|girl|dog|cat|puppy|kitten) .+» ¦ (?:has )?(?:named|called) «(?:her|his|their) (?:son|daughter|baby|dog|cat) .+» ¦ =
called ¦  ¦  ¦ (?:is|are|'s) (?:called|named)|'s name is|name is ¦ =
nickname ¦ (?:everyone|everybody|people|my friends|they all|you can|please|just)? ?(?:calls?|call) me ¦  ¦  ¦ Called
age ¦ (?:{im}) (?:now )?«\d{1,3}(?: years? old| now)?$|(?:[a-z]+-)?[a-z]+ years old» ¦  ¦ (?:is|'s|turned|just turned) (?:now |almost |nearly )?«\d{1,3}(?: years? old| months old| now)?$|(?:[a-z]+-)?[a-z]+ (?:years|months) old» ¦ Is …
birthday ¦ i was born (?:on|in) «{birth}» ¦  ¦ was born (?:on|in) «{birth}» ¦ Born on …
born ¦ i was born (?:and (?:raised|bred) )?in ¦  ¦ was born (?:and raised )?in ¦ Born in
birthday ¦ (?:it's )?my birthday(?:'s| is| falls)(?: on)? ¦  ¦  ¦ Birthday:
address ¦ i live (?:at|on) «\d.+|.+ (?:street|road|avenue|lane|square|drive).*» ¦ we live (?:at|on) «\d.+|.+ (?:street|road|avenue|lane|square|drive).*» ¦ lives (?:at|on) «\d.+|.+ (?:street|road|avenue|lane|square|drive).*» ¦ Lives at …
home ¦ i {adv}(?:live in|'ve lived in|have lived in|'m living in|am living in|'m based in|am based in) ¦ we {adv}(?:live in|'ve lived in|have lived in|'m living in|am living in|'m based in|am based in) ¦ {adv}(?:lives in|live in|is living in|is based in) ¦ Lives in
home ¦ (?:{im}) (?:living|based|now living) in ¦ (?:we're|we are) (?:living|based) in ¦  ¦ Lives in
moved ¦ i {adv}(?:'ve moved to|have moved to|moved to|just moved to|'ve just moved to) ¦ we {adv}(?:'ve moved to|have moved to|moved to|just moved to|'ve just moved to) ¦ {adv}(?:(?:has |have |just )*moved to) ¦ Moved to
moved ¦ i(?:'ve| have)? (?:just |recently )?moved (?:house |from \S+ )?to ¦ we(?:'ve| have)? (?:just |recently )?moved (?:house |from \S+ )?to ¦  ¦ Moved to
moved ¦ (?:i(?:'ve| have)?|we(?:'ve| have)?) (?:just |recently )?moved (?:into|in with) ¦ we(?:'ve| have)? (?:just |recently )?moved (?:into|in with) ¦ (?:has )?(?:just )?moved (?:into|in with) ¦ Moved into
past ¦ i «(?:(?:used to (?:live|work|study|teach))|lived|grew up|worked|studied|was raised) (?:in|at|for|as|near) .+» ¦ we «(?:(?:used to (?:live|work))|lived|worked|met) (?:in|at|near) .+» ¦ used to (?:live|work|study) «(?:in|at|for|as|near) .+» ¦ =
home ¦  ¦  ¦ lives «with .+|next door.*|alone.*|near .+|across .+|upstairs.*|downstairs.*|abroad.*» ¦ =
owns ¦ i live «with .+|alone.*|near .+» ¦ we live «with .+|near .+» ¦  ¦ Lives …
from ¦ (?:{im}) {adv}(?:originally |born )?from (?!work|here|there|home|school|now)… ¦ (?:we're|we are|we were) {adv}(?:originally |born )?from ¦ (?:is|are|'s) {adv}(?:originally |born )?from ¦ From
from ¦ i {adv}(?:(?:originally )?come from|grew up in) ¦ we {adv}(?:(?:originally )?come from|grew up in) ¦ {adv}(?:(?:originally )?comes from|grew up in) ¦ From
job ¦ i (?:now |currently |still )?work (?:part-time |full-time )?as ¦  ¦ works (?:part-time )?as ¦ Works as
work ¦ i (?:usually |mostly |always |now )?work «from home.*|remotely.*|part-time.*|full-time.*|nights.*|shifts.*|in (?:an? |the )?(?:[\p{L}]+).*» ¦  ¦ works «from home.*|remotely.*|part-time.*|full-time.*|nights.*|shifts.*|in .+» ¦ Works …
job ¦ (?:i|we) «(?:run|own|manage|have|started) (?:a|an|my own|our own|the) (?:[\p{L}-]+ ){0,3}(?:bakery|shop|restaurant|café|cafe|bar|pub|farm|company|business|agency|startup|studio|practice|clinic|workshop|bookshop|hotel|guesthouse|gallery|salon|school|firm|garage|vineyard|brewery)(?: .*)?$» ¦ we «(?:run|own|manage) (?:a|an|our own) (?:[\p{L}-]+ ){0,3}(?:bakery|shop|restaurant|café|cafe|bar|pub|farm|company|business|studio|hotel|guesthouse|vineyard)(?: .*)?$» ¦ (?:runs|owns|manages) «(?:a|an|his own|her own|their own) .+» ¦ =
work ¦ «(?:my|our) (?:shift|school day|workday|working day|lessons?|classes|class) (?:starts?|ends?|begins?|finish(?:es)?) at .+» ¦ ¦ ¦ =
work ¦ i (?:earn|make) «[€$£]?\d.* (?:an? |per )(?:hour|day|week|month|year).*» ¦ ¦ (?:earns|makes) «[€$£]?\d.*» ¦ Earns …
school ¦ i'm «in (?:my )?(?:[\p{L}\d]+ )?{teach}(?: .*)?$» ¦ ¦ (?:is|'s|are|goes|go|starts|started|attends) «(?:to |in |at )?(?:(?:his|her|their|the) )?(?:[\p{L}\d'-]+ ){0,3}{teach}(?: .*)?$|(?:to |at )(?:[\p{L}'-]+ ){0,3}(?:school|primary|college|academy|nursery|kindergarten|university|high)(?: .*)?$» ¦ =
employer ¦ i (?:now |currently |still )?work (?:at|for|with) ¦  ¦ (?:now |still )?works (?:at|for|with) ¦ Works at
employer ¦ i(?:'ve| have)? (?:just |recently )?(?:started|got|took|accepted|landed|begun) (?:working|(?:a|my) (?:new )?(?:job|position|role)) (?:at|with|for) ¦  ¦ (?:has )?(?:just |recently )?(?:started|got|took|accepted) (?:working|an? (?:new )?(?:job|position|role)) (?:at|with|for) ¦ Works at
job ¦ (?:{im}) (?:working as |now |currently )?(?:a |an )(?:[\p{L}-]+ ){0,2}?«(?:[\p{L}-]+ )?{job}» ¦  ¦ (?:is|'s|works as) (?:a |an )«(?:[\p{L}-]+ ){0,2}?{job}» ¦ =
job ¦ (?:{im}) «retired|self-employed|a freelancer|freelance|unemployed|a stay-at-home .+» ¦  ¦ (?:is|'s) «retired|self-employed|a freelancer|freelance|unemployed» ¦ …
studies ¦ i (?:study|'m studying|am studying|studied|graduated in|have a degree in|did a degree in|'m doing a (?:degree|master's|phd) in|'m learning|am learning) ¦ we (?:study|are learning) ¦ (?:studies|is studying|studied|is learning|graduated in) ¦ Studies
studies ¦ (?:{im}) (?:studying|learning|doing a (?:degree|master's|phd) in) ¦  ¦  ¦ Studies
speaks ¦ i (?:also )?speak «{tongue}» ¦ we speak «{tongue}» ¦ (?:also )?(?:speaks|speak) «(?:only )?{tongue}» ¦ Speaks …
family ¦ i'm «(?:the )?(?:youngest|oldest|eldest|middle child|second|first) of (?:\p{L}+|\d+)(?: .*)?$» ¦ ¦ (?:is|'s) «the (?:youngest|oldest|eldest) of .+» ¦ =
family ¦ ¦ ¦ (?:has|have|has got|had|is expecting|are expecting) «(?:twins|triplets|children|kids|grandchildren)(?: .*)?$» ¦ =
family ¦ i(?: have|'ve got|'ve) «(?:an? |one |two |three |four |five |\d+ |no |twin )(?:[\p{L}-]+ ){0,2}?{kin}» ¦ we(?: have|'ve got|'ve) «(?:an? |one |two |three |four |five |\d+ |no |twin )(?:[\p{L}-]+ ){0,2}?{kin}» ¦ (?:has|have|has got) «(?:an? |one |two |three |four |five |\d+ |no |twin )(?:[\p{L}-]+ ){0,2}?{kin}» ¦ Has …
pet ¦ i(?: have|'ve got|'ve|(?:'ve| have)? adopted) «(?:an? |one |two |three |\d+ )(?:[\p{L}-]+ ){0,2}?{pet}» ¦ we(?: have|'ve got|'ve|(?:'ve| have)? (?:adopted|got)) «(?:an? |one |two |three |\d+ )(?:[\p{L}-]+ ){0,2}?{pet}» ¦ (?:has|have|has got|adopted) «(?:an? |one |two |three |\d+ )(?:[\p{L}-]+ ){0,2}?{pet}» ¦ Has …
pet ¦ ¦ ¦ (?:is|are|'s) an? «{breed}(?: .*)?$» ¦ =
owns ¦ (?:i have|i've got|i've|i own) «(?:an? |two |\d+ |my own )?(?:[\p{L}\d-]+ ){0,3}{goods}(?: (?:in|on|with|at|near|from|for) .*)?$» ¦ we(?: have|'ve got|'ve| own) «(?:an? |two |\d+ |our own )?(?:[\p{L}\d-]+ ){0,3}{goods}(?: (?:in|on|with|at|near|from|for) .*)?$» ¦ (?:has|owns|have) «(?:an? |two |\d+ )?(?:[\p{L}\d-]+ ){0,3}{goods}(?: (?:in|on|with|at|near|from|for) .*)?$» ¦ Has …
place ¦ ¦ ¦ (?:next door |upstairs |downstairs |across the road )?(?:has|have|keeps|got) «(?:our|my|a|the) (?:spare|extra|second) keys?(?: .*)?$» ¦ =
shoe ¦ i (?:take|wear|am|'m) an? size «\d\d?(?:\.5)?» shoes? ¦ ¦ ¦ Shoe size …
shoe ¦ (?:i take|i wear|i'm) (?:a )?(?:shoe )?size «\d\d?(?:\.5)?$»(?: (?:in )?shoes?)? ¦ ¦ (?:takes|wears) (?:a )?(?:shoe )?size «\d\d?(?:\.5)?» ¦ Shoe size …
car ¦ i (?:drive|own|have|'ve got) «an? (?:[\p{Ll}]+ ){0,2}\p{Lu}[\p{L}\d-]+(?: [\p{L}\d-]+)?$»(?<=\b(?:Seat|Ford|Fiat|Volvo|Toyota|Honda|Tesla|Audi|BMW|Opel|Kia|Renault|Citroen|Peugeot|Dacia|Nissan|Skoda|Volkswagen|VW|Mazda|Hyundai|Mini|Suzuki)\b.*) ¦  ¦  ¦ Drives …
car ¦ i drive «(?:an? |the )[\p{L}\d-]+(?: [\p{L}\d-]+){0,3}$» ¦ we drive «(?:an? |the )[\p{L}\d-]+(?: [\p{L}\d-]+){0,3}$» ¦ drives «(?:an? |the )[\p{L}\d-]+(?: [\p{L}\d-]+){0,3}$» ¦ Drives …
status ¦ (?:i've|i have) «been (?:married|together|divorced|widowed|single|engaged) (?:for|since) .+» ¦ (?:we've|we have) «been (?:married|together|engaged) (?:for|since) .+» ¦ (?:has|have) «been (?:married|together|divorced|widowed|engaged) (?:for|since) .+» ¦ =
event ¦ ¦ we (?:first )?«(?:met|got together|got to know each other|fell in love) (?:in|on|at|when|through) .+» ¦ ¦ =
event ¦ i(?:'ve| have)? (?:just )?sold «(?:my|the) (?!soul).+» ¦ we(?:'ve| have)? (?:just )?sold «(?:our|the) .+» ¦ (?:has )?sold «(?:his|her|their|the) (?:house|flat|car|business|company).*» ¦ =
status ¦ (?:{im}) (?:happily |recently |now |a |an )?«married.*|divorced.*|engaged.*|widowed.*|single$|separated.*|widow(?:er)?$|only child» ¦ (?:we're|we are) «married.*|divorced.*|engaged.*|separated.*» ¦ (?:is|are) (?:happily |recently |now )?«married.*|divorced.*|engaged.*|widowed.*|separated.*» ¦ …
event ¦ i(?:'ve| have)? (?:just |finally |recently )?«(?:got (?:married|engaged|divorced|promoted|the job|a new job|my (?:driving licen[cs]e|degree))|retired|graduated|quit my job|left my job|lost my job|passed (?:my|the) .+|signed (?:the|a|my) .+|bought (?:a|an|our|my)(?: new| second-hand| used)? (?:house|flat|car|apartment|bike|piano|van)|sold (?:the|my|our) (?:house|flat|car|bike)).*» ¦ we(?:'ve| have)? (?:just |finally |recently )?«(?:got (?:married|engaged|divorced)|had a baby|adopted .+|bought (?:a|an|our)(?: new| second-hand| used)? (?:house|flat|car|apartment|van)|signed (?:the|a) .+|sold (?:the|our) (?:house|flat|car)).*» ¦ (?:has |have |just |finally )*«(?:got (?:married|engaged|divorced|promoted|a new job)|had a baby|retired|graduated|passed away|died|is pregnant|is expecting).*» ¦ =
event ¦ (?:{im}) «expecting a .+» ¦ (?:we're|we are) «expecting a .+» ¦ (?:is|are) «expecting a .+» ¦ =
hobby ¦ i (?:also |still )?(?:play|practi[sc]e) «(?:the )?{play}» ¦ we play «(?:the )?{play}» ¦ (?:plays|practi[sc]es) «(?:the )?{play}» ¦ Plays …
hobby ¦ i do «{sport}» ¦ we do «{sport}» ¦ does «{sport}» ¦ Does …
hobby ¦ i go «{sport}» ¦ we go «{sport}» ¦ goes «{sport}» ¦ Goes …
hobby ¦ i (?:also )?(?:collect|breed|restore|build|make my own|grow my own|grow) «(?!up|old|to\b)[\p{L}-]+(?: [\p{L}-]+){0,3}$» ¦ we (?:breed|grow our own|grow) «(?!up|old|to\b)[\p{L}-]+(?: [\p{L}-]+){0,3}$» ¦ (?:collects|breeds|restores) «[\p{L}-]+(?: [\p{L}-]+){0,3}$» ¦ =
hobby ¦ i «(?:sing|play|act|dance) (?:in|with) (?:an? |the ).+» ¦ we «(?:sing|play|act|dance) (?:in|with) (?:an? |the ).+» ¦ «(?:sings|plays|acts|dances) (?:in|with) (?:an? |the ).+» ¦ =
hobby ¦ i'm «(?:also )?(?:an? |the )?(?:member|president|chair|treasurer|secretary|captain) of .+» ¦ ¦ (?:is|'s) «(?:an? |the )?(?:member|president|chair|treasurer|captain) of .+» ¦ =
hobby ¦ i (?:volunteer|help out|coach|teach) «(?:at|in|for|with) .+» ¦ ¦ (?:volunteers|coaches|teaches) «(?:at|in|for|with) .+» ¦ =
reading ¦ i'm (?:currently |now |still )?(?:reading|watching|listening to|playing|re-reading|rereading) (?!tv\b|netflix|youtube|spotify|the news)…(?<! (?:today|tonight)) ¦ we're (?:currently |now |still )?(?:reading|watching|listening to) (?!tv\b|netflix|youtube|spotify|the news)…(?<! (?:today|tonight)) ¦ ¦ =
habit ¦ i (?:take|drink|have|like) «my (?:coffee|tea|steak|eggs?|espresso|porridge|toast|cappuccino|beer|whisky) (?!yet|now|later|at|in the|with you).+» ¦ ¦ (?:takes|drinks|has|likes) «(?:his|her|their) (?:coffee|tea|steak|eggs?) (?!yet|now|at).+» ¦ =
habit ¦ i (?:bake|roast|cook|keep|set|run|wash|iron|store|heat) «(?!it\b|this|that).+ (?:at|to|on|for) (?:about |around )?\d+ ?(?:degrees|°.*|minutes|hours|bar|percent|%|watts).*» ¦ we (?:bake|roast|cook|keep|set|wash|heat) «(?!it\b|this|that).+ (?:at|to|on|for) (?:about |around )?\d+ ?(?:degrees|°.*|minutes|hours|bar|percent|%).*» ¦ ¦ =
hobby ¦ (?:{im}) (?:completely |totally |really )?(?:obsessed with|hooked on|addicted to|mad about|interested in|fascinated by) ¦ ¦ (?:is|'s|are) (?:completely |totally |really )?(?:obsessed with|hooked on|mad about|interested in|fascinated by) ¦ Is into
hobby ¦ (?:{im}) (?:really |very |also )?(?:into|keen on|passionate about|a (?:huge|big) fan of|a fan of|crazy about) ¦ (?:we're|we are) (?:really |very )?(?:into|keen on|big fans of) ¦ (?:is|'s) (?:really |very )?(?:into|keen on|passionate about|a (?:huge |big )?fan of|crazy about) ¦ Is into
hobby ¦ i support «(?:fc |the )?\p{Lu}.+» ¦ we support «(?:fc |the )?\p{Lu}.+» ¦ supports «(?:fc |the )?\p{Lu}.+» ¦ Supports …
dislike ¦ i {adv}(?:(?:don't|do not|never) (?:really |particularly |actually |much )?(?:like|enjoy|care for|fancy)) ¦ we {adv}(?:(?:don't|do not|never) (?:really |particularly |actually |much )?(?:like|enjoy|care for|fancy)) ¦ {adv}(?:(?:doesn't|does not|don't|never) (?:really |particularly )?(?:like|enjoy|care for)s?) ¦ Doesn't like
dislike ¦ (?:{im}) not (?:really |very |much of )?(?:a fan of|into|keen on|fond of|a big fan of) ¦  ¦ (?:is|'s) not (?:really |very )?(?:a (?:big )?fan of|into|keen on)|(?:isn't) (?:a fan of|into|keen on) ¦ Not a fan of
hate ¦ i {adv}(?:hate|can't stand|cannot stand|can't bear|detest|loathe|despise|dislike|can't abide) ¦ we {adv}(?:hate|can't stand|cannot stand|can't bear|detest|loathe|despise|dislike|can't abide) ¦ {adv}(?:hates?|can't stand|can't bear|detests|loathes|dislikes) ¦ Hates
hate ¦ (?:{im}) {adv}(?:terrified|scared|afraid|frightened) of ¦ (?:we're|we are|we were) {adv}(?:terrified|scared|afraid|frightened) of ¦ (?:is|are|'s) {adv}(?:terrified|scared|afraid|frightened) of ¦ Afraid of
prefer ¦ i {adv}(?:(?:'d rather have|prefer|would rather have)) ¦ we {adv}(?:(?:'d rather have|prefer|would rather have)) ¦ {adv}(?:prefers?) ¦ Prefers
love ¦ i {adv}(?:love|adore) ¦ we {adv}(?:love|adore) ¦ {adv}(?:loves?|adores?) ¦ Loves
like ¦ i {adv}(?:like|enjoy|'m fond of|am fond of) ¦ we {adv}(?:like|enjoy|'m fond of|am fond of) ¦ {adv}(?:likes?|enjoys?|is fond of) ¦ Likes
prefer ¦ «(?:please )?(?:always |never )(?:answer|reply|speak|call|write|talk|explain|address|use|give me|remind me|show me|round|keep).+» ¦  ¦  ¦ =
prefer ¦ «(?:please )?(?:answer|reply|speak|talk|write|explain|address) .+ (?:from now on|always|in (?:the )?future)» ¦  ¦  ¦ =
like ¦ (?:my|our) (?:thing|comfort food|go-to) is ¦  ¦  ¦ =
decision ¦ i(?:'ve| have)? changed my mind(?: about [^,:]{2,40})?(?:[,:]| and)? (?!about)… ¦ we(?:'ve| have)? (?:all )?changed our minds?(?: about [^,:]{2,40})?(?:[,:]| and)? (?!about)… ¦ ¦ =
decision ¦ i «(?:went with|opted for) (?:the|an?) (?!flow|.*\b(?:to|him|her|them|my|our|kids)\b).+» ¦ we «(?:went with|opted for) (?:the|an?) (?!.*\b(?:to|him|her|them|my|our|kids)\b).+» ¦ ¦ =
decision ¦ let's (?:keep|set|fix|limit|cap) «.+ (?:at|to) .*\d.*» ¦ let's (?:keep|set|fix|limit|cap) «.+ (?:at|to) .*\d.*» ¦ ¦ =
stay ¦ (?:i'll|i will|i'm|i am) (?:be )?«(?:stay|staying|sleep|sleeping|lodging) (?:at|in|with) .+|flying with .+» ¦ (?:we'll|we will|we're|we are) (?:be |all )?«(?:stay|staying|sleep|sleeping|lodging) (?:at|in|with) .+|flying with .+» ¦ (?:is|are|will be|'s) «staying (?:at|in|with) .+» ¦ =
decision ¦ i(?:'ve| have)? (?:finally |just |now )?(?:decided|agreed|resolved)(?: that)?(?: today)? ¦ we(?:'ve| have)? (?:all |finally |just |now )?(?:decided|agreed|resolved)(?: that)? ¦ and i (?:have )?decided ¦ Decided
decision ¦ i(?:'ve| have)? (?:finally )?(?:chosen|settled on|picked|opted for|gone with|made up my mind:?)|{im} going with|i'll go with ¦ we(?:'ve| have)? (?:finally )?(?:chosen|settled on|picked|opted for|gone with)|we'll go with|we're going with|let's go (?:with|for)|let's settle on ¦  ¦ Decided on
decision ¦ «(?:from now on|starting today|as of today|from today on|from now onwards?),? .+» ¦  ¦  ¦ =
decision ¦ (?:the decision is|decided:|decision:|it's decided:?|it's settled:?|final decision:?)(?: that| to)? ¦  ¦  ¦ Decided:
discovery ¦ (?:it )?(?:turns|turned) out(?: that)? ¦  ¦  ¦ …
discovery ¦ i(?:'ve| have)? (?:just |finally )?(?:discovered|found out|figured out|worked out|realised|realized|learned|learnt) that ¦ we(?:'ve| have)? (?:just |finally )?(?:discovered|found out|figured out|worked out|realised|realized|learned|learnt) that ¦  ¦ …
discovery ¦ «(?:the )?(?:trick|secret|key|solution|fix|cause|culprit|problem|reason|issue|answer)(?: \S+){0,5}? (?:is|was|turned out to be) (?!(?:that )?(?:i|i'm|we|you)\b|on (?:you|me)|not\b|.*\byours?\b)(?:\S+ ){2,}\S+» ¦  ¦  ¦ =
discovery ¦ «what (?:works|worked|helps|helped|fixed it|solved it|did the trick)(?: \S+){0,4}? (?:is|was) .+» ¦  ¦  ¦ =
wish ¦ i(?:'ve| have)? always wanted to(?! (?:ask|tell|say))|i dream of ¦ we(?:'ve| have)? always wanted to|we dream of ¦ (?:has )?always wanted to|dreams of ¦ Has always wanted to
`;
