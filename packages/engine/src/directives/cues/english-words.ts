// Parts of regular expressions with the flag `u`, for texts in lower case. Put one without a group of its own into a group: `(?:${ORDER_VERBS})`.

/** Verbs that begin an imperative. */
export const ORDER_VERBS =
  'add|answer|append|apply|ask|assume|book|build|call|cancel|change|check|choose|clean|commit|compute|consider|continue|convert|copy|create|debug|delete|deploy|describe|determine|do|document|download|draw|drop|edit|execute|explain|export|extract|filter|calculate|compare|find|fix|focus|format|generate|get|give|go|handle|identify|implement|import|improve|include|insert|install|list|load|look|make|merge|migrate|modify|move|name|open|output|pick|place|plan|print|proceed|produce|provide|publish|pull|push|put|read|recommend|refactor|remove|rename|replace|report|respond|return|review|rewrite|run|save|search|select|send|set|show|simplify|solve|sort|split|start|state|submit|suggest|summari[sz]e|switch|take|tell|test|touch|translate|try|turn|update|upgrade|use|verify|work|write|think|stick|wait|round|reply';

/** Nouns for what users forbid with `no …`. */
export const UNWANTED: string = String.raw`(?:comments?|emojis?|code|tests?|explanations?|markdown|preamble|fluff|new|extra|additional|other|external|third[- ]party|dependenc\p{L}+|changes?|refactor\p{L}*|commits?|push\p{L}*|mocks?|placeholders?|todos?|abbreviations?|more(?! than))`;
/** A count of things. */
export const NUMBER: string = String.raw`(?:\d+|a single|a|one|two|three|four|five|six|seven|eight|nine|ten)`;
/** Formats and languages of an output. */
export const OUTPUT_FORM =
  '(?:json|yaml|xml|html|csv|markdown|latex|plain text|english|german|french|spanish|italian|portuguese|dutch|russian|chinese|japanese|korean|numbers|words|bullet points|bullets|lower ?case|upper ?case)';

/** Words that stress an order: `Absolutely never push`. */
export const INTENSIFIER =
  '(?:absolutely|certainly|crucially|definitely|honestly|(?:most |very )?importantly|literally|obviously|of course|really|seriously|strictly|totally|truly|above all|at all costs|under no circumstances)';
/** The start of a sentence, also after words that stress it. */
export const SENTENCE_START: string = String.raw`(?<=^|^(?:(?:and|but|so|ok|okay|please),? )?(?:${INTENSIFIER}|please),? )`;

/** Nouns for the output of an agent. */
export const REPLY_NOUN =
  '(?:answer|repl(?:y|ie)|response|message|summar(?:y|ie)|report|e-?mail|comment|output|post|update)s?';
/** Verbs for the end of an output. */
export const FINISH = '(?:close|conclude|end|finish|sign off)';
/** Words that do not begin an order after `Before you answer, …`. */
export const NO_ORDER: string = String.raw`(?:an?|are|but|can|could|do|does|every|he|how|i|if|in|is|it|let|my|no|of|on|one|our|she|so|some|that|the|their|there|these|they|this|those|was|we|were|what|when|where|who|why|will|would|you|your)(?!\p{L})|\p{L}+(?:ed|ing) `;
/** Words after `never` in a report: `Never seen before.` */
export const PAST_FORMS =
  'been|seen|had|got|heard|happened|worked|became|shown|displayed|\\p{L}+ed(?! to)';
/** Words after `only` in a restriction. */
export const AFTER_ONLY: string = String.raw`(?:be )?(?:${ORDER_VERBS}|keep|limit|touch|the|this|that|these|those|in|on|one|two|\d+|allowed|\p{L}+ed|for|when|if|after|once|with|where|then|what|want|need)`;
