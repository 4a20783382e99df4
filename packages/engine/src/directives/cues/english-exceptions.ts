/** English texts that look like a cue but are not directives. */
export const ENGLISH_EXCEPTIONS: string = String.raw`
exceptions
# Guesses.
must: must (?:have )?(?:been|left|had|gone|got|gotten|missed|forgotten|lost|happened|misread|mistaken|overlooked|confused)
# none: "This must be a bug."
must: must be (?:(?:a|an|some|the|my|your|another|one of) )?(?:\p{L}+ ){0,2}(?:bugs?|mistakes?|problems?|issues?|reasons?|typos?|errors?|something|wrong|because|due|kidding|tired|broken|why|how)
# Expectations and regrets.
# none: "You should have seen it."
should*: should(?: not|n't)?(?: have|'ve) (?:\p{L}+(?:ed|en|ne|wn|ght)|said|told|got|had|made|left|found|come|sent)
# none: "It should be fine."
should: should(?: now| also| then| all| probably| still)? be (?:under|fine|ok|okay|good|great|enough|easy|straightforward|sufficient|aware|all(?= for| i|[.,!]|$)|all (?:set|good|right)|ready (?:by|in)|there (?:by|in|soon))(?! (?:to be|under|in the|by))
should*: should(?: not|n't) be (?:a problem|an issue|too|that|hard|difficult)
should must: (?:what|how|why|who|whether) (?:\p{L}+ ){0,2}@
should must: (?:where|when|which) (?:i|we|you|they|he|she) @
should must: @ (?:i|we)
should must have need had shouldn: i (?:should|must|have to|need to|had to|shouldn't)(?! insist| (?:arrive|be|get|leave|return) [^,;.!?]{0,40}(?:by|before) )
# A reviewer's suggestion.
# none: "Consider adding a cache."
consider: consider (?:\p{L}+ing|whether) .{0,500}
# Reports and assumptions.
read* heard* saw* thought* believe* assume* say says* said* told* know* certainty* follows* suppose* imagine*: (?:(?:i|we) (?:read|heard|saw|thought|believe|assumed?)|(?<!(?:i|you) )(?:say that|says|said|told (?:me|us))|was told|know|certainty|follows|suppose|imagine)[^,;.!?]{0,80} (?:should(?:n't)?|must|(?:has|have|needs?) to|don't need|can't)(?: not)?
# The next step, or a single action.
should: we should (?:(?:also|at least|just|now|probably|then) ){0,2}(?:add|change|check|do|fix|include|look|test|update|write)
like need want: (?:i|we)(?:'d| would)? (?:like|need|want) [^,;.!?]{1,40} to be (?:cancell?ed|changed|fixed|processed|refunded|removed|resolved|updated)
should: should fix(?= ?[,)]|$)
avoid ensure keep: (?<=(?:would|helps?) [^,;.!?]{1,80})and (?:avoid|ensure|keep)
# Idioms, and remarks about others.
don: don't (?:get me wrong|worry|mention it)
# none: "Never mind."
never*: never ?mind
only: not only
only: if only
back: back to you as soon as possible
only: only (?:just|recently|now|because)
no: no (?:problem|worries|idea|thanks|thank you|doubt|wonder|longer(?! than)|matter)
keep: keep (?:up|going|getting|seeing|having|in touch|telling|being)
make sure: make sure (?:i(?! (?:don't|do not))|to (?:find|get back))|(?:i will|i'll|we'll|i want to|i wanted to|just to|, to)(?: just| also)? (?:make|be) sure(?= (?:i|to|that i)|,)|just to (?:make|be) sure
should must need*: (?:wonder|wondering|asking|unsure|sure|check|know|see|think about)(?: \p{L}+)? (?:if|whether) (?:\p{L}+ ){1,3}(?:should|must|needs? to)
must: there must be(?! no)
need* has: (?:if|whether|what|anything|which|something|than (?:it|this|that)) (?:\p{L}+ ){0,2}(?:needs?|has) to(?: be)?
should: (?:details?|info|information|name|profile) should be (?:in|on|under)
else: if (?:nothing|no one|nobody) else
use: use (?:my|the|this|that|our|both|one)(?: \p{L}+){0,4} (?:cards?|accounts?|payments?|credits?|certificates?|balance|visa|vouchers?)(?![^.;!?]{0,60} first(?!\p{L}))
`;
