import { createDice } from '../../dice.ts';
import { englishParagraph } from '../../prose/english.ts';

/** Returns paragraphs of ordinary talk: the reference for all other texts. */
export function proseOf(length: number): string {
  const dice = createDice(1);
  const paragraphs: string[] = [];
  for (let size = 0; size < length;) {
    const paragraph = englishParagraph(dice, 385);
    paragraphs.push(paragraph);
    size += paragraph.length + 2;
  }
  return paragraphs.join('\n\n').slice(0, length);
}

/** Returns texts of a given length that are expensive to parse into lines and words; one line each unless the name states otherwise. */
export function hostileLines(length: number): Readonly<Record<string, string>> {
  const dice = createDice(2);
  const letters: string[] = [];
  for (let at = 0; at < length / 10; at += 1) {
    letters.push(dice.between(36 ** 9, 36 ** 10 - 1).toString(36));
  }
  const fill = (part: string): string =>
    part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const half = Math.floor(length / 2);
  const sixth = Math.floor(length / 6);
  return {
    'letters without blanks': letters.join('').replaceAll(/\d/g, 'q').slice(0, length),
    'letters and digits without blanks': letters.join('').slice(0, length),
    'one letter': fill('a'),
    blanks: fill(' '),
    tabs: fill('\t'),
    'opening braces': fill('{'),
    'quote and colon': fill('":'),
    digits: fill('8014627395'),
    Chinese: fill('北京颐和园明天上午开放门票多少钱请问怎么走'),
    emoji: fill('👩\u200d💻🇳🇴😀'),
    'lines of …1': fill('…1\n'),
    'lines of one letter': fill('x\n'),
    'JSON string with escapes': jsonString(length),
    'deep JSON': `${'['.repeat(half)}${']'.repeat(half)}`,
    'deep JSON objects': `${'{"a":'.repeat(sixth)}1${'}'.repeat(sixth)}`,
  };
}

/** Returns a JSON string with an escape every few characters. */
function jsonString(length: number): string {
  const escaped = JSON.stringify('line\n"quoted"\u0001 é ').slice(1, -1);
  return `"${escaped.repeat(Math.floor((length - 2) / escaped.length))}"`;
}
