import { CLASS_TABLE, DASH, DIGIT, LOWER, UNDERSCORE, UPPER } from './character-class.ts';

/** Characters of the secret part of a key. */
type Alphabet = 'alphanumeric' | 'capital' | 'hexadecimal' | 'token';

interface KeyFamily {
  readonly prefix: string;
  /** Minimum length of the secret part, in characters. */
  readonly minimum: number;
  /** Maximum length: finite if all keys of the family have the same length. */
  readonly maximum: number;
  readonly alphabet: Alphabet;
}

const FAMILIES: readonly KeyFamily[] = [
  ...family('AKIA ASIA ABIA ACCA', 'capital', 16, 16),
  ...family('AIza', 'token', 35, 35),
  ...family('SK AC key- dapi', 'hexadecimal', 32, 32),
  ...family('sk- xoxa- xoxb- xoxc- xoxd- xoxe- xoxp- xoxr- xoxs- xapp-', 'token', 20),
  ...family('glpat- gldt- glrt- glptt- glcbt- dckr_pat_ tskey- GOCSPX-', 'token', 20),
  ...family('sq0atp- sq0csp- pscale_tkn_ sntrys_ figd_ glsa_ PMAK-', 'token', 22),
  ...family('github_pat_', 'token', 36),
  ...family('pypi-', 'token', 50),
  ...family('gho_ ghp_ ghr_ ghs_ ght_ ghu_ npm_', 'alphanumeric', 36),
  ...family('sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_ whsec_', 'alphanumeric', 24),
  ...family('hf_ gsk_ xai- pplx- sbp_ ntn_ lin_api_ glc_ NRAK-', 'alphanumeric', 24),
  ...family('shpat_ shpss_ shpca_ shppa_ r8_ secret_', 'alphanumeric', 32),
  ...family('dop_v1_ doo_v1_ dor_v1_', 'hexadecimal', 64),
  ...family('AGE-SECRET-KEY-1', 'capital', 50),
];

/** Maximum number of UTF-16 units read of a secret part without a maximum length. */
const MAX_READ = 100;

/** Prefixes that end in a dot, which a run never contains. */
const DOTTED: readonly KeyFamily[] = [
  ...family('SG.', 'token', 20),
  ...family('hvs.', 'token', 24),
  ...family('ya29.', 'token', 24),
];

const BY_FIRST_UNIT = new Map<number, KeyFamily[]>();
for (const each of FAMILIES) {
  const unit = each.prefix.charCodeAt(0);
  BY_FIRST_UNIT.set(unit, [...(BY_FIRST_UNIT.get(unit) ?? []), each]);
}

/** Returns whether the letters, digits, `_` and `-` from `start` to `end` are a secret key of a known family, or look like one. */
export function isKey(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  // `"\nAKIA…"` in quoted text: the letter belongs to the escape.
  const from = before === '\\' && 'nrt'.includes(text[start]!) ? start + 1 : start;
  const families = BY_FIRST_UNIT.get(text.charCodeAt(from));
  if (families?.some((each) => isOfFamily(each, text, from, end)) === true) return true;
  if (
    before === '.' &&
    DOTTED.some((each) => isOfFamily(each, text, start - each.prefix.length, end))
  )
    return true;
  return (
    isWebToken(text, from, end) ||
    isBotToken(text, start, end) ||
    isHook(text, start, end) ||
    isLikelyKey(text, from, end)
  );
}

function isOfFamily(each: KeyFamily, text: string, start: number, end: number): boolean {
  if (start < 0 || !text.startsWith(each.prefix, start)) return false;
  const from = start + each.prefix.length;
  let bits = 0;
  const limit = Math.min(end, from + Math.min(each.maximum, MAX_READ) + 1);
  let index = from;
  for (; index < limit && isOfAlphabet(each.alphabet, text.charCodeAt(index)); index++)
    bits |= 1 << CLASS_TABLE[text.charCodeAt(index)]!;
  const length = index - from;
  if (length < each.minimum || length > each.maximum) return false;
  // Names can look like tokens, which may contain words and hyphens: `sk-learn-style-interface`.
  return each.alphabet !== 'token' || (bits & ((1 << DIGIT) | (1 << UPPER))) !== 0;
}

