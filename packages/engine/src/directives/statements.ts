/** Words of a sentence that replaces an earlier one about the same thing. */
const UPDATE =
  /^(?:(?:quick )?update|correction|new)\b|\b(?:the new|now|from now on|going forward|changed|moved|switched|rotated|rotation is done|rebased|renamed|replaced|no longer|would rather)\b/i;

/** Kinds of values, by pattern. Two statements about the same thing have values of the same kind. */
const VALUE_KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    'address',
    /\b[a-z]{2,9}:\/\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\w-]+(?:\.[\w-]+)*\.(?:internal|local|com|org|net|io|dev)\b/gi,
  ],
  [
    'date',
    /\b\d{4}-\d\d-\d\d\b|\b(?:jan|febr)uary \d{1,2}\b|\b(?:march|april|may|june|july|august|(?:septem|octo|novem|decem)ber) \d{1,2}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/gi,
  ],
  [
    'money',
    /[$€£]\s?\d[\d.,]*|\b(?:\d[\d.,]*|\w+ (?:hundred|thousand)) ?(?:dollars|euros?|usd|eur)\b/gi,
  ],
  [
    'time zone',
    /\b(?:utc|gmt|[pmce][sd]t|(?:pacific|mountain|central|eastern) time|[a-z]+\/[a-z]+_[a-z]+)\b/gi,
  ],
  ['path', /(?<![\w/])[\w.-]+(?:\/[\w.-]+)+/g],
  ['number', /\+?\b\d(?:[ ().-]?\d){6,}\b/g],
  ['code', /\b[a-z]+-\d+[a-z\d]*\b|\b[a-z]+\d+[a-z\d]*\b/gi],
  ['version', /\bv?\d+\.\d+(?:\.\d+)*\b|\b\p{Lu}\w+ \d{1,3}\b/gu],
  ['person', /\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\b/gu],
  [
    'style',
    /\b(?:terse|brief|concise|verbose|detailed|formal|informal|playful|warm|metric|imperial)\b/gi,
  ],
];

