import type { CueTable } from './cue-table.ts';

/** Where an imperative may begin. */
const VERBS =
  'add|answer|append|apply|ask|assume|book|build|call|cancel|change|check|choose|clean|commit|compute|continue|convert|copy|create|debug|delete|deploy|describe|determine|do|document|download|draw|drop|edit|execute|explain|export|extract|find|fix|focus|format|generate|get|give|go|handle|identify|implement|import|improve|include|insert|install|list|load|look|make|merge|migrate|modify|move|name|open|output|pick|place|plan|print|proceed|produce|provide|publish|pull|push|put|read|recommend|refactor|remove|rename|replace|report|respond|return|review|rewrite|run|save|search|select|send|set|show|simplify|solve|sort|split|start|state|submit|suggest|summari[sz]e|switch|take|tell|test|touch|translate|try|turn|update|upgrade|use|verify|work|write|think|focus|stick|wait|round|reply';

const UNWANTED =
  '(?:comments?|emojis?|code|tests?|explanations?|markdown|preamble|fluff|new|extra|additional|other|external|third[- ]party|dependenc\\p{L}+|changes?|refactor\\p{L}*|commits?|push\\p{L}*|mocks?|placeholders?|todos?|abbreviations?|more(?! than))';
const NUMBER = '(?:\\d+|a single|a|one|two|three|four|five|six|seven|eight|nine|ten)';
const LANGUAGE =
  '(?:json|yaml|xml|html|csv|markdown|latex|plain text|english|german|french|spanish|italian|portuguese|dutch|russian|chinese|japanese|korean|numbers|words|bullet points|bullets|lower ?case|upper ?case)';

