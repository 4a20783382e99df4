import { INTENSIFIER, NUMBER, OUTPUT_FORM, ORDER_VERBS } from './english-words.ts';

/**
 * The settings of English, and its cues for requests and headings.
 *
 * How to read a table (`readCueTable` has the whole syntax; `CUE_GROUPS` says where the cues of a group bind):
 *
 *     imperatives
 *     must      sure certain: be (?:absolutely )?@
 *
 * A clause that begins with `be sure`, `be certain`, `be absolutely sure` or `be absolutely certain` is a directive of the level `must`. The
 * expression is tried only in sentences with one of the words before the colon; `@` is any of these words, and `round*` would be any word that
 * begins with `round`. Sentences are folded first: lower case, and `§` for a quotation or code. Cues that end in `(?= )` need another word. Short
 * idioms share a line.
 *
 * - `must-not` forbids: "Don't touch the schema."
 * - `only` limits the work, by a bound or by what need not be done: "At most two files." "You don't have to test it."
 * - `must` obliges, or says what a reply is like: "Always run the tests." "Answer in JSON."
 * - `should` wishes something about the work or its manner: "Be brief."
 * - `prefer` states a choice that gives way: "I'd rather use tabs."
 *
 * A comment `# must: "…"` is a sentence that the line below takes, `# none: "…"` one that it does not take. A test reads them.
 */
export const ENGLISH: string = String.raw`
language          [a-z]{2}
joiningWords      and|but|so|then|please|pls|plz|kindly|also|instead|otherwise|therefore|however
leadingWords      ${INTENSIFIER}|and|but|so|please|ok|okay|yes|no|sure|well|now|again|still|actually|first|next|finally|additionally|important|note|just|simply|always|maybe|perhaps|anyway|rather|guys|hey|hi|yeah|yep|nope|alright|great|cool|btw|by default
orderVerbs        (?:${ORDER_VERBS})(?= |$)
requestMarkers    please|let's|i'd appreciate|i would appreciate|i(?: really| just| also| only| still| absolutely)? (?:want|need)|i'd like|i would like|you're going to|you are going to|your (?:task|job)|actually

inRequests
# must-not: "Write a summary, no headings."
must-not  no: (?<=, |and |but |\()no (?!problem|worries|luck|idea|matter|errors?|doubt|longer|one)[\p{L}-]+(?: [\p{L}-]+)?(?=[.,!;)]|$)
must-not  without excluding including: without (?:\p{L}+ing|my|explicit|prior|permission|approval|confirmation|any|commas?|comments?|decimals?|explan\p{L}+|punctuation|units|spaces|quotes|changes?)|excluding|not including
only      unless: unless
# only: "Rename all files except the tests."
only      except but apart other besides: (?:all|everything|everywhere|every \p{L}+|any \p{L}+|all (?:the )?\p{L}+) (?:except|but|apart from|other than|besides)(?= )
only      only: (?<!(?:have|has|had|is|are|was|were|that|which|it|they|i|we) )only(?= |[.,!)]|$)
only      only solely exclusively strictly: only (?:if|when|after|once|with|for|in|on|the)(?= )|solely|exclusively|strictly
# none: "I just fixed the parser."
only      just: (?<!(?:'s|is|was|are|were|i|or) )just (?:the|this|these|those)(?= )
must      before: before (?:you|(?:book|chang|charg|commit|delet|deploy|mak|merg|push|start|writ)\p{L}*)
must      order parallel sequence matter costs regardless every full assuming simple plain after before: in (?:order(?! to)|parallel|sequence)|no matter what|at all costs|regardless|every single|every time|in full|assuming|in (?:simple|plain)|(?:after|before) (?:every|each|any)
# must: "Add the prices, with the result in cents."
must      answer* result* output* response* value*: (?<!same )(?:answer|result|output|response|value)s? (?:as|in)(?= )|as (?:your|the) (?:answer|output|response|result)(?=[.,!]|$)
# must: "Return the names as a numbered list."
must      json yaml xml html csv markdown latex plain english german french spanish italian portuguese dutch russian chinese japanese korean numbers bullet bullets lower* upper* list order separated string nearest following style form* alphabetical decimal* significant* sentence* word* paragraph* line*: (?:in|as|to|with|into) (?:${OUTPUT_FORM}|an? \p{L}+ (?:format|list|order|separated|string|sentence)|the (?:form|format|nearest|following format|style)|\p{L}+ form(?:at)?|alphabetical order|${NUMBER} (?:decimal|significant|sentence|word|paragraph|line)s?)
should    simple clear easy plain exact detailed precise specific: @ (?:instructions|steps|terms|words|language|guidance)
should    same existing current: same (?:style|format|structure|pattern|manner|order|fashion)|(?:existing|current) (?:style|pattern|convention|structure|format)s?
# should: "Create a class, not a function."
should    instead rather not: instead of|rather than|(?<=, |and |but )not(?= )(?! (?:sure|only|yet|working|just|have|be|the case))
should    carefully thoroughly separately same step wisely hard slow slowly precisely properly: carefully|thoroughly|separately|same way|step[- ]by[- ]step|wisely|hard|slow|slowly|precisely|properly

listHeadings
# must-not: "Things to avoid:"
must-not  don* nots non anti scope forbidden prohibited allowed restrictions do never avoid: (?:\p{L}+ ){0,3}(?:don'?ts|do nots|non-goals|anti-patterns|out of scope|forbidden|prohibited|not allowed|restrictions|what not to do|never|avoid)(?: \p{L}+){0,3}
# must: "Rules for commits:"
must      rule* requirement* constraint* conditions acceptance must ground mandatory format deliverables: (?:\p{L}+ ){0,3}(?:rules?|requirements?|constraints?|conditions|acceptance criteria|must[- ]haves?|ground rules|mandatory|(?:output|response|answer|reply|result|return) format|format|deliverables)(?: (?:and|for|of|to|on|in)(?: \p{L}+){1,5})?
should    guideline* convention* principles style tips recommendation* best important: (?:\p{L}+ ){0,3}(?:guidelines?|conventions?|principles|style(?: guide)?|tips|recommendations?|best practices|important(?: notes?| points?| things?)?)(?: (?:and|for|of|to|on|in)(?: \p{L}+){1,5})?
prefer    preference* nice preferred: (?:\p{L}+ ){0,2}(?:preferences?|nice[- ]to[- ]haves?|preferred)
`;
