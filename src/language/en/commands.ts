import type { CommandWords } from "../types/command-words.ts";

export const commands: CommandWords = {
  opening: `please | ok | okay | hey | well | so | oh | um | uh | no | and | now | just | (?:can|could|would) you | actually
    | sorry | wait`,
  closing: "please | now | thanks | thank you | ok | okay | again",
  forget_that: `forget (?:about )?(?:that|it|this)(?: one)?
    | forget (?:what|everything|all) i(?: have|'ve)? (?:just )?(?:said|told you)(?: just now)?
    | forget the last (?:thing|one|sentence|message)(?: i said)?
    | (?:delete|erase|scratch|strike|undo|discard|remove) (?:that|this|it) | (?:i )?take (?:that|it) back
    | don't (?:remember|keep|save|store|note) (?:that|this|it) | don't write (?:that|this|it) down`,
  misheard: `(?:that's|that is|this is|it's) not what i (?:said|meant) | i (?:didn't|did not|never) (?:say|said) (?:that|this|it)
    | i never said (?:that|this) | you (?:misheard|misunderstood)(?: me| that)?
    | you (?:heard|got|understood) (?:that|me|it) wrong
    | you (?:didn't|did not) (?:hear|understand) (?:me|that)(?: right| correctly)?
    | (?:that's|that is|this is|it's) not what i (?:said|meant) i (?:said|meant|mean) REST
    | no (?:no )?i (?:said|meant|mean) REST | (?:no )?what i (?:said|meant) (?:was|is) REST
    | i (?:didn't|did not) say (?:that|this|it) i said REST`,
  corrected: "i said REST",
  forget: `forget (?:that|about|the fact that) REST
    | forget (?:what|everything|all) (?:i|we)(?: have|'ve)? (?:just )?(?:said|told you) about REST
    | forget (?:what|everything|all|all that) you (?:know|remember) (?:about|of) REST
    | (?:delete|erase|remove) (?:(?:what|everything|all|all that) you (?:know|remember)|(?:the|that|my) memory|everything|all) (?:about|of) REST
    | forget REST`,
  too_much: `it | this | that | about | me | you | him | her | us | them | everything | all | all of it | everybody | everyone
    | nothing | to .* | it .* | how .* | why .*`,
  remark: `it was | it is | it's | they were | they are | he was | she was | because | let's | let us | i don't | i want
    | i'd rather | instead | for now | for a moment | for a second | and tell | and (?:what|how|when|where|who)`,
  // "End" is often heard as "and".
  end: `(?:end|close|finish|stop) (?:the|this|our) (?:conversation|talk|chat|session)
    | (?:end|and) of (?:the |this )?(?:conversation|talk|chat|session) | end conversation
    | (?:that's|that is|that will be|that'll be) (?:all|it|everything)(?: for (?:now|today))?
    | (?:we are|we're|i am|i'm) (?:done|finished)(?: for (?:now|today))?
    | (?:good ?bye|bye|bye bye|see you|see you (?:later|soon|tomorrow)) | good night | go to sleep`,
  stop: `stop | stop (?:it|that|there|talking|speaking) | (?:be )?(?:quiet|silent) | silence | shut up | hush | shush
    | enough | (?:that's|that is) enough | never mind | cancel(?: that)?`,
  repeat: `repeat(?: that| it| please)? | say (?:that|it)(?: once more| one more time)? | say again | again | once more
    | one more time | what did you (?:just )?say | what was that | (?:i beg your )?pardon(?: me)? | come again
    | i (?:didn't|did not) (?:hear|get|catch|understand) (?:that|you|it)
    | repeat (?:what you|the last thing you) (?:just )?said | repeat (?:your|the) (?:last )?(?:answer|reply|sentence)`,
  help: `help(?: me)? | what can (?:i|you) (?:say|do) | what (?:commands|can i say to you) | what can i (?:ask|tell)(?: you)?
    | how (?:does this|do you) work | what do you understand`,
  yes: `yes | yeah | yep | yup | sure | of course | do it | do that | go ahead
    | (?:yes )?(?:that's|that is) (?:right|correct|it|the one) | (?:yes )?that one | (?:yes )?forget it | (?:yes )?exactly
    | correct | right | absolutely | definitely | yes yes | yes do | yes you (?:can|may|should) | ok | okay | please do`,
  no: `no | nope | nah | no no | no thanks | no thank you | don't | do not | don't do (?:it|that)
    | (?:no )?not (?:that|this)(?: one)? | (?:no )?(?:neither|none)(?: of (?:them|those))? | (?:no )?leave it
    | (?:no )?keep (?:it|that|them) | (?:no )?cancel | (?:no )?stop | never mind | better not
    | (?:no )?don't forget (?:it|that) | certainly not | of course not`,
};