function isOfAlphabet(alphabet: Alphabet, unit: number): boolean {
  const kind = CLASS_TABLE[unit]!;
  if (kind === DIGIT) return true;
  if (alphabet === 'capital') return kind === UPPER;
  if (alphabet === 'hexadecimal') return kind === LOWER && unit <= 0x66;
  if (kind === LOWER || kind === UPPER) return true;
  return alphabet === 'token' && (kind === UNDERSCORE || kind === DASH);
}

/** Returns whether it is a JSON web token: `eyJ…`, a dot and its payload. */
function isWebToken(text: string, start: number, end: number): boolean {
  return (
    text.startsWith('eyJ', start) &&
    text[end] === '.' &&
    /^[\w-]{10}/.test(text.slice(end + 1, end + 11))
  );
}

/** Returns whether it is the token of a Telegram bot: a number, a colon and 35 characters. */
function isBotToken(text: string, start: number, end: number): boolean {
  if (end - start !== 35 || text[start - 1] !== ':' || !text.startsWith('AA', start)) return false;
  return /\d{8,10}$/.test(text.slice(Math.max(0, start - 11), start - 1));
}

/** Returns whether it is the secret at the end of a Slack webhook address. */
function isHook(text: string, start: number, end: number): boolean {
  if (end - start !== 24 || text[start - 1] !== '/') return false;
  return text.slice(Math.max(0, start - 60), start).includes('hooks.slack.com/services/T');
}

function family(
  prefixes: string,
  alphabet: Alphabet,
  minimum: number,
  maximum: number = Infinity,
): readonly KeyFamily[] {
  return prefixes.split(' ').map((prefix) => ({ prefix, alphabet, minimum, maximum }));
}

/** Bounds of the prefix length, and minimum length of the secret part, in UTF-16 units (seed, `api_key`). */
const MIN_PREFIX = 2;
const MAX_PREFIX = 15;
const MIN_SECRET = 20;

/** Minimum length of a random piece between `-` and `_`, and minimum number of changes between lower case, capitals and digits in it. */
const MIN_PIECE = 16;
const MIN_TURNS = 4;

/**
 * Returns whether a token of no known family looks like a key: a short name, `-` or `_`, and at least 20 characters with a
 * random-looking piece of digits and letters. A name of hexadecimal digits only is the first group of a UUID, and pieces of hexadecimal
 * digits only are digests.
 */
function isLikelyKey(text: string, start: number, end: number): boolean {
  const separator = findSeparator(text, start);
  if (separator < 0 || end - separator - 1 < MIN_SECRET) return false;
  let from = separator + 1;
  for (let index = from; index <= end; index++) {
    const kind = index < end ? CLASS_TABLE[text.charCodeAt(index)]! : DASH;
    if (kind !== DASH && kind !== UNDERSCORE) continue;
    if (index - from >= MIN_PIECE && isRandom(text, from, index)) return true;
    from = index + 1;
  }
  return false;
}

/** Returns the index after a prefix of ASCII letters and digits that contains a non-hexadecimal letter; -1 if there is none. */
function findSeparator(text: string, start: number): number {
  let isName = false;
  for (let index = start; index <= start + MAX_PREFIX; index++) {
    const unit = text.charCodeAt(index);
    const kind = CLASS_TABLE[unit]!;
    if (kind === DASH || kind === UNDERSCORE)
      return isName && index - start >= MIN_PREFIX ? index : -1;
    if (kind !== DIGIT && (unit | 32) > 0x66) isName = true;
  }
  return -1;
}

function isRandom(text: string, start: number, end: number): boolean {
  let bits = 0;
  let turns = 0;
  let before = -1;
  let isDigest = true;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    const kind = CLASS_TABLE[unit]!;
    bits |= 1 << kind;
    if (before >= 0 && kind !== before) turns++;
    before = kind;
    if (kind !== DIGIT && (unit | 32) > 0x66) isDigest = false;
  }
  const hasLetter = (bits & ((1 << LOWER) | (1 << UPPER))) !== 0;
  return hasLetter && (bits & (1 << DIGIT)) !== 0 && turns >= MIN_TURNS && !isDigest;
}
