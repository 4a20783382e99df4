import type { Found, WordMatcher } from './word-matcher.ts';

/** Returns how many query words stand in a line, and where the first of them ends. */
export function firstFound(
  line: string,
  matcher: WordMatcher,
): { readonly words: number; readonly first: number } {
  const found: Found = { any: 0, begun: 0, whole: 0 };
  let [state, first] = [0, 0];
  for (let index = 0; index < line.length; index += 1) {
    const letter = matcher.letters[line.charCodeAt(index)]!;
    state = letter === 0 ? 0 : matcher.moves[state * matcher.width + letter]!;
    matcher.collect(state, line, index, found);
    if (first === 0 && found.any !== 0) first = index;
  }
  let words = 0;
  for (let rest = found.any; rest !== 0; rest &= rest - 1) words += 1;
  return { words, first };
}
