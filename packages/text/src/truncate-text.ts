let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the longest prefix of at most `limit` UTF-16 units that ends on a grapheme boundary: empty if the first grapheme is longer.
 * Linear in `limit`, whatever the length of the text.
 *
 * @param limit fractions are rounded down; less than 1 and NaN return an empty text
 */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (!(limit >= 1)) return '';
  const end = Math.floor(limit);
  if (isCertainBoundary(text, end)) return text.slice(0, end);
  let start = end - 1;
  while (start > 0 && !isCertainBoundary(text, start)) start--;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  // A boundary depends only on the characters on both sides of it and on those before.
  const grapheme = segmenter.segment(text.slice(start, end + 2)).containing(end - start)!;
  return text.slice(0, start + grapheme.index);
}

/** Returns whether a boundary is certain: neither neighbour ever combines with another character. */
function isCertainBoundary(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return stands(before) && stands(after) && !(before === 0x0d && after === 0x0a);
}

/**
 * Returns whether a unit never combines: Latin, Greek, Cyrillic, CJK punctuation, kana, Han, Hangul syllables, fullwidth forms, without
 * combining marks and conjoining letters.
 */
function stands(unit: number): boolean {
  if (unit < 0x300) return true;
  if (unit < 0x3000) return (unit >= 0x370 && unit < 0x483) || (unit >= 0x48a && unit < 0x530);
  if (unit < 0x3400)
    return unit < 0x302a || (unit >= 0x3041 && unit < 0x3097) || (unit >= 0x30a1 && unit < 0x30fb);
  if (unit < 0xac00) return unit >= 0x4e00 && unit < 0xa000;
  return unit < 0xd7a4 || (unit >= 0xff01 && unit < 0xff9e);
}
