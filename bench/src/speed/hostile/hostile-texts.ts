import { createDice } from '../../dice.ts';
import { chineseParagraph } from '../../prose/chinese.ts';
import { englishParagraph, unterminatedLine } from '../../prose/english.ts';

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

const MEGABYTE = 1_000_000;

/** Returns paragraphs of ordinary talk, one million characters: the reference for all other texts. */
export function ordinaryProse(): string {
  const dice = createDice(1);
  let text = '';
  while (text.length < MEGABYTE) text += `${englishParagraph(dice, 385)}\n\n`;
  return text.slice(0, MEGABYTE);
}

/**
 * Messages of a million characters that made other software stall or crash. The last two of the first group have a million sentences and lines.
 */
export function hostileTexts(): readonly HostileText[] {
  const dice = createDice(2);
  return Object.entries({
    'words, one line': unterminatedLine(dice, MEGABYTE),
    'Chinese, one line': chineseParagraph(dice, MEGABYTE),
    'CSV, one line': fill('1042,Leeds,"hall 3",19.95,open,'),
    'one letter': fill('a'),
    'hex run': fill('0f9e8d7c6b5a4f3e2d1c'),
    'digit run': fill('8014627395'),
    'a-a-a-': fill('a-'),
    'ag-ag-': fill('ag-'),
    'blank lines': fill('\n'),
    'open fence, blank lines': fill('\n', '```ts\n'),
    'key: and spaces': fill(' ', 'key:'),
    'quotes and words': fill('"said the auditor '),
    'a million sentences': 'a. '.repeat(MEGABYTE),
    'a million lines': 'x\n'.repeat(MEGABYTE),

    'keys and spaces, many lines': fill(`key:${' '.repeat(60)}\n`),
    spaces: fill(' '),
    dots: fill('.'),
    'opening brackets': fill('[{'),
    'backtick runs': fill('`` ``` ````'),
    'fences that never close': fill('```a\n~~~b\n'),
    'dollar signs': fill('$1 '),
    'at signs': fill('a@a.'),
    'path segments': fill('/a'),
    'starts of keys': fill('sk-ghp_AKIA'),
    'starts of PEM blocks': fill('-----BEGIN '),
    'camel humps': fill('aB'),
    underscores: fill('a_'),
    'numbers and units': fill('12 ms '),
    'capital words': fill('Aa Bb '),
    'combining marks': fill('\u0301', 'a'),
    flags: fill('🇳🇴'),
    'joined emoji': fill('👩\u200d'),
    'lone surrogates': fill('\ud800'),
    'Thai, one line': fill('กรุงเทพมหานครอากาศร้อนมาก'),
    'carriage returns': fill('a.\r\n'),
  }).map(([name, text]) => ({ name, text }));
}

/** Returns `start` and repeated `part`, truncated to a million UTF-16 units. */
function fill(part: string, start = ''): string {
  return (start + part.repeat(Math.ceil(MEGABYTE / part.length))).slice(0, MEGABYTE);
}