/** A label in capitals: `FACT:`. */
const LABEL = /^\p{Lu}[\p{Lu} _-]{2,30}:\s*/u;
/** One short sentence, without code and cells. */
const PLAIN = /^[^?`*|{}]{8,140}$/;
/** Starts of sentences that are no statements: requests, questions, items of lists. */
const NO_STATEMENT =
  /^(?:[-+*•\d#>✓✗]|(?:can|could|would|will|please|let|did|do|does|what|when|why|how|where|who|which|ok|okay|yes|no|yeah|so|and|but|if|in theory|alright)\b(?! (?:not|never)\b))/i;
/** Words of a prohibition. */
const PROHIBITION =
  /\b(?:never|(?:must|do|may|can|should) ?(?:not|n[’']?t)|don[’']?t|cannot|no longer allowed)\b/i;
/** Words of a wish, or of the state of the work. */
const WISH_OR_STATE =
  /\b(?:prefers?|(?:I|we|user) wants?|next steps?|current(?:ly)?|open question|still open|awaiting|(?:are|is) (?:done|failing|blocked))\b/i;

function isPlain(sentence: string): boolean {
  return PLAIN.test(sentence) && !NO_STATEMENT.test(sentence);
}

/**
 * Returns whether a sentence reads like a statement to remember. It has a label in capitals, or it has 8 to 140 UTF-16 units and names a value (a
 * date, an address, a price, a version), a wish, or the state of the work. Used to keep such a sentence before others.
 */
export function isStatement(sentence: string): boolean {
  const text = sentence.trim();
  if (LABEL.test(text)) return true;
  if (!isPlain(text)) return false;
  return WISH_OR_STATE.test(text) || VALUE_KINDS.some(([, pattern]) => text.search(pattern) >= 0);
}

/** A sentence that states a value of something: `The staging host is db2.internal.` */
interface Statement {
  /** Stems of the words that name the thing, such as `stag` and `host`. */
  readonly words: ReadonlySet<string>;
  /** Its values, by kind. */
  readonly values: ReadonlyMap<string, string>;
  /** The sentence with its values replaced by their kinds: `the staging host is <address> .` */
  readonly frame: string;
  readonly isUpdate: boolean;
  readonly forbids: boolean;
}

const WORD = /\p{L}[\p{L}’']*/gu;
const ENDING = /(?:[’']s|ings?|ers?|ed|es|s)$/;
/** Words that name no thing. */
const FUNCTION_WORDS = new Set(
  'the this that these those and for with from into onto all any every each are was were will would should must not never always only keep get run set our your their its his her has have had been being than then them they you there here about over under above below without within before after again also just still week today going forward from now rather'.split(
    ' ',
  ),
);

/** Reads a sentence; `undefined` if it states no value. */
function readStatement(sentence: string): Statement | undefined {
  let rest = sentence.trim().replace(LABEL, '');
  if (!isPlain(rest)) return undefined;
  const isUpdate = UPDATE.test(rest);
  const values = new Map<string, string>();
  const words = new Set<string>();
  for (const [kind, pattern] of VALUE_KINDS) {
    rest = rest.replaceAll(pattern, (value) => {
      values.set(kind, `${values.get(kind) ?? ''} ${value.toLowerCase()}`);
      // Branches and files of one folder are of one kind.
      const folder = kind === 'path' ? value.slice(0, value.indexOf('/') + 1) : '';
      if (folder !== '') words.add(folder.toLowerCase());
      return ` <${kind}> `;
    });
  }
  if (values.size === 0) return undefined;
  for (const [word] of rest.replaceAll(/<[^>]*>/g, ' ').matchAll(WORD)) {
    const name = word.toLowerCase();
    if (name.length > 2 && !FUNCTION_WORDS.has(name)) words.add(name.replace(ENDING, ''));
  }
  const frame = rest.toLowerCase().replaceAll(/\s+/g, ' ');
  return { words, values, frame, isUpdate, forbids: PROHIBITION.test(sentence) };
}

/** A frame that names a thing before its value. */
const NAMES_THING_FIRST = /^[^<]*\b(?:is|are|cap|limit)\b[^<]*</;
/** Maximum number of statements that a word may be in and still identify its thing. */
const MAX_STATEMENTS_PER_WORD = 6;

/**
 * Returns the statements that a later one replaces: it has the same frame with another value, or it has a word of an update, names the same
 * thing, and has another value of the same kind. Requests and questions replace nothing, and only a prohibition replaces a prohibition. Linear in
 * the sentences.
 *
 * @param sentences of users, oldest first
 * @returns indices of the replaced sentences
 */
export function findReplacedStatements(sentences: readonly string[]): ReadonlySet<number> {
  const statements = sentences.map(readStatement);
  const byWord = new Map<string, number[]>();
  const byFrame = new Map<string, number>();
  for (const [index, statement] of statements.entries()) {
    for (const word of statement?.words ?? []) {
      byWord.set(word, [...(byWord.get(word) ?? []).slice(-MAX_STATEMENTS_PER_WORD), index]);
    }
  }
  const replaced = new Set<number>();
  for (const [newerIndex, newer] of statements.entries()) {
    if (newer === undefined) continue;
    const isReplaceable = (index: number): boolean =>
      index < newerIndex && !replaced.has(index) && canReplace(newer, statements[index]!);
    // The replaced statement is the one with the highest score: an equal frame, else the most and the rarest words in common.
    const scores = new Map<number, number>();
    const same = byFrame.get(newer.frame);
    if (same !== undefined && NAMES_THING_FIRST.test(newer.frame) && isReplaceable(same))
      scores.set(same, Infinity);
    byFrame.set(newer.frame, newerIndex);
    for (const word of newer.isUpdate ? newer.words : []) {
      const indices = byWord.get(word)!;
      if (indices.length > MAX_STATEMENTS_PER_WORD) continue;
      for (const index of indices.filter(isReplaceable)) {
        scores.set(index, (scores.get(index) ?? 0) + 1 / indices.length);
      }
    }
    const [best] = [...scores].toSorted((a, b) => b[1] - a[1] || b[0] - a[0]);
    if (best !== undefined) replaced.add(best[0]);
  }
  return replaced;
}

/** Returns the sentences that a later one replaces. A sentence that is said again after that holds again. @param sentences of users, oldest first */
export function findReplacedSentences(sentences: readonly string[]): ReadonlySet<string> {
  const lastIndex = new Map(sentences.map((sentence, index) => [sentence, index]));
  const replaced = findReplacedStatements(sentences);
  return new Set(
    sentences.filter((sentence, index) => replaced.has(index) && lastIndex.get(sentence) === index),
  );
}

/** Returns whether two statements have different values of the same kind, and nothing that is forbidden becomes allowed. */
function canReplace(newer: Statement, older: Statement): boolean {
  if (older.forbids && !newer.forbids) return false;
  return [...newer.values].some(([kind, value]) => (older.values.get(kind) ?? value) !== value);
}
