import type { CueKey, CueTable } from './cue-table.ts';
import { VERBS } from './english-words.ts';

/** How English sets limits: what is out, what has to stay, how far the work goes. */
const LIMITS: Partial<CueTable> = {
  'imperatives must-not': ['nothing: do nothing(?= |[.,!]|$)'],
  'imperatives must': [
    'first: (?:ask|back up|backup|check|commit|confirm|save|stash|test|validate|verify)(?: \\p{L}+){0,4} first(?=[.,!]|$)',
    'use return default fall keep do skip: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= )',
  ],
  'imperatives should': ['prioriti*: prioriti[sz]e'],
  'cues must-not': [
    'not: (?<!(?:seems?|appears?|failed|fails|chose|chooses|tends?|or|whether) )not to(?! mention)(?= )',
    "want need looking prefer like: (?:looking for|want|need|prefer|like) (?:an?|any|one|some\\p{L}*|the (?:\\p{L}+ ){0,2}\\p{L}+est) [^,;.!?]{0,60}(?:that|which) (?:isn't|aren't|is not|are not|doesn't|don't|does not|do not|won't|can't|has no|have no)(?= )",
    'avoid: (?:hope|hoping|looking|needs?|prefer|wish|best|better|careful|sure) to avoid',
    "we: we (?:can't|cannot|can not) (?:afford|break|change|depend on|drop|expose|leak|lose|merge|rely on|ship|use|touch|allow|assume)(?= )",
    'but: but (?:without|with no)(?= )(?! (?:any |an )?(?:effect|errors?|issues?|luck|problems?|reply|response|results?|success))',
    "isn aren not: (?:isn't|aren't|is not|are not) (?:an option|acceptable|negotiable|allowed|permitted|up for)",
  ],
  'cues only': [
    "just: we(?:'ll| can| could| should)? just (?:need(?= )|(?!(?:had|got|saw|went|came|did|made|were|found|ran|sent|\\p{L}+ed)(?!\\p{L}))\\p{L}+)",
    "doesn does don do: (?:it|this|that|they|these|those|(?:the|each|every) \\p{L}+|\\p{L}+s) (?:doesn't|does not|don't|do not) (?:need|have) to(?= )",
    'ignored skipped omitted left: can (?:also |then |just )?be (?:ignored|skipped|omitted|left (?:out|alone|as|for))',
    "scope part: (?:out of|not in|beyond(?: the)?|outside(?: of)?(?: the)?) scope|(?:not|isn't|aren't) part of (?:this|the) (?:pr|pull request|change|task|branch|issue|ticket|work|job)",
    "most max* latest earliest more limit budget cap later earlier: the most (?:i|we)(?:'m| can| am| want| could)|(?:is|as) (?:my|our) (?:max(?:imum)?|limit|budget|cap)|at the (?:latest|earliest|most)|not (?:later|earlier|more) than",
    'enough: (?:is|are|would be|should be) (?:good )?enough (?:for (?:now|this|me|us|that)|here|i think)',
    'requirement* condition* constraint* rule*: (?:only|one|main|single|hard|strict) (?:requirement|condition|constraint|rule)s?(?= is|:| here| i | we )',
    "now: (?<!(?:that's|that is|i'm|we're|it's|all) )(?:fine|ok|okay|good enough|enough|do|works?) for now",
  ],
  'cues must': [
    'let: let (?:me|us) know if (?:it|this|that|anything|something|i|we)(?= )(?! (?:works? for|helps?|is (?:ok|okay|fine|all))(?!\\p{L}))',
    `first: first(?= )[^.;?!]{1,80}(?:,| and) then (?:${VERBS}|we|you)(?= )`,
    'our convention: our (?:convention|policy|rule|standard|practice|style)s? (?:is|are)(?= )|by convention|(?:the|a) convention (?:here )?is',
    'usually normally typically generally: we @ (?!\\p{L}+ed(?!\\p{L}))\\p{L}+',
    'mindful account consideration: be mindful|take (?:[^,.;]{1,40} )?into (?:account|consideration)',
    'stay remain: can (?:just )?@ (?:as|the same|where|unchanged|like|in place|untouched)|can stay(?=[.,!]|$)',
    'stay remain: (?:want|like|prefer|need|rather|choose)(?: to)? @ (?:in|on|with|at|under|within)',
    'matters priority: what (?:really )?matters|(?:top|first|main|highest|number one) priority',
  ],
  'cues should': [
    "too: (?:is|are|that's|it's|looks?|feels?|seems?) (?:way |a bit |much |still |a little |far |just )?too (?:big|broad|complex|complicated|generic|large|long|many|much|noisy|short|small|specific|strict|vague|verbose)(?= |[.,!]|$)",
    "expect: (?:i|we)(?:'d| would) expect(?= )",
    'belong* live go: (?:belongs?|should live|should go) (?:in|into|under)(?= )',
  ],
  'cues prefer': [
    "still: (?:i|we)(?:'d| would)? still (?:want|like|prefer|need)(?= )",
    "if: if [^,;.?]{1,90}, (?:then )?i(?:'ll| will) (?:use|take|pay|go|choose|need|want|stick|keep|have)(?= )",
    'better more best: (?:i|we)(?: really| also)? like [^.;,]{1,50} @(?=[.,!]|$)',
    'sense: makes? more sense (?:to|if|in|as|for)|where (?:it )?makes sense',
  ],
  'inRequests must-not': [
    'no: (?<=, |and |but |\\()no (?!problem|worries|luck|idea|matter|errors?|doubt|longer|one)[\\p{L}-]+(?: [\\p{L}-]+)?(?=[.,!;)]|$)',
  ],
  'inRequests only': [
    'unless: unless',
    'except but apart other besides: (?:all|everything|everywhere|every \\p{L}+|any \\p{L}+|all (?:the )?\\p{L}+) (?:except|but|apart from|other than|besides)(?= )',
  ],
  'inRequests should': [
    'simple clear easy plain exact detailed precise specific: @ (?:instructions|steps|terms|words|language|guidance)',
    'same existing current: same (?:style|format|structure|pattern|manner|order|fashion)|(?:existing|current) (?:style|pattern|convention|structure|format)s?',
  ],
  'inQuestions must-not': ['not without excluding no: \\((?:not|without|excluding|no)(?= )'],
  'inQuestions only': [
    'under below less up most cheaper: (?:under|below|less than|up to|at most|cheaper than) (?:\\p{L}+ ){0,2}[$€£]\\d+',
  ],
  'inQuestions must': [
    'exactly precisely: (?:tell|show|give|explain|walk)(?= )[^?;]{1,60} @(?= )',
    'leave preserve retain stick restrict limit: (?:can|could|would|will) (?:you|we)(?: \\p{L}+){0,2} (?:leave(?! (?:an?|the \\p{L}+ to)(?!\\p{L}))|preserve|retain|stick (?:to|with)|restrict|limit)(?= )',
  ],
  'inQuestions prefer': [
    "prefer rather: (?:i|we)(?:'d| would)?(?: really| much| definitely)? @(?= )",
    "rather: (?:can|could|should|shouldn't|would) (?:we|you|it) (?:not )?rather",
    'first: (?:using|use|apply|applying) [^?;]{1,60} first(?=,|\\?| and| then)',
  ],
};

/** Adds the limits to a table of English cues. */
export function withLimits(table: CueTable): CueTable {
  const keys = Object.keys(LIMITS) as CueKey[];
  const added = keys.map((key) => [key, [...(LIMITS[key] ?? []), ...(table[key] ?? [])]]);
  return { ...table, ...Object.fromEntries(added) };
}
