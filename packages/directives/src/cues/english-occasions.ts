/** Words for what an agent delivers. */
const REPLY =
  '(?:answers?|repl(?:y|ies)|responses?|messages?|summar(?:y|ies)|reports?|e-?mails?|comments?|outputs?|posts?|updates?)';
const END = '(?:close|conclude|end|finish|sign off)';
/** What does not begin an order behind `Before you answer, …`. */
const NO_ORDER =
  '(?:an?|and|are|as|at|but|can|could|did|do|does|every|he|how|i|if|in|is|it|let|may|my|no|of|on|one|or|our|she|should|so|some|thanks?|that|the|their|there|these|they|this|those|was|we|were|what|when|where|which|who|why|will|with|would|you|your)(?!\\p{L})|\\p{L}+(?:ed|ing) ';

/** What an agent is told to do on each occasion of a kind, by orders that do not bind without the occasion. They begin a clause. */
export const OCCASION_ORDERS: readonly string[] = [
  `(?:(?:begin|open|start|${END}) (?:all|any|each|every|your)|(?:begin|${END}) the)(?: \\p{L}+){0,2} ${REPLY}(?: \\p{L}+){0,3} (?:by|in|on|with)(?= )`,
  `(?:after|as soon as|once|when) (?:i|you)(?=[' ])(?! (?:can|could|would) )[^,;:]{1,120}, (?:(?:also|just|only|please|then) )?(?:choose|cite|favou?r|give|go (?:for|with)|include|list|mention|name|opt for|pick(?! up)|quote|say|select|state|use|${END} with)(?= )`,
  `before (?:you(?=[' ])(?! (?:can|could|would) )|(?:answer|reply|respond)ing)[^,;:]{0,120},(?= \\p{L})(?! ${NO_ORDER})`,
];
