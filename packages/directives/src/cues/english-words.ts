/** Verbs that begin an imperative. */
export const VERBS =
  'add|answer|append|apply|ask|assume|book|build|call|cancel|change|check|choose|clean|commit|compute|consider|continue|convert|copy|create|debug|delete|deploy|describe|determine|do|document|download|draw|drop|edit|execute|explain|export|extract|filter|calculate|compare|find|fix|focus|format|generate|get|give|go|handle|identify|implement|import|improve|include|insert|install|list|load|look|make|merge|migrate|modify|move|name|open|output|pick|place|plan|print|proceed|produce|provide|publish|pull|push|put|read|recommend|refactor|remove|rename|replace|report|respond|return|review|rewrite|run|save|search|select|send|set|show|simplify|solve|sort|split|start|state|submit|suggest|summari[sz]e|switch|take|tell|test|touch|translate|try|turn|update|upgrade|use|verify|work|write|think|focus|stick|wait|round|reply';

export const UNWANTED =
  '(?:comments?|emojis?|code|tests?|explanations?|markdown|preamble|fluff|new|extra|additional|other|external|third[- ]party|dependenc\\p{L}+|changes?|refactor\\p{L}*|commits?|push\\p{L}*|mocks?|placeholders?|todos?|abbreviations?|more(?! than))';
export const NUMBER = '(?:\\d+|a single|a|one|two|three|four|five|six|seven|eight|nine|ten)';
export const LANGUAGE =
  '(?:json|yaml|xml|html|csv|markdown|latex|plain text|english|german|french|spanish|italian|portuguese|dutch|russian|chinese|japanese|korean|numbers|words|bullet points|bullets|lower ?case|upper ?case)';

/** Nouns for the output of an agent. */
const REPLY =
  '(?:answer|repl(?:y|ie)|response|message|summar(?:y|ie)|report|e-?mail|comment|output|post|update)s?';
const END = '(?:close|conclude|end|finish|sign off)';
/** Words that do not begin an order after `Before you answer, …`. */
const NO_ORDER =
  '(?:an?|are|but|can|could|do|does|every|he|how|i|if|in|is|it|let|my|no|of|on|one|our|she|so|some|that|the|their|there|these|they|this|those|was|we|were|what|when|where|who|why|will|would|you|your)(?!\\p{L})|\\p{L}+(?:ed|ing) ';

/** Orders for every occasion of a kind: `When you finish, end your reply with …`. They begin a clause. */
export const OCCASION_ORDERS: readonly string[] = [
  `begin open start close conclude end finish sign: (?:(?:begin|open|start|${END}) (?:all|any|each|every|your)|(?:begin|${END}) the)(?: \\p{L}+){0,2} ${REPLY}(?: \\p{L}+){0,3} (?:by|in|on|with)(?= )`,
  `after soon if once when: (?:after|as soon as|if|once|when) (?:i|you)(?=[' ])(?! (?:can|could|would) )[^,;:]{1,120}, (?:(?:also|only|please|then) )?(?:choose|cite|favou?r|give|go (?:for|with)|include|list|mention|name|opt for|pick(?! up)|quote|say|select|state|take(?! (?:a |care))|use|${END} with)(?= )`,
  'abort ask issue revert roll run say stop tell try use warn: (?:if|when) (?!(?:so|not|possible),)[^,;:]{1,90}, (?:(?:please|then) )?@(?= |$)',
  'each every: @ (?:answer|reply|response) (?:begins|ends|starts) with',
  `before: before (?:you(?=[' ])(?! (?:can|could|would) )|(?:answer|reply|respond)ing)[^,;:]{0,120},(?= \\p{L})(?! ${NO_ORDER})`,
];
