/** What one quotation or piece of code may hold to be taken as one. */
const MARKED =
  /`[^`]{1,200}`|"[^"]{2,200}"|“[^”]{2,200}”|«[^»]{2,200}»|„[^“”]{2,200}[“”]|「[^」]{2,200}」|『[^』]{2,200}』/g;
const WHOLLY_QUOTED = /^[`"“«„「『][^`"“”«»「」『』]*[`"”»“」』][.!。！]?$/;
const ADDRESS = /\b(?:https?|file):\/\/\S+/g;
const TAG = /<\/?[a-z_][\w-]{0,40}>/gi;
const EMPHASIS = /\*\*|__|(?<![\p{L}\p{N}])[*_](?=\p{L})|(?<=[\p{L}\p{N}.!])[*_](?![\p{L}\p{N}])/gu;
const LIST_MARK =
  /^(?:[-*+•·–—]|#{1,6}|\(?\d{1,3}[.)、:]|\(?[a-z][.)]|[（(]?[一二三四五六七八九十]{1,2}[)）、.]) ?(?:\[[ x]\] )?/;
/** Words, and signs that are left as they are. */
const PLAIN = /^(?![ ;])[a-z\d ,.;:!?'()-]*$/;
const APOSTROPHE = /[’‘ʼ´]/g;
const WHITE_SPACE = /\s+/g;

/**
 * A sentence as cues are written: small letters, straight apostrophes, one blank between words, without list mark, emphasis and tags;
 * a bar between cells is a semicolon. What is quoted or code becomes one sign, for it is not said by the one who quotes; where all of a
 * sentence is quoted it stays.
 */
export function foldSentence(sentence: string): string {
  const small = sentence.normalize('NFC').toLowerCase();
  const straight = small.replace(APOSTROPHE, "'");
  // Most sentences hold nothing but words, and are folded in a fraction of the time.
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
