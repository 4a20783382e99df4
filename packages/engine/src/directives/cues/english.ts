import {
  AFTER_ONLY,
  FINISH,
  INTENSIFIER,
  NO_ORDER,
  NUMBER,
  OUTPUT_FORM,
  PAST_FORMS,
  REPLY_NOUN,
  SENTENCE_START,
  UNWANTED,
  ORDER_VERBS,
} from './english-words.ts';

/**
 * The cues of English, as `readCueTable` reads them. First settings, a name and a value; then groups of cues (see `CUE_GROUPS`). The line
 *
 *     must      sure certain: be (?:absolutely )?@
 *
 * in the group `imperatives` reads: a clause that begins with `be sure`, `be certain`, `be absolutely sure` or `be absolutely certain` is a
 * directive of the level `must`. It is tried only in sentences with the word `sure` or `certain`; `@` is any of these words, and `round*`
 * would be any word that begins with `round`. A sentence is folded before: lower case, and `§` for a quotation or code. `#` begins a comment.
 */
export const ENGLISH: string = String.raw`
language          [a-z]{2}
joiningWords      and|but|so|then|please|pls|plz|kindly|also|instead|otherwise|therefore|however
leadingWords      ${INTENSIFIER}|and|but|so|please|ok|okay|yes|no|sure|well|now|again|still|actually|first|next|finally|additionally|important|note|just|simply|always|maybe|perhaps|anyway|rather|guys|hey|hi|yeah|yep|nope|alright|great|cool|btw|by default
orderVerbs        (?:${ORDER_VERBS})(?= |$)
requestMarkers    please|let's|i'd appreciate|i would appreciate|i(?: really| just| also| only| still| absolutely)? (?:want|need)|i'd like|i would like|you're going to|you are going to|your (?:task|job)|actually

imperatives
must-not  do don dont n: (?:do not|don't|dont|do n't)(?! (?:forget|hesitate|worry|have|need|mind|know|think|see|understand|believe|remember|recall|care|work|exist|feel|bother|i|we|you|they))
must-not  never: never(?! (?:${PAST_FORMS}))
must-not  avoid: avoid
must-not  not: ${SENTENCE_START}not (?:(?:before|after|over|under|until)(?= )|(?:here|in (?:this|that|the|my|our) \p{L}+)(?=[.!]?$))
must-not  zero any: ${SENTENCE_START}(?:zero|without any) \p{L}+(?= ?[.!]?$)
must-not  zero: ${SENTENCE_START}zero \p{L}+s(?: [^,;]{1,40})?,? (?:ever|please|at all)(?=[.!]?$)
must      put: put (?:all|each|every)(?= )
must-not  no: ${SENTENCE_START}no (?!errors|results|issues|problems|worries|thanks|changes|signs|matches|updates|luck)\p{L}+s(?=[.!]?$)
must-not  nothing: ${SENTENCE_START}nothing (?:too|fancy|before|after|in|on|with)(?= |[.!]?$)
must-not  spare: spare me
must-not  nothing: (?:change|touch|add|write|install|delete|commit|push) nothing(?= )
must-not  stop quit cease: @ (?:\p{L}+ing|it|that|this)
must-not  ignore skip omit exclude disregard leave: (?:ignore|skip|omit|exclude|disregard|leave out)(?= )
must-not  no: (?:make|use|add|write|include|leave|create|take|give|do) no(?= \p{L})(?! (?:one|more than|longer))
must-not  no: no (?:\p{L}+ )?${UNWANTED}(?= |[.,!]|$)(?! w(?:as|ere) )
only      just: (?<=^(?:\p{L}+,? ){0,2})just (?:the|these|those|this|one|two)(?= )
only      just: just (?:${ORDER_VERBS}|keep|leave|have)(?= )
only      solely exclusively strictly: @(?= )
only      only: only ${AFTER_ONLY}
only      limit restrict confine narrow: @ (?:it|this|that|the|your|yourself|to|changes|all|any)
only      need bother: (?:do not|don't|dont) @
# Orders for every occasion of a kind: 'When you finish, end your reply with …'.
must      begin open start close conclude end finish sign: (?:(?:begin|open|start|${FINISH}) (?:all|any|each|every|your)|(?:begin|${FINISH}) the)(?: \p{L}+){0,2} ${REPLY_NOUN}(?: \p{L}+){0,3} (?:by|in|on|with)(?= )
must      after soon if once when: (?:after|as soon as|if|once|when) (?:i|you)(?=[' ])(?! (?:can|could|would) )[^,;:]{1,120}, (?:(?:also|only|please|then) )?(?:choose|cite|favou?r|give|go (?:for|with)|include|list|mention|name|opt for|pick(?! up)|quote|say|select|state|take(?! (?:a |care))|use|${FINISH} with)(?= )
must      abort ask issue revert roll run say stop tell try use warn: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= |$)
must      each every: @ (?:answer|reply|response) (?:begins|ends|starts) with
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
must      make: make (?:it|this|that|them|these) (?!work|so|happen|fit|stop|look|a |an |the |in |with )[\p{L}-]+(?=[.,!]|$)
must      run: run (?:the |all )?(?:\p{L}+ )?(?:tests?|lint|checks?|§)(?= |[.,]|$)
must      future: in (?:the )?future
must      verify confirm validate per each double: (?:verify|confirm|validate) that|one \p{L}+ (?:per|for each)|double[- ]check(?= )
must      cite explain include list name show: @ (?:your |all )?(?:sources?|references|work|reasoning|steps)
must      order sort rank group: @ (?:the|them|it|these|your|all) [^;.!?]{0,60}by(?= )
must      answer* respond* reply* express* round* format* report* alphabeti* capitali* abbreviate* speak* talk*: (?:answer|respond|reply|express|round|format|report|alphabeti[sz]e|capitali[sz]e|abbreviate|speak|talk)(?= )[^;]{0,80} (?:in|as|to the|with|using|without)(?= )
should    let lets: (?:let's|let us|lets) (?:use(?= )|not|only|keep|stick|avoid|stay|rather|never|always|make sure)
should    instead rather: @,? (?:${ORDER_VERBS})
should    use focus: use(?= )(?! cases?| [^.;]{1,80} to (?:download|extract|find|get|handle|locate|retrieve|search|see)(?!\p{L}))|focus on
should    easy: (?:go )?easy on(?= )
should    instead: (?:call|do|keep|make|name|put|return|use|write) [^,.;]{1,60} instead(?=[.!]?$)
should    better: better (?:ask|do|keep|leave|make|not|use)(?= )
should    please: ^\p{L}{3,}er,? please(?=[.!]?$)
should    more less fewer: ^@ [\p{L}-]+(?=,|[.!]?$)
should    like way yet again: not (?:like (?:this|that)|that way|this way|yet|again)
should    brief concise short terse thorough specific precise careful polite explicit honest quick simple minimal consistent conservative direct detailed creative kind professional strict accurate gentle clear: (?:be|stay|keep it) (?:\p{L}+ly |very |as |more |extra |super )?@
should    take think try minimi*: (?:take your time|think (?:hard|deeply|through|about edge)|try to (?:keep|make|minimi[sz]e|limit|use|reduce|be)|minimi[sz]e)
prefer    prefer favo*: prefer|favou?r

cues
must-not  must shall mustn may: (?:must|shall) (?:not|never|no longer)|mustn't|may never
must-not  cannot can may aren not: you(?: \p{L}+)? (?:cannot|can't|can not|may not|aren't allowed)|you(?:'re| are) not (?:allowed|permitted|supposed|to)
must-not  not never: (?:is|are|be) @ (?:to be|an option|acceptable|negotiable)
must-not  allowed permitted forbidden prohibited disallowed unacceptable off: not (?:allowed|permitted)|forbidden|prohibited|disallowed|is unacceptable|off[- ]limits
must-not  under hands: under no circumstances|hands off
must-not  never use: we never (?!had|got|saw|went|came|did|made|were|received|\p{L}+ed(?!\p{L}))\p{L}+|we (?:don't|do not) use
must-not  table question taboo: (?:is|are) (?:off the table|out of the question|taboo)
must-not  read: (?:is|are) read-only (?:for|to) (?:you|everyone|us)
must-not  red: (?<!there )(?:is|are) (?:an?|my|our|the) (?:absolute |hard )?red line
must-not  rule: rule (?:number )?(?:one|1|#1)(?: is|:) (?:to )?(?:never|no|don't|do not)(?= )
must-not  means account event case dare abstain: by no means|on no account|in no (?:event|case)|don't you dare|abstain from
must-not  approval permission consent confirmation: without (?:my|the user's|explicit|prior|asking for) (?:\p{L}+ )?@
must-not  but besides except: anything @(?= )
must-not  never: (?:you |you should |must |to |shall )never(?! (?:${PAST_FORMS}))
must-not  avoid refrain steer: (?:try to |should |must |to please |want to |like to |trying to |always )avoid|refrain from|steer clear
must-not  away: (?:stay|keep) away from
must-not  want wanted wish aske* told said: (?:i|we)(?: \p{L}+ly| also| still| just)? (?:do not|don't|dont|didn't|did not|never)(?: \p{L}+ly| ever)? (?:want|wanted|wish|asked?|told|said)(?! to (?:bother|sound|waste|miss|worry|assume|be (?:a|rude|difficult|too|that)))
must-not  sure careful try trying asked told ask tell want like need said: (?:sure|careful|try|trying|(?:asked|told|ask|tell|want|like|need) (?:you|it|them)|said) (?:to not|not to)
must-not  no: (?:with|or) no ${UNWANTED}(?= |[.,!]|$)
must-not  may must should shall can allowed: (?:nothing|none|nobody|no one|no \p{L}+)(?: [^,;]{1,40})? (?:may|must|should|shall|can|is allowed|are allowed)(?= )
must-not  must should shall may: @ be no(?= )
must-not  please allowed interested: no (?:\p{L}+ ){1,3}(?:please|allowed)|no (?:[\p{L}-]+ ){0,2}[\p{L}-]+, please(?=[.!]|$)|please no|not interested in
must-not  without work: (?:i'll|i will|like to) (?:go|proceed|continue|book|fly|travel)(?: \p{L}+){0,2} without|(?:don't|doesn't|won't) work for (?:me|us)
must-not  don do dont: (?<!(?:i|we|you|they|he|she|who|that|which|these|those|people|also|still|just|really|and|or|\p{L}{2,}s) )(?:don't|do not|dont) (?:${ORDER_VERBS}|ever|even|rely|keep|mess|commit|break|wait|over\p{L}+|let|leave|start|duplicate|hard-?code|assume|guess|invent|skip)(?= |[.,!]|$)
must-not  afford accept agree settle pay spend exceed proceed compromise tolerate transferred after before: i(?:'m| am)? (?:really |still |absolutely )?(?:can't|cannot|can not|won't|will not|not|refuse|hate)(?: be)?(?: able| willing| going| prepared| ready)?(?: to)? (?:afford|accept|agree|settle|pay|spend|exceed|proceed|compromise|tolerate|be transferred|(?:arrive|depart|fly|leave|travel) (?:after|before))
must-not  m am: (?:i'm|i am) (?:not (?:okay|comfortable|happy|willing)|against|opposed)
must-not  point sense use idea: no (?:point|sense|use) in|(?:not a good|bad) idea to
must-not  asked wanted meant said: (?:that's|that is|this is|this isn't|that isn't) (?:not )?what i @
only      only: (?:to |should |must |can |may |you |you are )only ${AFTER_ONLY}
only      only nothing: (?:and|but|so|then|maybe|perhaps) only (?:if|when|after|for)(?= )|nothing less
only      only: (?:are|is|be)(?: \p{L}+)? only (?:when|if|after|once)
only      only: (?:i'm|i am|we're|we are) only (?:interested|looking|willing)
only      only: (?:i|we)(?: would|'d| will|'ll| really| actually)? only (?:accept|want|need|care|asked|wanted|meant)
only      else more nothing other: (?<!is |'s )(?:nothing|no one|nobody) (?:else|more)|nothing (?:above|over|under)|no other
only      most than max* up limited exactly: (?:at most|no more than|not more than|max(?:imum)?(?: of)?|up to|limited to|exactly) (?:one|two|three|four|five|six|seven|eight|nine|ten|[$€£]?\d+)(?! (?:years|days|hours|minutes|seconds|times) ago)
only      just: (?<!(?:is|was|are|were) |'s )just (?:the|these|those|this|that) (?:one|two|three|four|\d+|first|last)
only      unless: unless (?:i|you(?:'re| are) (?:told|asked|sure)|explicitly|asked|told|otherwise|instructed|absolutely|necessary|requested)
only      minimal possible: minimal(?: \p{L}+){0,2} (?:change|changes|diff|edits?|fix)|as (?:little|few) as possible
only      bare nothing time one thing: bare minimum|nothing but|one (?:\p{L}+ )?at a time|one by one|one thing at a time
only      only: (?:i|we)(?: can|'m| am|'re| are) only(?= )|(?:i|we) only (?:travel|fly|eat|drink|use|work|pay)|^only (?:i|we|you)(?= )
only      than: no (?:longer|later|earlier|sooner|fewer|bigger|larger|shorter|higher|lower) than
only      enough suffice suffices sufficient fine: ^(?:an?|one|two|three|only) [^,.;]{1,50} (?:(?:is|are|would be) (?:enough|fine|sufficient)|suffices?)(?=[.!]?$)
only      matter matters concern: (?<!(?:it|that|this|which) )(?:doesn't|does not|don't|do not) matter(?=[.!,]?$)|(?:not|isn't|aren't) (?:a|my) concern
only      worry: don't worry about (?!it|that|this|the delay|me)\p{L}+
only      yes yeah yep ok okay sure: ^@,? (?:\p{L}+ ){0,3}but (?!(?:what|why|how|it|is|the|i)(?!\p{L}))\p{L}+
only      under below within less cheaper stay* capped cap budget limit exceed higher maximum max: (?:under|below|within|less than|cheaper than|stay(?:s|ing)? (?:under|within|below)|capped at|cap of|budget (?:of|is)|limit (?:of|is)|not to exceed|no higher than|maximum is|max is) (?:\p{L}+ ){0,3}?(?:[$€£] ?\d+|\d[\d,.]* (?:dollars|euros|bucks|usd|eur)|budget|limit)
only      budget limit maximum cap price: (?:within|exceeds?|exceeding|over|under) (?:my|the|our|that|this|a|an) (?:\p{L}+ |[$€£]?\d+ ){0,2}(?:budget|limit|maximum|cap|price range)
only      exceed: (?:do not|don't|doesn't|does not|not|won't|never|can't|cannot|must not) exceed
only      long provided condition: (?:as|so) long as (?:it|the|that|this|they|there|you|i|we|my|all|none|no|nothing)|provided that|on (?:the )?condition
only      less: no less than
only      just only: @ the \p{L}+(?: \p{L}+)?(?= ?[.,!]?$)
only      do don dont won needn: you (?:do not|don't|dont|won't|needn't)(?: really| even)? (?:have|need)(?: to)?
only      need: (?:there is |there's )?no need (?:to|for)
only      need have: (?:i|we)(?: \p{L}+ly| also| still)? (?:do not|don't|dont|won't|will not)(?: \p{L}+ly)? (?:need|have to)
only      ignore leave omit skip think only needed necessary required: (?:you|we) can (?:ignore|leave out|omit|skip)|(?:don't|do not) think (?:we|you|it|that|this)(?:'s| is)? (?:need|want|necessary)\p{L}*|^(?:\p{L}+ ){1,3}only(?=[.!]?$)|(?:is|are)(?:n't| not) (?:needed|necessary|required)(?! any)
only      care now leave: (?:i|we)(?: really| would)? (?:don't|do not|not) care (?:about|if|whether)|(?:only|just) [^,;.!?]{1,60} for now|leave [^,;.!?]{1,60} for (?:later|now)
must      forget must: (?:do not|don't|dont|never) forget|must(?! not|n't| never)
must      shall: (?<!(?:i|we) )shall
must      need* require*: (?:every|each|all|both)(?: \p{L}+){1,4} (?<!(?:you|i|we|they) )(?:needs?|requires?)(?= )
must      needs has have need: (?:needs|has) to(?! do with)|(?<!(?:i|we|really|still|also|just) )(?:have|need)(?: all| both)? to be(?= )
must      must have need thing: i (?:must|have to|need to) (?:insist|arrive|be|get|leave|return)(?= )|i need (?:it|this|that|them) by(?= )|the (?:main|important|key) thing is|(?:absolutely|definitely) need(?= )(?! (?:to|help|some|you|your) )
must      have need: (?:all|both|they|which|(?:answer|file|name|result|test)s) @ to(?! do with)
must      have need gotta had: you(?: will|'ll|'ve| also| really| then)? (?:have to|need to|gotta|had better)(?= \p{L})(?! (?:and|know|do) )
must      required expected supposed obliged responsible: you (?:are|'re) @
must      need: (?:i|we) (?:really |still |just )?need (?:you|it|this|that|them|the \p{L}+) to(?= (?:be|not|always|only|make sure|keep))
must      expect insist require sure certain: (?:i|we) (?:expect|insist|require)(?= |$)|mak(?:e|ing)(?: absolutely)? (?:sure|certain)
must      sure certain: (?:must |should |to )be (?:absolutely )?@
must      must should: (?:must |should )(?:ensure|guarantee)(?= )
must      always: (?:you|should|must|please|and|sure to|want to|need to) always
must      keep preserve retain stick follow: (?:to|should|must|please|want to|let's|also|still) (?:keep|preserve|retain|stick (?:to|with)|follow)(?= )
must      important crucial essential critical vital imperative necessary: @ (?:that|to|you|not|we|i|here)(?= )(?! (?:me|them|us)(?! that))
must      mandatory non: mandatory|non-negotiable
must      doubt unsure sure uncertain: (?:if|when) (?:in doubt|unsure|not sure|uncertain),
must      must: (?:is|are) a must(?=[.!]?$)
must      always: we always (?!had|got|saw|went|came|did|made|were|\p{L}+ed(?!\p{L}))\p{L}+
must      unchanged untouched intact: (?:want|need|like|prefer) [^,.;]{1,40} @
must      what: (?:explain|tell (?:me|us)|show (?:me|us)) what you (?:do|change|did|are|have|plan|will)(?= |[.,!]|$)
must      you: (?:want|need|like) you to (?:act|always|ask|avoid|be|check|explain|first|focus|keep|only|stop|use|wait)(?= )(?! (?:it|me) )
must      key first most more priority precedence: (?:is|are) key(?=[.!]?$)|comes? first|matters? most|(?:takes?|has|have) (?:precedence|priority)|(?:is|are) more important (?:to me )?than|matters? more than
must      here always usual rule: from here on|as always,|as usual,|as a (?:general )?rule|rule of thumb
must      posted informed updated loop: keep (?:me|us) (?:posted|informed|updated|in the loop)
must      demand: (?:i|we) demand
must      important* critical* crucial* attention* rule* requirement* constraint*: ^(?:very )?(?:important|critical|crucial|attention|rule|requirement|constraint)s? ?[:!](?= )
must      wait until till: @ i (?:say|tell|confirm|approve|give|ask|have|am|reply|answer)
must      now going every each whenever rest: from now on|going forward|(?:every|each) time you|whenever you|for the rest of
must      exactly precisely: (?<!(?:is|are|was|were|be|now|finally|that's|it's|looks|works) )@ (?:as|like|the|what|how)
must      verbatim word as: verbatim|word for word|as[- ]is(?= |[.,!)]|$)
must      remain* stay* keep* kept left leave: (?:remains?|stays?|stay(?:ing)?|keep(?:s|ing)?|kept|left|leave)(?: \p{L}+){0,4} (?:the same|unchanged|as (?:it is|they are|it was|before)|intact|untouched|identical|consistent|in sync)
must      round*: round(?:ed|ing) to
must      keeping maintaining preserving retaining respecting ensuring leaving: (?:while|but|and|by|,)(?: still| also)? @(?= )
must      ensure: (?:let's|let us|we (?:want|need|have) to|(?:we|you) should|(?:we|you) must|please)(?: \p{L}+)? ensure
must      need have want: (?:we|you)(?:'ll| will| also| still| really| do){0,2} (?:need|have|(?<!you )want) to (?:make|be|keep|handle|support|use|ensure|account|treat|avoid|respect|allow|cover)
must      first before beforehand upfront front: (?:tell|show|ask|inform|give|let) (?:me|us)(?: know)? (?:\p{L}+ ){0,4}(?:first|before|beforehand|upfront|up front)
must      order without exception*: (?:in|with) (?:this|that|the (?:same|following|given|right|correct|listed)) order|without fail|no exceptions?
must      must got had required: (?:it|this|that|there)(?: also| really| still)? (?:must|has got to|had better|is required|are required)
must      separated alphabeti*: (?:comma|tab|newline|semicolon|space)[- ]separated|alphabeti[sz]ed?|alphabetically
must      said told asked: i (?:already )?(?:said|told you|asked you)(?= )
must      job goal task: (?:your|the) @ is (?:to )?(?:only|just|not)
should    should ought shouldn: (?:should|ought to)(?! (?:i|we) )|shouldn't|should not|ought not
should    please: please(?: also)? (?:use|follow|do|try|prefer|be|report|format|respond|answer|reply|express|alphabeti[sz]e|stick|give (?:me )?the)(?= )
should    recommend suggest advise encourage urge: (?:i|we)(?: strongly| would|'d)? @
should    no nope nah wrong: (?:^|, )@[,!.]? (?:we want|we need|i want|i meant|do)
should    please then first always: ^(?:if|when|whenever|once) you(?! (?:could|would|can) )[^,]{1,120}, @(?= )(?! let me know)
should    if: ^(?:(?:and|but|so) )?if [^,]{1,90}, (?:then )?(?:please|let's|i'd (?:like|prefer)|i would (?:like|prefer))(?= )(?!.{0,9}let me know)
should    want had better spend: you (?:may|might) want to|had better|better to|better not|spend (?:maximum|more|the most)
should    consider question worth: consider all|question (?:assumptions|everything)|not worth \p{L}+ing
should    no nope nah wrong actually rather: (?:^|, ?|; ?|\. ?|— ?)@[,!.—:]? (?:(?:but|and|so|it|this|that|we|you|the \p{L}+)(?:'s| is| are| was)? )?(?:should|shouldn't|needs?|must|not|only|always|never|keep|use|leave|stick|put|make)(?= |$)
should    supposed meant intended expected: @ to (?:be|have|use|only|not|show|return|contain|do|work|stay|keep)
prefer    prefer*: (?:i|we|i'd|we'd)(?: would| do| really| definitely| generally| personally| strongly| always| usually| also){0,2} prefere?
prefer    preferably preference preferred first toward* ideal use ideally: preferably|my (?:preference|preferred|first choice)|lean(?:ing)? towards?|would be ideal(?=[.,!]|$)|(?:like|want) to use [^.;!?]{1,80} first|ideally
prefer    fan stand: (?:a|no|not a) (?:big )?fan of|can't stand
prefer    like love: i(?: really| do| always| just)? @ (?:my \p{L}+|small|short|simple|clean|having|when|it when|to (?:see|have|be|keep|use))(?= )
prefer    like love appreciate: i(?:'d| would)(?: really)? @ (?:(?:it|this|that|them) (?!to |if )\p{L}+|(?:an? )?(?:\p{L}+er|more|fewer|less|small|short|brief|simple)(?= ))
prefer    one option possible: ^(?:the )?\p{L}+est (?:\p{L}+ )?(?:one|option|possible(?: \p{L}+)?)(?:,? please)?(?=[.!]?$)
prefer    favo* tend: my favou?rite (?:is|are)(?= )|i tend to(?= )
prefer    would: (?<!(?:that|it|this|which|that'd|it'd) )would be (?:nice|great|helpful|preferable|better|perfect)(?=[.!]?$)
prefer    sooner avoid skip: i(?:'d| would) @(?= )
prefer    preferred: (?:seat|option|version|format|one)s? preferred
prefer    if: if there (?:is|are) (?:one|any)(?=[.!]?$)|if (?:not (?:possible|available)|(?:that|it|this)(?: is|'s) not possible|(?:that|it|this) isn't possible), (?!(?:what|how|can|could|is|are|would|should)(?!\p{L}))\p{L}+
prefer    better best easier fine: (?:is|are|works|work) @ for (?:me|us)
prefer    if: if you can
prefer    rather: (?:i|we|you)(?:'d| would|d)(?: much| really| definitely)? rather|rather would
prefer    rather: would rather|rather not
prefer    like love want appreciate: (?:i|we)(?:'d| would)(?: really| also)? @(?: for)? (?:it|this|that|them|you|the \p{L}+|these|those|everything|all|my \p{L}+|each|every \p{L}+)(?: \p{L}+)? to (?:be|have|not|always|only|use|keep|stay)
prefer    want need: (?:i|we)(?: (?:really|just|still|also|do)){0,2} @ (?:it|this|that|them|these|everything|all|(?:my|the|an?)(?: [\p{L}-]+){1,5}) (?:to (?:be|stay|look|have|use|show|work|only|not)|in|as|with|without|that|which)(?= )
prefer    would d might: (?:would|it'd|that'd|might) be (?:nice|great|good|better|best|ideal|cool|preferable|perfect|lovely|nicer|cleaner)(?= (?:if|to|that))
prefer    best: best if
prefer    only much d would care don dislike hate where best better suit*: i (?:would|'d) only|as much as (?:possible|you can)|i(?:'d| would) (?!think)(?:${ORDER_VERBS}|be (?:happier|more comfortable)|keep|leave)(?= )|i(?:'d| would)?(?: really)? (?:care about|don't like|dislike|hate)|where you can|(?:works? (?:best|better) for|suits?) (?:me|us)
prefer    if feasible practical available possible: if (?:there is|there's|you have|you can find|at all|that is|that's|it is|it's) (?:a way|any way|an option|possible|feasible|okay|ok|available|doable|not too)|(?:if|when(?:ever)?|where(?:ver)?|as far as|as \p{L}+ as) (?:feasible|practical|available|possible)
prefer    better cleaner nicer simpler: (?:is|are|looks?|feels?|seems?) (?:\p{L}+ )?@ (?:if|to|when|with)
prefer    better: the (?:\p{L}+ ){1,3}the better

inRequests
must-not  without excluding including: without (?:\p{L}+ing|my|explicit|prior|permission|approval|confirmation|any|commas?|comments?|decimals?|explan\p{L}+|punctuation|units|spaces|quotes|changes?)|excluding|not including
only      only: (?<!(?:have|has|had|is|are|was|were|that|which|it|they|i|we) )only(?= |[.,!)]|$)
only      only solely exclusively strictly: only (?:if|when|after|once|with|for|in|on|the)(?= )|solely|exclusively|strictly
only      just: (?<!(?:'s|is|was|are|were|i|or) )just (?:the|this|these|those)(?= )
must      before: before (?:you|(?:book|chang|charg|commit|delet|deploy|mak|merg|push|start|writ)\p{L}*)
must      order parallel sequence matter costs regardless every full assuming simple plain after before: in (?:order(?! to)|parallel|sequence)|no matter what|at all costs|regardless|every single|every time|in full|assuming|in (?:simple|plain)|(?:after|before) (?:every|each|any)
must      answer* result* output* response* value*: (?<!same )(?:answer|result|output|response|value)s? (?:as|in)(?= )|as (?:your|the) (?:answer|output|response|result)(?=[.,!]|$)
must      json yaml xml html csv markdown latex plain english german french spanish italian portuguese dutch russian chinese japanese korean numbers bullet bullets lower* upper* list order separated string nearest following style form* alphabetical decimal* significant* sentence* word* paragraph* line*: (?:in|as|to|with|into) (?:${OUTPUT_FORM}|an? \p{L}+ (?:format|list|order|separated|string|sentence)|the (?:form|format|nearest|following format|style)|\p{L}+ form(?:at)?|alphabetical order|${NUMBER} (?:decimal|significant|sentence|word|paragraph|line)s?)
should    instead rather not: instead of|rather than|(?<=, |and |but )not(?= )(?! (?:sure|only|yet|working|just|have|be|the case))
should    carefully thoroughly separately same step wisely hard slow slowly precisely properly: carefully|thoroughly|separately|same way|step[- ]by[- ]step|wisely|hard|slow|slowly|precisely|properly

listHeadings
must-not  don* nots non anti scope forbidden prohibited allowed restrictions do never avoid: (?:\p{L}+ ){0,3}(?:don'?ts|do nots|non-goals|anti-patterns|out of scope|forbidden|prohibited|not allowed|restrictions|what not to do|never|avoid)(?: \p{L}+){0,3}
must      rule* requirement* constraint* conditions acceptance must ground mandatory format deliverables: (?:\p{L}+ ){0,3}(?:rules?|requirements?|constraints?|conditions|acceptance criteria|must[- ]haves?|ground rules|mandatory|(?:output|response|answer|reply|result|return) format|format|deliverables)(?: (?:and|for|of|to|on|in)(?: \p{L}+){1,5})?
should    guideline* convention* principles style tips recommendation* best important: (?:\p{L}+ ){0,3}(?:guidelines?|conventions?|principles|style(?: guide)?|tips|recommendations?|best practices|important(?: notes?| points?| things?)?)(?: (?:and|for|of|to|on|in)(?: \p{L}+){1,5})?
prefer    preference* nice preferred: (?:\p{L}+ ){0,2}(?:preferences?|nice[- ]to[- ]haves?|preferred)
`;
