import { AFTER_ONLY, PAST_FORMS, UNWANTED, ORDER_VERBS } from './english-words.ts';

/** English cues that bind anywhere in a sentence. `english.ts` explains the notation. */
export const ENGLISH_CUES: string = String.raw`
cues
# must-not: "It is important not to cache it."
# none: "It seems not to work."
must-not  not: (?<!(?:seems?|appears?|failed|fails|chose|chooses|tends?|or|whether) )not to(?! mention)(?= )
# must-not: "I want a library that has no dependencies."
must-not  want need looking prefer like: (?:looking for|want|need|prefer|like) (?:an?|any|one|some\p{L}*|the (?:\p{L}+ ){0,2}\p{L}+est) [^,;.!?]{0,60}(?:that|which) (?:isn't|aren't|is not|are not|doesn't|don't|does not|do not|won't|can't|has no|have no)(?= )
must-not  avoid: (?:hope|hoping|looking|needs?|prefer|wish|best|better|careful|sure) to avoid
must-not  we: we (?:can't|cannot|can not) (?:afford|break|change|depend on|drop|expose|leak|lose|merge|rely on|ship|use|touch|allow|assume)(?= )
must-not  but: but (?:without|with no)(?= )(?! (?:any |an )?(?:effect|errors?|issues?|luck|problems?|reply|response|results?|success))
must-not  isn aren not: (?:isn't|aren't|is not|are not) (?:an option|acceptable|negotiable|allowed|permitted|up for)
must-not  must shall mustn may: (?:must|shall) (?:not|never|no longer)|mustn't|may never
must-not  cannot can may aren not: you(?: \p{L}+)? (?:cannot|can't|can not|may not|aren't allowed)|you(?:'re| are) not (?:allowed|permitted|supposed|to)
must-not  not never: (?:is|are|be) @ (?:to be|an option|acceptable|negotiable)
must-not  allowed permitted forbidden prohibited disallowed unacceptable off: not (?:allowed|permitted)|forbidden|prohibited|disallowed|is unacceptable|off[- ]limits
must-not  under hands: under no circumstances|hands off
# must-not: "We never log names."
# none: "We never got an answer."
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
# must-not: "Nothing in this folder may change."
must-not  may must should shall can allowed: (?:nothing|none|nobody|no one|no \p{L}+)(?: [^,;]{1,40})? (?:may|must|should|shall|can|is allowed|are allowed)(?= )
must-not  must should shall may: @ be no(?= )
# must-not: "No long answers please."
must-not  please allowed interested: no (?:\p{L}+ ){1,3}(?:please|allowed)|no (?:[\p{L}-]+ ){0,2}[\p{L}-]+, please(?=[.!]|$)|please no|not interested in
must-not  without work: (?:i'll|i will|like to) (?:go|proceed|continue|book|fly|travel)(?: \p{L}+){0,2} without|(?:don't|doesn't|won't) work for (?:me|us)
# must-not: "In this folder don't delete files."
# none: "The tests still don't run."
must-not  don do dont: (?<!(?:i|we|you|they|he|she|who|that|which|these|those|people|also|still|just|really|and|or|\p{L}{2,}s) )(?:don't|do not|dont) (?:${ORDER_VERBS}|ever|even|rely|keep|mess|commit|break|wait|over\p{L}+|let|leave|start|duplicate|hard-?code|assume|guess|invent|skip)(?= |[.,!]|$)
# must-not: "I can't accept a delay."
must-not  afford accept agree settle pay spend exceed proceed compromise tolerate transferred after before: i(?:'m| am)? (?:really |still |absolutely )?(?:can't|cannot|can not|won't|will not|not|refuse|hate)(?: be)?(?: able| willing| going| prepared| ready)?(?: to)? (?:afford|accept|agree|settle|pay|spend|exceed|proceed|compromise|tolerate|be transferred|(?:arrive|depart|fly|leave|travel) (?:after|before))
must-not  m am: (?:i'm|i am) (?:not (?:okay|comfortable|happy|willing)|against|opposed)
must-not  point sense use idea: no (?:point|sense|use) in|(?:not a good|bad) idea to
# must-not: "That's not what I asked for."
must-not  asked wanted meant said: (?:that's|that is|this is|this isn't|that isn't) (?:not )?what i @
# only: "We just need the header."
only      just: we(?:'ll| can| could| should)? just (?:need(?= )|(?!(?:had|got|saw|went|came|did|made|were|found|ran|sent|\p{L}+ed)(?!\p{L}))\p{L}+)
# only: "It doesn't have to be fast."
only      doesn does don do: (?:it|this|that|they|these|those|(?:the|each|every) \p{L}+|\p{L}+s) (?:doesn't|does not|don't|do not) (?:need|have) to(?= )
only      ignored skipped omitted left: can (?:also |then |just )?be (?:ignored|skipped|omitted|left (?:out|alone|as|for))
only      scope part: (?:out of|not in|beyond(?: the)?|outside(?: of)?(?: the)?) scope|(?:not|isn't|aren't) part of (?:this|the) (?:pr|pull request|change|task|branch|issue|ticket|work|job)
only      most max* latest earliest more limit budget cap later earlier: the most (?:i|we)(?:'m| can| am| want| could)|(?:is|as) (?:my|our) (?:max(?:imum)?|limit|budget|cap)|at the (?:latest|earliest|most)|not (?:later|earlier|more) than
only      enough: (?:is|are|would be|should be) (?:good )?enough (?:for (?:now|this|me|us|that)|here|i think)
only      requirement* condition* constraint* rule*: (?:only|one|main|single|hard|strict) (?:requirement|condition|constraint|rule)s?(?= is|:| here| i | we )
only      now: (?<!(?:that's|that is|i'm|we're|it's|all) )(?:fine|ok|okay|good enough|enough|do|works?) for now
# only: "You should only change this file."
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
# only: "Two sentences are enough."
only      enough suffice suffices sufficient fine: ^(?:an?|one|two|three|only) [^,.;]{1,50} (?:(?:is|are|would be) (?:enough|fine|sufficient)|suffices?)(?=[.!]?$)
# only: "Speed doesn't matter."
# none: "It doesn't matter."
only      matter matters concern: (?<!(?:it|that|this|which) )(?:doesn't|does not|don't|do not) matter(?=[.!,]?$)|(?:not|isn't|aren't) (?:a|my) concern
only      worry: don't worry about (?!it|that|this|the delay|me)\p{L}+
# only: "Okay, but after the review."
# none: "Okay, but what is it?"
only      yes yeah yep ok okay sure: ^@,? (?:\p{L}+ ){0,3}but (?!(?:what|why|how|it|is|the|i)(?!\p{L}))\p{L}+
# only: "A hotel under 200 dollars."
only      under below within less cheaper stay* capped cap budget limit exceed higher maximum max: (?:under|below|within|less than|cheaper than|stay(?:s|ing)? (?:under|within|below)|capped at|cap of|budget (?:of|is)|limit (?:of|is)|not to exceed|no higher than|maximum is|max is) (?:\p{L}+ ){0,3}?(?:[$€£] ?\d+|\d[\d,.]* (?:dollars|euros|bucks|usd|eur)|budget|limit)
only      budget limit maximum cap price: (?:within|exceeds?|exceeding|over|under) (?:my|the|our|that|this|a|an) (?:\p{L}+ |[$€£]?\d+ ){0,2}(?:budget|limit|maximum|cap|price range)
only      exceed: (?:do not|don't|doesn't|does not|not|won't|never|can't|cannot|must not) exceed
only      long provided condition: (?:as|so) long as (?:it|the|that|this|they|there|you|i|we|my|all|none|no|nothing)|provided that|on (?:the )?condition
only      less: no less than
# only: "Just the header."
only      just only: @ the \p{L}+(?: \p{L}+)?(?= ?[.,!]?$)
# only: "You don't have to test it."
only      do don dont won needn: you (?:do not|don't|dont|won't|needn't)(?: really| even)? (?:have|need)(?: to)?
only      need: (?:there is |there's )?no need (?:to|for)
only      need have: (?:i|we)(?: \p{L}+ly| also| still)? (?:do not|don't|dont|won't|will not)(?: \p{L}+ly)? (?:need|have to)
only      ignore leave omit skip think only needed necessary required: (?:you|we) can (?:ignore|leave out|omit|skip)|(?:don't|do not) think (?:we|you|it|that|this)(?:'s| is)? (?:need|want|necessary)\p{L}*|^(?:\p{L}+ ){1,3}only(?=[.!]?$)|(?:is|are)(?:n't| not) (?:needed|necessary|required)(?! any)
# only: "I don't care about the colors."
only      care now leave: (?:i|we)(?: really| would)? (?:don't|do not|not) care (?:about|if|whether)|(?:only|just) [^,;.!?]{1,60} for now|leave [^,;.!?]{1,60} for (?:later|now)
# must: "Let me know if it fails."
# none: "Let me know if it helps."
must      let: let (?:me|us) know if (?:it|this|that|anything|something|i|we)(?= )(?! (?:works? for|helps?|is (?:ok|okay|fine|all))(?!\p{L}))
must      first: first(?= )[^.;?!]{1,80}(?:,| and) then (?:${ORDER_VERBS}|we|you)(?= )
must      our convention: our (?:convention|policy|rule|standard|practice|style)s? (?:is|are)(?= )|by convention|(?:the|a) convention (?:here )?is
must      usually normally typically generally: we @ (?!\p{L}+ed(?!\p{L}))\p{L}+
must      mindful account consideration: be mindful|take (?:[^,.;]{1,40} )?into (?:account|consideration)
must      stay remain: can (?:just )?@ (?:as|the same|where|unchanged|like|in place|untouched)|can stay(?=[.,!]|$)
must      stay remain: (?:want|like|prefer|need|rather|choose)(?: to)? @ (?:in|on|with|at|under|within)
must      matters priority: what (?:really )?matters|(?:top|first|main|highest|number one) priority
must      forget must: (?:do not|don't|dont|never) forget|must(?! not|n't| never)
must      shall: (?<!(?:i|we) )shall
# must: "Every endpoint needs a test."
must      need* require*: (?:every|each|all|both)(?: \p{L}+){1,4} (?<!(?:you|i|we|they) )(?:needs?|requires?)(?= )
# must: "The name has to match."
must      needs has have need: (?:needs|has) to(?! do with)|(?<!(?:i|we|really|still|also|just) )(?:have|need)(?: all| both)? to be(?= )
must      must have need thing: i (?:must|have to|need to) (?:insist|arrive|be|get|leave|return)(?= )|i need (?:it|this|that|them) by(?= )|the (?:main|important|key) thing is|(?:absolutely|definitely) need(?= )(?! (?:to|help|some|you|your) )
# must: "All tests have to pass."
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
# must: "Copy it exactly as it is."
# none: "That is exactly what I said."
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
should    too: (?:is|are|that's|it's|looks?|feels?|seems?) (?:way |a bit |much |still |a little |far |just )?too (?:big|broad|complex|complicated|generic|large|long|many|much|noisy|short|small|specific|strict|vague|verbose)(?= |[.,!]|$)
should    expect: (?:i|we)(?:'d| would) expect(?= )
should    belong* live go: (?:belongs?|should live|should go) (?:in|into|under)(?= )
should    should ought shouldn: (?:should|ought to)(?! (?:i|we) )|shouldn't|should not|ought not
should    please: please(?: also)? (?:use|follow|do|try|prefer|be|report|format|respond|answer|reply|express|alphabeti[sz]e|stick|give (?:me )?the)(?= )
should    recommend suggest advise encourage urge: (?:i|we)(?: strongly| would|'d)? @
should    no nope nah wrong: (?:^|, )@[,!.]? (?:we want|we need|i want|i meant|do)
should    please then first always: ^(?:if|when|whenever|once) you(?! (?:could|would|can) )[^,]{1,120}, @(?= )(?! let me know)
# should: "If it fails, please log it."
should    if: ^(?:(?:and|but|so) )?if [^,]{1,90}, (?:then )?(?:please|let's|i'd (?:like|prefer)|i would (?:like|prefer))(?= )(?!.{0,9}let me know)
should    want had better spend: you (?:may|might) want to|had better|better to|better not|spend (?:maximum|more|the most)
should    consider question worth: consider all|question (?:assumptions|everything)|not worth \p{L}+ing
# should: "No, it should be blue."
should    no nope nah wrong actually rather: (?:^|, ?|; ?|\. ?|— ?)@[,!.—:]? (?:(?:but|and|so|it|this|that|we|you|the \p{L}+)(?:'s| is| are| was)? )?(?:should|shouldn't|needs?|must|not|only|always|never|keep|use|leave|stick|put|make)(?= |$)
should    supposed meant intended expected: @ to (?:be|have|use|only|not|show|return|contain|do|work|stay|keep)
prefer    still: (?:i|we)(?:'d| would)? still (?:want|like|prefer|need)(?= )
prefer    if: if [^,;.?]{1,90}, (?:then )?i(?:'ll| will) (?:use|take|pay|go|choose|need|want|stick|keep|have)(?= )
prefer    better more best: (?:i|we)(?: really| also)? like [^.;,]{1,50} @(?=[.,!]|$)
prefer    sense: makes? more sense (?:to|if|in|as|for)|where (?:it )?makes sense
prefer    prefer*: (?:i|we|i'd|we'd)(?: would| do| really| definitely| generally| personally| strongly| always| usually| also){0,2} prefere?
prefer    preferably preference preferred first toward* ideal use ideally: preferably|my (?:preference|preferred|first choice)|lean(?:ing)? towards?|would be ideal(?=[.,!]|$)|(?:like|want) to use [^.;!?]{1,80} first|ideally
prefer    fan stand: (?:a|no|not a) (?:big )?fan of|can't stand
prefer    like love: i(?: really| do| always| just)? @ (?:my \p{L}+|small|short|simple|clean|having|when|it when|to (?:see|have|be|keep|use))(?= )
prefer    like love appreciate: i(?:'d| would)(?: really)? @ (?:(?:it|this|that|them) (?!to |if )\p{L}+|(?:an? )?(?:\p{L}+er|more|fewer|less|small|short|brief|simple)(?= ))
# prefer: "The cheapest option."
prefer    one option possible: ^(?:the )?\p{L}+est (?:\p{L}+ )?(?:one|option|possible(?: \p{L}+)?)(?:,? please)?(?=[.!]?$)
prefer    favo* tend: my favou?rite (?:is|are)(?= )|i tend to(?= )
# prefer: "A table would be nice."
# none: "That would be nice."
prefer    would: (?<!(?:that|it|this|which|that'd|it'd) )would be (?:nice|great|helpful|preferable|better|perfect)(?=[.!]?$)
prefer    sooner avoid skip: i(?:'d| would) @(?= )
prefer    preferred: (?:seat|option|version|format|one)s? preferred
# prefer: "A window seat if there is one."
prefer    if: if there (?:is|are) (?:one|any)(?=[.!]?$)|if (?:not (?:possible|available)|(?:that|it|this)(?: is|'s) not possible|(?:that|it|this) isn't possible), (?!(?:what|how|can|could|is|are|would|should)(?!\p{L}))\p{L}+
prefer    better best easier fine: (?:is|are|works|work) @ for (?:me|us)
prefer    if: if you can
prefer    rather: (?:i|we|you)(?:'d| would|d)(?: much| really| definitely)? rather|rather would
prefer    rather: would rather|rather not
prefer    like love want appreciate: (?:i|we)(?:'d| would)(?: really| also)? @(?: for)? (?:it|this|that|them|you|the \p{L}+|these|those|everything|all|my \p{L}+|each|every \p{L}+)(?: \p{L}+)? to (?:be|have|not|always|only|use|keep|stay)
# prefer: "I want it in blue."
prefer    want need: (?:i|we)(?: (?:really|just|still|also|do)){0,2} @ (?:it|this|that|them|these|everything|all|(?:my|the|an?)(?: [\p{L}-]+){1,5}) (?:to (?:be|stay|look|have|use|show|work|only|not)|in|as|with|without|that|which)(?= )
prefer    would d might: (?:would|it'd|that'd|might) be (?:nice|great|good|better|best|ideal|cool|preferable|perfect|lovely|nicer|cleaner)(?= (?:if|to|that))
prefer    best: best if
# prefer: "I would start with the tests."
prefer    only much d would care don dislike hate where best better suit*: i (?:would|'d) only|as much as (?:possible|you can)|i(?:'d| would) (?!think)(?:${ORDER_VERBS}|be (?:happier|more comfortable)|keep|leave)(?= )|i(?:'d| would)?(?: really)? (?:care about|don't like|dislike|hate)|where you can|(?:works? (?:best|better) for|suits?) (?:me|us)
prefer    if feasible practical available possible: if (?:there is|there's|you have|you can find|at all|that is|that's|it is|it's) (?:a way|any way|an option|possible|feasible|okay|ok|available|doable|not too)|(?:if|when(?:ever)?|where(?:ver)?|as far as|as \p{L}+ as) (?:feasible|practical|available|possible)
prefer    better cleaner nicer simpler: (?:is|are|looks?|feels?|seems?) (?:\p{L}+ )?@ (?:if|to|when|with)
# prefer: "The shorter the better."
prefer    better: the (?:\p{L}+ ){1,3}the better
`;
