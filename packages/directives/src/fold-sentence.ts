/** Quotations and inline code, up to 200 UTF-16 units. */
const MARKED =
  /`[^`]{1,200}`|"[^"]{2,200}"|“[^”]{2,200}”|«[^»]{2,200}»|„[^“”]{2,200}[“”]|「[^」]{2,200}」|『[^』]{2,200}』/g;
const WHOLLY_QUOTED = /^[`"“«„「『][^`"“”«»「」『』]*[`"”»“」』][.!。！]?$/;
const ADDRESS = /\b(?:https?|file):\/\/\S+/g;
const TAG = /<\/?[a-z_][\w-]{0,40}>/gi;
const EMPHASIS = /\*\*|__|(?<![\p{L}\p{N}])[*_](?=\p{L})|(?<=[\p{L}\p{N}.!])[*_](?![\p{L}\p{N}])/gu;
const LIST_MARK =
  /^(?:[-*+•·–—]|#{1,6}|\(?\d{1,3}[.)、:]|\(?[a-z][.)]|[（(]?[一二三四五六七八九十]{1,2}[)）、.]) ?(?:\[[ x]\] )?/;
/** Sentences that folding leaves unchanged, apart from a list mark. */
const PLAIN = /^(?![ ;])[a-z\d ,.;:!?'()-]*$/;
const APOSTROPHE = /[’‘ʼ´]/g;
const WHITE_SPACE = /\s+/g;

/**
 * Folds a sentence to the form that cues match: lower case, straight apostrophes, single blanks, no list mark, emphasis or tags. A bar
 * between cells becomes a semicolon. Quotations and code become `§`, because others said them; a sentence that is one quotation stays.
 */
export function foldSentence(sentence: string): string {
  const small = sentence.normalize('NFC').toLowerCase();
  const straight = small.replace(APOSTROPHE, "'");
  // Most sentences are plain, and skip the slower steps.
  if (PLAIN.test(straight) && !straight.includes('  '))
    return straight.replace(LIST_MARK, '').trim();
  const plain = straight.replace(ADDRESS, '§').replace(TAG, ' ; ').replace(WHITE_SPACE, ' ').trim();
  const unmarked = WHOLLY_QUOTED.test(plain) ? plain : plain.replace(MARKED, '§');
  return unmarked
    .replaceAll('|', ';')
    .replace(EMPHASIS, '')
    .replace(/^(?:; ?)+/, '')
    .replace(LIST_MARK, '')
    .replace(/^["“„«「『]|(?<=^.{0,20})\*\*/, '')
    .trim();
}
