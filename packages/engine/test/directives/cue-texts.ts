import { readCueTables } from '../../src/directives/cues/cue-tables.ts';
import { createTableReader, type Cue } from '../../src/directives/table-reader.ts';

const LOOK = /\(\?(?:[=!]|<[=!])/y;
const CLASS = /\[(\^?)((?:\\.|[^\]\\])*)\]/y;
const ESCAPE = /\\p\{(\w+)[^}]*\}|\\./y;
const QUANTIFIER = /([?*+]|\{(\d+)(?:,(\d*))?\})\??/y;

/** The cues of all languages that separate words with spaces. */
export const WORD_CUES: readonly Cue[] = readCueTables()
  .filter(({ hasWords }) => hasWords)
  .flatMap((table) => createTableReader(table).cues);

/** Returns a text that an expression matches, apart from its lookarounds. `choose` returns a number below its argument. */
export function textOfCue(source: string, choose: (below: number) => number): string {
  let index = 0;
  return choices();

  function choices(): string {
    const found: string[] = [''];
    while (index < source.length && source[index] !== ')') {
      if (source[index] === '|') {
        found.push('');
        index++;
      } else found[found.length - 1] += piece();
    }
    return found[choose(found.length)]!;
  }

  function piece(): string {
    const look = taken(LOOK);
    let text: string;
    if (look !== undefined || source[index] === '(') {
      index += look === undefined ? 3 : 0;
      text = choices();
      index++;
      if (look !== undefined) text = '';
    } else text = sign();
    const quantifier = taken(QUANTIFIER);
    if (quantifier === undefined) return text;
    const [, kind, least, most] = quantifier;
    const from = least === undefined ? (kind === '+' ? 1 : 0) : Number(least);
    const to = kind === '?' ? 1 : Math.min(from + 2, Number(most || from + 2));
    return text.repeat(from + choose(to - from + 1));
  }

  function sign(): string {
    const members = taken(CLASS);
    if (members !== undefined) return members[1] === '^' ? ' ' : members[2]!.replace('\\', '')[0]!;
    const escape = taken(ESCAPE);
    if (escape !== undefined)
      return escape[1] === undefined ? (escape[0] === '\\d' ? '7' : escape[0][1]!) : 'x';
    const unit = source[index++]!;
    if (unit === '^' || unit === '$') return '';
    return unit === '.' ? 'x' : unit;
  }

  function taken(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = index;
    const match = pattern.exec(source) ?? undefined;
    if (match !== undefined) index = pattern.lastIndex;
    return match;
  }
}