export const ENGLISH: CueTable = {
  spoken: '[a-z]{2}',
  hasWords: true,
  joining: 'and|but|so|then|please|pls|plz|kindly|also|instead|otherwise|therefore|however',
  leading:
    'ok|okay|yes|no|sure|well|now|again|still|actually|first|next|finally|additionally|important|note|just|simply|always|maybe|perhaps|anyway|rather|guys|hey|hi',
  excuses: [
    // Guesses.
    'must (?:have )?(?:been|left|had|gone|got|gotten|missed|forgotten|lost|happened|misread|mistaken|overlooked|confused)',
    'must be (?:(?:a|an|some|the|my|your|another|one of) )?(?:\\p{L}+ ){0,2}(?:bugs?|mistakes?|problems?|issues?|reasons?|typos?|misunderstandings?|errors?|glitch|regression|something|wrong|because|due|kidding|joking|tired|broken|somewhere|someone|why|how)',
    '(?:there|that|this|it|he|she) must be (?:a|an|some|another) (?:\\p{L}+ )?(?:way|option|flight|place|one)',
    // Expectations and regrets.
    "should(?: not|n't)?(?: have|'ve) (?:been|\\p{L}+ed|said|told|known|done|gone|seen|got|gotten|had|made|taken|thought|written|left|found|come|given|sent)",
    'should(?: now| also| then| all| probably| still)? be (?:under|fine|ok|okay|good|great|enough|easy|possible|done|able|all|it|simple|safe|ready|straightforward|sufficient|there|aware)',
    "should(?: not|n't) be (?:a problem|an issue|too|that|hard|difficult)",
    '(?:what|where|how|when|which|why|who|whether) (?:\\p{L}+ ){0,2}(?:should|must)',
    '(?:should|must) (?:i|we)',
    "i (?:should|must|have to|need to|had to|shouldn't)",
    // Not said to the assistant.
    "don't (?:get me wrong|worry|mention it)",
    'never ?mind',
    'not only',
    'if only',
    'only (?:just|recently|now|because)',
    'no (?:problem|worries|idea|thanks|thank you|doubt|wonder|longer|matter)',
    'keep (?:up|going|getting|seeing|having|in touch|telling|being)',
    'rather (?:than later|good|bad|big|small|strange|odd|slow|nice)',
    "make sure (?:i|to (?:find|get back))|(?:i will|i'll|we'll|i want to|i wanted to|just to|, to)(?: just| also)? (?:make|be) sure(?= (?:i|to|that i)|,)|just to (?:make|be) sure",
    '(?:wonder|wondering|asking|unsure|sure|check|know|see|think about)(?: \\p{L}+)? (?:if|whether) (?:\\p{L}+ ){1,3}(?:should|must|needs? to)',
    'there must be(?! no)|where i need (?:it|this|them) to|is this only',
    '(?:if|whether|what|anything|which|something|than (?:it|this|that)) (?:\\p{L}+ ){0,2}(?:needs?|has) to(?: be)?',
    '(?:details?|info|information|name|profile) should be (?:in|on|under)',
    'if (?:nothing|no one|nobody) else',
  ],
  imperatives: {
    'must-not': [
      "(?:do not|don't|dont|do n't)(?! (?:forget|hesitate|worry|have|need|mind|know|think|see|understand|believe|remember|recall|care|work|exist|feel|bother|i|we|you|they))",
      'never(?! (?:been|seen|had|got|heard|happened|worked|became|shown|displayed|\\p{L}+ed(?! to)))',
      'avoid',
      '(?:stop|quit|cease) (?:\\p{L}+ing|it|that|this)',
      '(?:ignore|skip|omit|exclude|disregard|leave out)(?= )',
      '(?:make|use|add|write|include|leave|create|take|give|do) no(?= \\p{L})(?! (?:one|more than|longer))',
      `no ${UNWANTED}(?= |[.,!]|$)`,
    ],
    only: [
      '(?<=^(?:\\p{L}+,? ){0,2})just (?:the|these|those|this|one|two)(?= )',
      '(?:solely|exclusively|strictly)(?= )',
      `only (?:be )?(?:${VERBS}|keep|limit|touch|the|this|that|these|those|in|on|one|two|\\d+|allowed|\\p{L}+ed|for|when|if|after|once|with|where|then|what|want|need)`,
      '(?:limit|restrict|confine|narrow) (?:it|this|that|the|your|yourself|to|changes|all|any)',
      "(?:do not|don't|dont) (?:need|bother)",
    ],
    must: [
      'be (?:absolutely )?(?:sure|certain)',
      '(?:ensure|guarantee)(?= )',
      '(?:always|at all times)(?= )',
      '(?:remember|keep in mind|bear in mind|pay attention|take care (?:to|that|not)|be careful|watch out|note that you|beware)',
      '(?:keep|preserve|maintain|retain|leave|stick (?:to|with)|respect|obey|adhere|comply|follow|stay (?:in|on|with|within|at|as))(?= )(?! (?:up|me|a (?:comment|note|message)))',
      '(?:wait|hold off|pause|stop) (?:for|until|till|before|and ask|after)',
      '(?:ask|confirm|check with|tell|warn) (?:me|first|us|with me)?(?: \\p{L}+){0,2} ?before',
      '(?:ask|check|confirm)(?: with)?(?: me| us)? first',
      'in (?:the )?future',
      '(?:verify|confirm|validate) that',
      '(?:answer|respond|reply|express|round|format|report|alphabeti[sz]e|capitali[sz]e|abbreviate|speak|talk)(?= )[^;]{0,80} (?:in|as|to the|with|using|without)(?= )',
    ],
    should: [
      "(?:let's|let us|lets) (?:not|only|keep|stick|avoid|stay|rather|never|always|make sure)",
      `(?:instead|rather),? (?:${VERBS})`,
      'use(?= )(?! cases?)',
      'not (?:like (?:this|that)|that way|this way|yet|again)',
      '(?:be|stay|keep it|keep it) (?:\\p{L}+ly |very |as |more |extra |super )?(?:brief|concise|short|terse|thorough|specific|precise|careful|polite|explicit|honest|quick|simple|minimal|consistent|conservative|direct|detailed|creative|kind|professional|strict|accurate|gentle|clear)',
      '(?:take your time|think (?:hard|deeply|through|about edge)|try to (?:keep|make|minimi[sz]e|limit|use|reduce|be)|minimi[sz]e)',
    ],
    prefer: ['prefer'],
  },
  cues: {
    'must-not': [
      "(?:must|shall) (?:not|never|no longer)|mustn't|shan't|needn't",
      "you(?: \\p{L}+)? (?:cannot|can't|can not|may not|aren't allowed|are not (?:allowed|permitted|supposed|to))",
      '(?:is|are|be) (?:not|never) (?:to be|an option|acceptable|negotiable)',
      'not (?:allowed|permitted)|forbidden|prohibited|disallowed|off[- ]limits',
      'under no circumstances|on no account|hands off',
      '(?:you |you should |must |to |shall )never(?! (?:been|seen|had|got|heard|happened|worked|became|shown|displayed|\\p{L}+ed(?! to)))',
      '(?:try to |should |must |to please |want to |always )avoid|refrain from|steer clear',
      '(?:stay|keep) away from',
      "(?:i|we)(?: \\p{L}+ly| also| still| just)? (?:do not|don't|dont|didn't|did not|never)(?: \\p{L}+ly| ever)? (?:want|wanted|wish|asked?|told|said)(?! to (?:bother|sound|waste|miss|worry|assume|be (?:a|rude|difficult|too|that)))",
      '(?:sure|careful|try|trying|asked you|told you|ask you|tell you|want you|like you|like it|like them|want it|need you|need it|said) (?:to not|not to)',
      `(?:with|or) no ${UNWANTED}(?= |[.,!]|$)`,
      '(?:nothing|none|nobody|no one|no \\p{L}+)(?: [^,;]{1,40})? (?:may|must|should|shall|can|is allowed|are allowed)(?= )',
      '(?:must|should|shall|may) be no(?= )',
      'no (?:\\p{L}+ ){1,3}(?:please|allowed)|not interested in',
      "(?:that's|that is|this is|this isn't|that isn't) (?:not )?what i (?:asked|wanted|meant|said)",
    ],
    only: [
      `(?:to |should |must |can |may |you |you are )only (?:be )?(?:${VERBS}|keep|limit|touch|the|this|that|these|those|in|on|one|two|\\d+|allowed|\\p{L}+ed|for|when|if|after|once|with|where|then|what|want|need)`,
      '(?:and|but|so|then|maybe|perhaps) only (?:if|when|after|for)(?= )|nothing less',
      '(?:are|is|be)(?: \\p{L}+)? only (?:when|if|after|once)',
      "(?:i|we)(?: would|'d| really| actually)? only (?:want|need|care|asked|wanted|meant)",
      "(?<!is |'s )(?:nothing|no one|nobody) (?:else|more)|no other",
      '(?:at most|no more than|not more than|max(?:imum)?(?: of)?|up to|limited to|exactly) (?:one|two|three|four|five|six|seven|eight|nine|ten|[$€£]?\\d+)(?! (?:years|days|hours|minutes|seconds|times) ago)',
      "(?<!(?:is|was|are|were) |'s )just (?:the|these|those|this|that) (?:one|two|three|four|\\d+|first|last)",
      "unless (?:i|you're (?:told|asked|sure)|you are (?:told|asked|sure)|explicitly|asked|told|otherwise|instructed|absolutely|necessary|it is|it's|requested)",
      'minimal(?: \\p{L}+){0,2} (?:change|changes|diff|edits?|fix)|as (?:little|few) as possible',
      'bare minimum|nothing but|one (?:\\p{L}+ )?at a time|one by one',
      "you (?:do not|don't|dont|won't|needn't)(?: really| even)? (?:have|need)(?: to)?",
      "(?:there is |there's )?no need (?:to|for)",
      "(?:i|we)(?: \\p{L}+ly| also| still)? (?:do not|don't|dont|won't|will not)(?: \\p{L}+ly)? need",
      "and that's (?:it|all)|that's all you",
    ],
    must: [
      "(?:do not|don't|dont|never) forget|must(?! not|n't| never)",
      'shall(?= be| have| use| return| contain| include| only)',
      '(?:every|each|all|both)(?: \\p{L}+){1,4} (?:needs?|requires?)(?= )',
      'the \\p{L}+(?: (?!i |you |we |they )\\p{L}+)? (?:has|have|needs|need) to(?! do with)',
      '(?:needs|has) to(?! do with)|(?<!(?:i|we|really|still|also|just) )(?:have|need)(?: all| both)? to be(?= )',
      'i (?:absolutely|really|definitely|still) need(?! (?:to|this|that|some|help|you|your|my|a|an|it)(?!\\p{L}))(?= [\\p{L}§])|(?:absolutely|really) need to (?:get|have)(?= )',
      '(?:it|this|that|everything|each|every|all|which|answer|output|result|code|file|test|tests|they|plan|one|version|name|format|response)(?: (?!i |we |you )\\p{L}+)? (?:needs|has|need|have) to(?! do with)',
      "you(?: will|'ll|'ve| also| really| then)? (?:have to|need to|gotta|had better)(?= \\p{L})(?! (?:and|know|do) )",
      "you (?:are|'re) (?:required|expected|supposed|obliged|responsible)",
      '(?:i|we) (?:really |still |just )?need (?:you|it|this|that|them|the \\p{L}+) to(?= (?:be|not|always|only|make sure|keep))',
      '(?:i|we) (?:expect|insist|require)(?= |$)|mak(?:e|ing)(?: absolutely)? (?:sure|certain)',
      '(?:must |should |to )be (?:absolutely )?(?:sure|certain)',
      '(?:must |should )(?:ensure|guarantee)(?= )',
      '(?:you|should|must|please|and|sure to|want to|need to) always',
      "(?:to|should|must|please|want to|let's|also|still) (?:keep|preserve|retain|stick (?:to|with)|follow)(?= )",
      "(?:it is|it's|that's|is|very|most|super|critically|absolutely|extremely) (?:important|crucial|essential|critical|vital|imperative|necessary)(?= (?:that|to|you|not|we|i|here))",
      'mandatory|non-negotiable',
      '^(?:very )?(?:important|critical|crucial|attention|rule|requirement|constraint)s? ?[:!](?= )',
      '(?:wait|until|till) i (?:say|tell|confirm|approve|give|ask|have|am|reply|answer)',
      'from now on|going forward|henceforth|(?:every|each) time you|whenever you|for the rest of',
      "(?<!(?:is|are|was|were|be|now|finally|that's|it's|looks|works) )(?:exactly|precisely) (?:as|like|the|what|how)",
      'verbatim|word for word|as[- ]is(?= |[.,!)]|$)',
      '(?:comma|tab|newline|semicolon|space)[- ]separated|alphabeti[sz]ed?|alphabetically',
      'i (?:said|told you|asked you|already said|already told)(?= )',
      '(?:your|the|my) (?:job|goal|task|role|responsibility) is (?:only|just|not|to only|to not)',
    ],
    should: [
      "(?:should|ought to)(?! (?:i|we) )|shouldn't|should not|ought not",
      'please(?: also)? (?:use|follow|do|try|prefer|be|report|format|respond|answer|reply|express|alphabeti[sz]e|stick|give (?:me )?the)(?= )',
      "(?:i|we)(?: strongly| would|'d)? (?:recommend|suggest|advise|encourage|urge)",
      '(?:^|, )(?:no|nope|nah|wrong)[,!.]? (?:we want|we need|i want|i meant|use|keep|not|do|make|leave|put|only|always|never)',
      'you (?:may|might) want to|had better|better to|better not|spend (?:maximum|more|the most)',
      'consider all',
    ],
    prefer: [
      "(?:i|we|i'd|we'd)(?: would| do| really| definitely| generally| personally| strongly| always| usually| also)? prefer",
      "preferably|my preference|ideally|if (?:it's |it is |that's |that is |at all )?possible",
      'if you can|where possible|whenever possible|when possible|wherever possible',
      "(?:i|we|you)(?:'d| would|d)(?: much| really| definitely)? rather|rather would",
      'would rather|rather not',
      "(?:i|we)(?:'d| would)(?: really| also)? (?:like|love|want|appreciate)(?: for)? (?:it|this|that|them|you|the \\p{L}+|these|those|everything|all|my \\p{L}+|each|every \\p{L}+)(?: \\p{L}+)? to (?:be|have|not|always|only|use|keep|stay)",
      '(?:i|we) (?:want|need) (?:it|this|that|them|everything|all|my \\p{L}+|the \\p{L}+) (?:to be|to stay|to look|in|as|without)',
      "(?:would|it'd|that'd|might) be (?:nice|great|good|better|best|ideal|cool|preferable|perfect|lovely)(?= (?:if|to|that))",
      '(?:i|we) (?:like|favou?r|love) [^;?]{0,60}(?:better|more than|over)|best if',
      "i (?:would|'d) only|as much as possible|where you can|works? best for me",
    ],
  },
  orders: `(?:${VERBS})(?= |$)`,
  told: "please|let's|i'd appreciate|i would appreciate|i(?: really| just| also| only| still| absolutely)? (?:want|need)|i'd like|i would like|you're going to|you are going to|your (?:task|job)",
  whenTold: {
    'must-not': [
      'without (?:\\p{L}+ing|my|explicit|prior|permission|approval|confirmation|any|commas?|comments?|decimals?|explan\\p{L}+|punctuation|units|spaces|quotes|markdown|changes?)',
    ],
    only: [
      '(?<!(?:have|has|had|is|are|was|were|that|which|it|they|i|we) )only(?= |[.,!)]|$)',
      'only (?:if|when|after|once|with|for|in|on|the)(?= )|solely|exclusively|strictly',
      "(?<!(?:'s|is|was|are|were|i|or) )just (?:the|this|these|those)(?= )",
    ],
    must: [
      'before (?:you )?(?:commit|push|merg|deploy|delet|chang|mak|writ|runn?|start|edit|book|charg|implement)\\p{L}*',
      'on your own|by yourself|no matter what|at all costs|regardless|every single|(?:after|before) (?:every|each|any)',
      '(?:answer|result|output|response|value)s? (?:as|in)(?= )',
      `(?:in|as|to|with|into) (?:${LANGUAGE}|an? \\p{L}+ (?:format|list|order|separated|string|sentence)|the (?:form|format|nearest|following format|style)|\\p{L}+ form(?:at)?|square units|alphabetical order|${NUMBER} (?:decimal|significant|sentence|word|paragraph|line)s?)`,
    ],
    should: [
      '(?:instead|rather than)|, not(?= )(?! (?:sure|only|yet))',
      'carefully|thoroughly|step[- ]by[- ]step|wisely|hard|slow|slowly|precisely|properly',
    ],
  },
  asking: [
    '^(?:should|shall|must|do|does|did|is|are|was|were|why|what|where|how|when|which|who) (?:i|we|you|it|this|that|there|the|they)(?= )',
  ],
  politely: {
    'must-not': [
      "(?<!why )(?:can|could|would|will|can't|couldn't|may) (?:you|we|i ask you)(?: (?:please|kindly|also|maybe|just|perhaps|then)){0,2} (?:not|never|stop|avoid|refrain|leave out|skip|ignore)(?= )",
      'would you mind not',
      "(?:please|but|,) (?:do not|don't|dont|avoid)(?= )|please never",
      'without (?:touch|chang|break|modif|edit|ask|remov|delet|add|us)\\p{L}*',
    ],
    only: [
      '(?:can|could|would|will) (?:you|we)(?: \\p{L}+){0,2} only',
      '(?:please|but|and|,) only(?= )',
      '(?:and|but|,) nothing else|at most \\d+|no more than',
    ],
    must: [
      '(?:can|could|would|will) you(?: \\p{L}+){0,2} (?:always|make sure|ensure|keep|remember)',
      '(?:but|please|and|,) (?:make sure|ensure|keep|always|remember to)(?= )',
    ],
    should: ['(?:can|could|would|will) (?:you|we)(?= )[^;]{0,100} (?:instead of|rather than)'],
  },
  openers: {
    'must-not': [
      "(?:\\p{L}+ ){0,3}(?:don'?ts|do nots|non-goals|anti-patterns|out of scope|forbidden|prohibited|not allowed|restrictions|what not to do|never|avoid)(?: \\p{L}+){0,3}",
    ],
    must: [
      '(?:\\p{L}+ ){0,3}(?:rules?|requirements?|constraints?|conditions|acceptance criteria|must[- ]haves?|ground rules|mandatory|(?:output|response|answer|reply|result|return) format|format|deliverables)(?: (?:and|for|of|to|on|in)(?: \\p{L}+){1,5})?',
    ],
    should: [
      '(?:\\p{L}+ ){0,3}(?:guidelines?|conventions?|principles|style(?: guide)?|tips|recommendations?|best practices|important(?: notes?| points?| things?)?)(?: (?:and|for|of|to|on|in)(?: \\p{L}+){1,5})?',
    ],
    prefer: ['(?:\\p{L}+ ){0,2}(?:preferences?|nice[- ]to[- ]haves?|preferred)'],
  },
};
