import { ORDER_VERBS } from './english-words.ts';

/** How English sets limits: what is out, what has to stay, how far the work goes. */
export const ENGLISH_LIMITS: string = String.raw`
imperatives
must-not  nothing: do nothing(?= |[.,!]|$)
must      first: (?:ask|back up|backup|check|commit|confirm|save|stash|test|validate|verify)(?: \p{L}+){0,4} first(?=[.,!]|$)
must      use return default fall keep do skip: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= )
should    prioriti*: prioriti[sz]e

cues
must-not  not: (?<!(?:seems?|appears?|failed|fails|chose|chooses|tends?|or|whether) )not to(?! mention)(?= )
must-not  want need looking prefer like: (?:looking for|want|need|prefer|like) (?:an?|any|one|some\p{L}*|the (?:\p{L}+ ){0,2}\p{L}+est) [^,;.!?]{0,60}(?:that|which) (?:isn't|aren't|is not|are not|doesn't|don't|does not|do not|won't|can't|has no|have no)(?= )
must-not  avoid: (?:hope|hoping|looking|needs?|prefer|wish|best|better|careful|sure) to avoid
must-not  we: we (?:can't|cannot|can not) (?:afford|break|change|depend on|drop|expose|leak|lose|merge|rely on|ship|use|touch|allow|assume)(?= )
must-not  but: but (?:without|with no)(?= )(?! (?:any |an )?(?:effect|errors?|issues?|luck|problems?|reply|response|results?|success))
must-not  isn aren not: (?:isn't|aren't|is not|are not) (?:an option|acceptable|negotiable|allowed|permitted|up for)
only      just: we(?:'ll| can| could| should)? just (?:need(?= )|(?!(?:had|got|saw|went|came|did|made|were|found|ran|sent|\p{L}+ed)(?!\p{L}))\p{L}+)
only      doesn does don do: (?:it|this|that|they|these|those|(?:the|each|every) \p{L}+|\p{L}+s) (?:doesn't|does not|don't|do not) (?:need|have) to(?= )
only      ignored skipped omitted left: can (?:also |then |just )?be (?:ignored|skipped|omitted|left (?:out|alone|as|for))
only      scope part: (?:out of|not in|beyond(?: the)?|outside(?: of)?(?: the)?) scope|(?:not|isn't|aren't) part of (?:this|the) (?:pr|pull request|change|task|branch|issue|ticket|work|job)
only      most max* latest earliest more limit budget cap later earlier: the most (?:i|we)(?:'m| can| am| want| could)|(?:is|as) (?:my|our) (?:max(?:imum)?|limit|budget|cap)|at the (?:latest|earliest|most)|not (?:later|earlier|more) than
only      enough: (?:is|are|would be|should be) (?:good )?enough (?:for (?:now|this|me|us|that)|here|i think)
only      requirement* condition* constraint* rule*: (?:only|one|main|single|hard|strict) (?:requirement|condition|constraint|rule)s?(?= is|:| here| i | we )
only      now: (?<!(?:that's|that is|i'm|we're|it's|all) )(?:fine|ok|okay|good enough|enough|do|works?) for now
must      let: let (?:me|us) know if (?:it|this|that|anything|something|i|we)(?= )(?! (?:works? for|helps?|is (?:ok|okay|fine|all))(?!\p{L}))
must      first: first(?= )[^.;?!]{1,80}(?:,| and) then (?:${ORDER_VERBS}|we|you)(?= )
must      our convention: our (?:convention|policy|rule|standard|practice|style)s? (?:is|are)(?= )|by convention|(?:the|a) convention (?:here )?is
must      usually normally typically generally: we @ (?!\p{L}+ed(?!\p{L}))\p{L}+
must      mindful account consideration: be mindful|take (?:[^,.;]{1,40} )?into (?:account|consideration)
must      stay remain: can (?:just )?@ (?:as|the same|where|unchanged|like|in place|untouched)|can stay(?=[.,!]|$)
must      stay remain: (?:want|like|prefer|need|rather|choose)(?: to)? @ (?:in|on|with|at|under|within)
must      matters priority: what (?:really )?matters|(?:top|first|main|highest|number one) priority
should    too: (?:is|are|that's|it's|looks?|feels?|seems?) (?:way |a bit |much |still |a little |far |just )?too (?:big|broad|complex|complicated|generic|large|long|many|much|noisy|short|small|specific|strict|vague|verbose)(?= |[.,!]|$)
should    expect: (?:i|we)(?:'d| would) expect(?= )
should    belong* live go: (?:belongs?|should live|should go) (?:in|into|under)(?= )
prefer    still: (?:i|we)(?:'d| would)? still (?:want|like|prefer|need)(?= )
prefer    if: if [^,;.?]{1,90}, (?:then )?i(?:'ll| will) (?:use|take|pay|go|choose|need|want|stick|keep|have)(?= )
prefer    better more best: (?:i|we)(?: really| also)? like [^.;,]{1,50} @(?=[.,!]|$)
prefer    sense: makes? more sense (?:to|if|in|as|for)|where (?:it )?makes sense

inRequests
must-not  no: (?<=, |and |but |\()no (?!problem|worries|luck|idea|matter|errors?|doubt|longer|one)[\p{L}-]+(?: [\p{L}-]+)?(?=[.,!;)]|$)
only      unless: unless
only      except but apart other besides: (?:all|everything|everywhere|every \p{L}+|any \p{L}+|all (?:the )?\p{L}+) (?:except|but|apart from|other than|besides)(?= )
should    simple clear easy plain exact detailed precise specific: @ (?:instructions|steps|terms|words|language|guidance)
should    same existing current: same (?:style|format|structure|pattern|manner|order|fashion)|(?:existing|current) (?:style|pattern|convention|structure|format)s?

inQuestions
must-not  not without excluding no: \((?:not|without|excluding|no)(?= )
only      under below less up most cheaper: (?:under|below|less than|up to|at most|cheaper than) (?:\p{L}+ ){0,2}[$€£]\d+
must      exactly precisely: (?:tell|show|give|explain|walk)(?= )[^?;]{1,60} @(?= )
must      leave preserve retain stick restrict limit: (?:can|could|would|will) (?:you|we)(?: \p{L}+){0,2} (?:leave(?! (?:an?|the \p{L}+ to)(?!\p{L}))|preserve|retain|stick (?:to|with)|restrict|limit)(?= )
prefer    prefer rather: (?:i|we)(?:'d| would)?(?: really| much| definitely)? @(?= )
prefer    rather: (?:can|could|should|shouldn't|would) (?:we|you|it) (?:not )?rather
prefer    first: (?:using|use|apply|applying) [^?;]{1,60} first(?=,|\?| and| then)
`;
