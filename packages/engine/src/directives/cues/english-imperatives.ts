import {
  AFTER_ONLY,
  FINISH,
  NO_ORDER,
  PAST_FORMS,
  REPLY_NOUN,
  SENTENCE_START,
  UNWANTED,
  ORDER_VERBS,
} from './english-words.ts';

/** English orders at the start of a clause. `english.ts` explains the notation. */
export const ENGLISH_IMPERATIVES: string = String.raw`
imperatives
must-not  nothing: do nothing(?= |[.,!]|$)
# must-not: "Don't touch it."
# none: "Don't know."
must-not  do don dont n: (?:do not|don't|dont|do n't)(?! (?:forget|hesitate|worry|have|need|mind|know|think|see|understand|believe|remember|recall|care|work|exist|feel|bother|i|we|you|they))
must-not  never: never(?! (?:${PAST_FORMS}))
must-not  avoid: avoid
# must-not: "Not before the review."
must-not  not: ${SENTENCE_START}not (?:(?:before|after|over|under|until)(?= )|(?:here|in (?:this|that|the|my|our) \p{L}+)(?=[.!]?$))
# must-not: "Zero dependencies."
must-not  zero any: ${SENTENCE_START}(?:zero|without any) \p{L}+(?= ?[.!]?$)
# must-not: "Zero mocks in the tests, please."
must-not  zero: ${SENTENCE_START}zero \p{L}+s(?: [^,;]{1,40})?,? (?:ever|please|at all)(?=[.!]?$)
# must-not: "No emojis."
# none: "No errors."
must-not  no: ${SENTENCE_START}no (?!errors|results|issues|problems|worries|thanks|changes|signs|matches|updates|luck)\p{L}+s(?=[.!]?$)
# must-not: "Nothing fancy."
must-not  nothing: ${SENTENCE_START}nothing (?:too|fancy|before|after|in|on|with)(?= |[.!]?$)
must-not  spare: spare me
must-not  nothing: (?:change|touch|add|write|install|delete|commit|push) nothing(?= )
must-not  stop quit cease: @ (?:\p{L}+ing|it|that|this)
must-not  ignore skip omit exclude disregard leave: (?:ignore|skip|omit|exclude|disregard|leave out)(?= )
must-not  no: (?:make|use|add|write|include|leave|create|take|give|do) no(?= \p{L})(?! (?:one|more than|longer))
must-not  no: no (?:\p{L}+ )?${UNWANTED}(?= |[.,!]|$)(?! w(?:as|ere) )
# only: "Now just these two."
only      just: (?<=^(?:\p{L}+,? ){0,2})just (?:the|these|those|this|one|two)(?= )
only      just: just (?:${ORDER_VERBS}|keep|leave|have)(?= )
only      solely exclusively strictly: @(?= )
only      only: only ${AFTER_ONLY}
only      limit restrict confine narrow: @ (?:it|this|that|the|your|yourself|to|changes|all|any)
only      need bother: (?:do not|don't|dont) @
must      first: (?:ask|back up|backup|check|commit|confirm|save|stash|test|validate|verify)(?: \p{L}+){0,4} first(?=[.,!]|$)
# must: "If the key is absent, return 404."
must      use return default fall keep do skip: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= )
must      put: put (?:all|each|every)(?= )
# must: "When you finish, end your reply with the hash."
must      begin open start close conclude end finish sign: (?:(?:begin|open|start|${FINISH}) (?:all|any|each|every|your)|(?:begin|${FINISH}) the)(?: \p{L}+){0,2} ${REPLY_NOUN}(?: \p{L}+){0,3} (?:by|in|on|with)(?= )
# must: "If you cite a paper, give the year."
must      after soon if once when: (?:after|as soon as|if|once|when) (?:i|you)(?=[' ])(?! (?:can|could|would) )[^,;:]{1,120}, (?:(?:also|only|please|then) )?(?:choose|cite|favou?r|give|go (?:for|with)|include|list|mention|name|opt for|pick(?! up)|quote|say|select|state|take(?! (?:a |care))|use|${FINISH} with)(?= )
# must: "When a test fails, revert the change."
must      abort ask issue revert roll run say stop tell try use warn: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= |$)
must      each every: @ (?:answer|reply|response) (?:begins|ends|starts) with
# must: "Before you answer, read the file."
must      before: before (?:you(?=[' ])(?! (?:can|could|would) )|(?:answer|reply|respond)ing)[^,;:]{0,120},(?= \p{L})(?! ${NO_ORDER})
must      sure certain: be (?:absolutely )?@
must      ensure guarantee assume: @(?= )
must      always times: (?:always|at all times)(?= )
must      remember keep bear pay take careful watch note beware: (?:remember(?=,| to| that you| not)|keep in mind|bear in mind|pay attention|take care (?:to|that|not)|(?:be )?careful|watch out|note that you|beware)
must      keep preserve maintain retain leave stick respect obey adhere comply follow stay: (?:keep|preserve|maintain|retain|leave|stick (?:to|with)|respect|obey|adhere|comply|follow|stay (?:in|on|with|within|at|as))(?= )(?! (?:up|me|a (?:comment|note|message))(?!\p{L}))
must      wait pause stop hold: (?:wait|pause|stop) (?:for (?:my|me|the user|human|approval|confirmation)|until|till|before|and ask)|hold off|stop (?:if|when)
must      ask confirm check tell warn: (?:ask|confirm|check with|tell|warn) (?:me|first|us|with me)?(?: \p{L}+){0,2} ?before
must      first: (?:ask|check|confirm)(?: with)?(?: me| us)? first
must      explain show describe state: @ (?:your|how|why|each|every)(?= )
must      act behave pretend: (?:act|behave) (?:as|like)(?= )|pretend
must      treat consider regard: @ [^,;.]{1,60} (?:as|frozen|final|fixed|read-only|off-limits)(?= |[.,!]|$)
must      mind watch respect: @ (?:the|my|our|your)(?= )(?! (?:video|clip|film|movie))
must      run get have: run (?:it|this|that|them|everything) by me|(?:get|have) my (?:ok|okay|approval|permission|consent)
must      see make habit: see to it|make it a (?:habit|point|rule)|get into the habit
# must: "Make it smaller."
# none: "Make it work."
must      make: make (?:it|this|that|them|these) (?!work|so|happen|fit|stop|look|a |an |the |in |with )[\p{L}-]+(?=[.,!]|$)
must      run: run (?:the |all )?(?:\p{L}+ )?(?:tests?|lint|checks?|§)(?= |[.,]|$)
must      future: in (?:the )?future
must      verify confirm validate per each double: (?:verify|confirm|validate) that|one \p{L}+ (?:per|for each)|double[- ]check(?= )
must      cite explain include list name show: @ (?:your |all )?(?:sources?|references|work|reasoning|steps)
must      order sort rank group: @ (?:the|them|it|these|your|all) [^;.!?]{0,60}by(?= )
must      answer* respond* reply* express* round* format* report* alphabeti* capitali* abbreviate* speak* talk*: (?:answer|respond|reply|express|round|format|report|alphabeti[sz]e|capitali[sz]e|abbreviate|speak|talk)(?= )[^;]{0,80} (?:in|as|to the|with|using|without)(?= )
should    prioriti*: prioriti[sz]e
should    let lets: (?:let's|let us|lets) (?:use(?= )|not|only|keep|stick|avoid|stay|rather|never|always|make sure)
should    instead rather: @,? (?:${ORDER_VERBS})
should    use focus: use(?= )(?! cases?| [^.;]{1,80} to (?:download|extract|find|get|handle|locate|retrieve|search|see)(?!\p{L}))|focus on
should    easy: (?:go )?easy on(?= )
should    instead: (?:call|do|keep|make|name|put|return|use|write) [^,.;]{1,60} instead(?=[.!]?$)
should    better: better (?:ask|do|keep|leave|make|not|use)(?= )
# should: "Shorter, please."
should    please: ^\p{L}{3,}er,? please(?=[.!]?$)
# should: "More contrast."
should    more less fewer: ^@ [\p{L}-]+(?=,|[.!]?$)
should    like way yet again: not (?:like (?:this|that)|that way|this way|yet|again)
should    brief concise short terse thorough specific precise careful polite explicit honest quick simple minimal consistent conservative direct detailed creative kind professional strict accurate gentle clear: (?:be|stay|keep it) (?:\p{L}+ly |very |as |more |extra |super )?@
should    take think try minimi*: (?:take your time|think (?:hard|deeply|through|about edge)|try to (?:keep|make|minimi[sz]e|limit|use|reduce|be)|minimi[sz]e)
prefer    prefer favo*: prefer|favou?r
`;
