/** Words with which users say what must or must not be done, in English and Chinese. */
const DIRECTIVE_WORD =
  /\b(?:never|don'?t|do not|must(?: not)?|always|only|make sure|ensure|without|avoid|should(?:n'?t)?|needs? to|please|keep|instead|not allowed|required?)\b|必须|不要|不得|不能|禁止|务必|只能|请|始终|确保|避免/i;

/** "I don't know" and "It is only a draft" are no directives. */
const NO_DIRECTIVE =
  /\bI (?:\w+ly )?don ?'?t (?:know|think|mean|care|understand)\b|\b(?:is|are|was|were|['’](?:s|re)) (?:always|only) an?\b/gi;

/** Statements that hold from then on: names, addresses, goals, decisions, preferences. */
const STATEMENT = new RegExp(
  [
    "\\b(?:my (?:\\w+ )?name is|call me|i(?:'m| am) called|i prefer|i(?:'d| would) rather)\\b",
    "\\bwe(?:'ve| have)? (?:settled|agreed (?:on|to|that)|decided (?:on|to|that|against)|chose|picked|go with|went with)\\b",
    "\\blet(?:'s| us) go with\\b|\\bfinal (?:answer|decision)\\b|\\b(?:it(?:'s| is)|that(?:'s| is)|ok(?:ay)?,?) decided\\b|\\bthe plan is (?:to|that)\\b|\\bgoing forward\\b|\\bfrom now on\\b",
    '\\b(?:our|my|the) (?:[\\w-]+ ){0,3}(?:goal|aim|deadline|budget|codename|e-?mail|address|convention|time ?zone) (?:is|are|moved to)\\b',
    '\\b(?:our|my|the) (?:[\\w-]+ ){0,3}(?:database|server|host|port|account|repo(?:sitory)?|branch|version) is (?:at|on|in|called|named|now|\\d)',
    '\\b(?:is|are|lives?|runs?|listens?) (?:now )?(?:at|on) (?:https?:|port \\d|[\\w-]+\\.[\\w.-]*\\w)',
    '\\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\\b',
    '我叫|我的名字|我们决定|目标是|地址是',
    '\\b(?:ik heet|mijn naam is|we hebben (?:gekozen|besloten|afgesproken)|ons doel is)\\b',
  ].join('|'),
  'i',
);

/** A person's responsibility: `Mara will rename the map`. */
const OWNER =
  /\b(?!(?:I|It|This|That|These|Those|There|Here|We|You|They|He|She|What|Who|Which|Then|Now|And|But|So|If|When|Everything|Everybody|Nothing|Nobody|Somebody|Something|Today|Tomorrow)\b)\p{Lu}\p{Ll}+ (?:will|owns|takes (?:care of|over)|is (?:responsible for|in charge of))\b/u;

/**
 * Returns whether a text has words of a directive, or states a name, an address, a goal, a decision or a preference. True for more texts than
 * those in which `findDirectives` finds something: a reason to keep a text, but no proof of a directive.
 */
export function hasLastingWord(text: string): boolean {
  if (STATEMENT.test(text) || OWNER.test(text)) return true;
  return DIRECTIVE_WORD.test(text) && DIRECTIVE_WORD.test(text.replaceAll(NO_DIRECTIVE, ''));
}
