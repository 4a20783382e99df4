let segmenter: Intl.Segmenter | undefined;

/**
 * The longest start of a text that has at most `limit` UTF-16 units and splits no character a reader sees: it ends on a grapheme
 * boundary. Work is linear in `limit` whatever the text is; a first grapheme longer than `limit` leaves the empty text.
 *
 * @param limit UTF-16 units; fractions are rounded down, what is below 1 or no number leaves nothing
 */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (!(limit >= 1)) return '';
  const end = Math.floor(limit);
  if (isCertainBoundary(text, end)) return text.slice(0, end);
  let start = end - 1;
  while (start > 0 && !isCertainBoundary(text, start)) start--;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  // Whether there is a boundary before a character depends on this character and on what stands before it.
  const grapheme = segmenter.segment(text.slice(start, end + 2)).containing(end - start)!;
  return text.slice(0, start + grapheme.index);
}

/** Between two characters that join with no neighbour there is a boundary, whatever stands around them. */
function isCertainBoundary(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return stands(before) && stands(after) && !(before === 0x0d && after === 0x0a);
}

/** Latin, Greek, Cyrillic, CJK punctuation, kana, Han, Hangul syllables, fullwidth forms: without marks, signs and conjoining letters. */
function stands(unit: number): boolean {
  if (unit < 0x300) return true;
  if (unit < 0x3000) return (unit >= 0x370 && unit < 0x483) || (unit >= 0x48a && unit < 0x530);
  if (unit < 0x3400)
    return unit < 0x302a || (unit >= 0x3041 && unit < 0x3097) || (unit >= 0x30a1 && unit < 0x30fb);
  if (unit < 0xac00) return unit >= 0x4e00 && unit < 0xa000;
  return unit < 0xd7a4 || (unit >= 0xff01 && unit < 0xff9e);
}
