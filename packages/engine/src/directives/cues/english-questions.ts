import { NUMBER, OUTPUT_FORM } from './english-words.ts';

/** How English asks, and the cues that bind in a question: polite prohibitions and restrictions. `english.ts` explains the notation. */
export const ENGLISH_QUESTIONS: string = String.raw`
requestQuestions  (?<!(?:how|why|what|where|when|which) )(?:can|could|would|will|can't|couldn't|won't) (?:you|we|i)|please|let's|(?:possible|way|option) (?:to|for you)|would you mind|(?:wouldn't|isn't) it|shouldn't|how about|round(?:ed|ing) to|giving|listing|naming|returning|showing|\((?:not|without|excluding|no)(?= )|possibilit(?:y|ies) to|preferably|ideally|if (?:at all )?possible|if (?:that's|it's|that is|it is) possible|(?:i|we)(?:'d| would)?(?: really| much| definitely)? (?:prefer|rather)|(?:for|under|below|less than) (?:\p{L}+ ){0,2}[$€£]\d+
questionOpeners   (?:can|could|would|will|may|might|do|does|did|is|are|am|was|were|has|have|had|should|shall|must|what|what's|why|how|how's|who|whose|which|any|is it|isn't|aren't|doesn't|don't|didn't|won't|can't|couldn't|wouldn't|haven't|hasn't|(?:when|where) (?:can|could|would|will|do|does|did|is|are|was|were|has|have|should)|i (?:wonder|was wondering)|if you (?:can|could|would)|do you|anything|anyone|so (?:what|i|we|you)|(?:so|but) this (?:should )?means?|or (?:should|is|do|can|are))(?= )
unmarkedQuestions ^(?:should|shall|must|do|does|did|is|are|was|were|why|what|where|how|when|which|who) (?:i|we|you|it|this|that|there|the|they)(?= )

inQuestions
# must-not: "Can you list the files (not the tests)?"
must-not  not without excluding no: \((?:not|without|excluding|no)(?= )
must-not  not never stop avoid refrain leave ignore: (?<!why )(?:can|could|would|will|can't|couldn't|may) (?:you|we|i ask you)(?: (?:please|kindly|also|maybe|just|perhaps|then)){0,2} (?:not|never|stop|avoid|refrain|leave out|ignore)(?= )
must-not  mind: would you mind not
must-not  do don dont avoid please: (?:please|but|,) (?:do not|don't|dont|avoid)(?= )|please never
# must-not: "Can you do it without touching the API?"
must-not  without rather: without (?:any |first |ever )?(?:\p{L}+ing|extra|additional|new|further)|rather not
only      under below less up most cheaper: (?:under|below|less than|up to|at most|cheaper than) (?:\p{L}+ ){0,2}[$€£]\d+
only      only: (?:can|could|would|will) (?:you|we)(?: \p{L}+){0,2} only
only      only: (?:please|but|and|,|to|for|option|possible|you|should) only(?= )
only      nothing most than time: (?:and|but|,) nothing else|at most \d+|no more than|one (?:\p{L}+ )?at a time|nothing less
only      under below within less cheaper up max*: (?:under|below|within|less than|cheaper than|up to|max(?:imum)?(?: of)?) (?:\p{L}+ ){0,3}?(?:[$€£] ?\d+|\d[\d,.]* (?:dollars|euros|bucks)|budget)
only      budget limit maximum cap price: (?:within|exceeds?|exceeding|over|above|under) (?:my|the|our|that|this|a|an) (?:\p{L}+ |[$€£]?\d+ ){0,2}(?:budget|limit|maximum|cap|price range)
# only: "Can you answer giving the number only?"
only      only: (?:giving|using|listing|naming|including|returning|with|showing)(?: \p{L}+){1,4} only
must      exactly precisely: (?:tell|show|give|explain|walk)(?= )[^?;]{1,60} @(?= )
must      leave preserve retain stick restrict limit: (?:can|could|would|will) (?:you|we)(?: \p{L}+){0,2} (?:leave(?! (?:an?|the \p{L}+ to)(?!\p{L}))|preserve|retain|stick (?:to|with)|restrict|limit)(?= )
must      always make ensure guarantee keep remember: (?<!how )(?:can|could|would|will|should) (?:you|we)(?: \p{L}+){0,2} (?:always|make sure|ensure|guarantee|keep|remember)
# must: "Can you rename it while keeping the alias?"
must      keeping maintaining preserving retaining leaving everything: (?:while |but |and |by |, )(?:still |also )?(?:keeping|maintaining|preserving|retaining|leaving)(?= )|everything else
must      can could would will: @ (?:you|we)(?= )[^;?]{0,120} (?:in|as) (?:${OUTPUT_FORM}|(?:an? )?\p{L}+ (?:form|format|order|list)|\p{L}+ (?:steps|terms))
must      possible before first: possible to keep|(?:before|first) (?:you|we|doing|making|any|proceeding|booking|changing)
must      make ensure keep always remember: (?:but|please|and|,) (?:make sure|ensure|keep|always|remember to)(?= )
must      round* decimal comma alphabetical*: round(?:ed|ing) to|${NUMBER} decimal|comma[- ]separated|alphabetical\p{L}*
should    step: step[- ]by[- ]step
# should: "Can you add a flag which should be off?"
should    should*: (?:can|could|would|will) (?:you|we)(?= )[^;?]{0,150} (?:which|that|it|this|they|there|the \p{L}+|but|and) should(?:n't)?
should    shouldn should: (?:^|[,;:] |and |but |so |or )(?:shouldn't|should not)(?= )
prefer    prefer rather: (?:i|we)(?:'d| would)?(?: really| much| definitely)? @(?= )
prefer    rather: (?:can|could|should|shouldn't|would) (?:we|you|it) (?:not )?rather
prefer    first: (?:using|use|apply|applying) [^?;]{1,60} first(?=,|\?| and| then)
prefer    preferably ideally possible wouldn isn: preferably|ideally|(?:if|where|wherever|whenever) possible|(?:wouldn't|isn't) it (?:be )?(?:better|nicer|cleaner|simpler)
`;
