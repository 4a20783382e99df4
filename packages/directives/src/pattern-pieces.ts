/** What a part of a pattern takes: certain letters, what is never a letter, what may be one, or one of several sequences. */
export type Piece =
  | { readonly kind: 'letters'; readonly letters: string; readonly isOptional: boolean }
  | { readonly kind: 'gap'; readonly isOptional: boolean }
  | { readonly kind: 'any'; readonly isOptional: boolean }
  | {
      readonly kind: 'group';
      readonly choices: readonly (readonly Piece[])[];
      readonly isOptional: boolean;
      readonly isRepeated: boolean;
    };

const LETTER = /\p{L}/u;
/** Without one that is taken several times, or perhaps not at all. */
const LETTERS = /\p{L}+(?![?*+{])/uy;
const ESCAPE = /\\p\{\w+(?:=\w+)?\}|\\./y;
const QUANTIFIER = /(?:[?*+]|\{(\d+)(,\d*)?\})\??/y;
const CLASS = /\[\^?(?:\\.|[^\]\\])*\]/y;
const LOOK = /\(\?(?:[=!]|<[=!])/y;

/** What is no letter, for a pattern is full of them. */
const SIGNS = " ()[|\\'";
const ONCE = { isOptional: false, isRepeated: false } as const;

/** The alternatives of the source of a regular expression, each as it is written. */
export function splitAlternatives(source: string): string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < source.length; index++) {
    const unit = source[index];
    if (unit === '\\') index++;
    else if (unit === '[') index += taken(CLASS, source, index).length - 1;
    else if (unit === '(') depth += 1;
    else if (unit === ')') depth -= 1;
    else if (unit === '|' && depth === 0) {
      alternatives.push(source.slice(start, index));
      start = index + 1;
    }
  }
  return [...alternatives, source.slice(start)];
}

/** Reads the source of a regular expression of a table. What looks ahead or behind takes nothing and is left out. */
export function patternPieces(source: string): Piece[][] {
  let index = 0;
  return readChoices();

  function readChoices(): Piece[][] {
    const choices: Piece[][] = [[]];
    while (index < source.length && source[index] !== ')') {
      if (source[index] === '|') {
        choices.push([]);
        index++;
      } else readPiece(choices.at(-1)!);
    }
    return choices;
  }

  function readPiece(pieces: Piece[]): void {
    const start = index;
    const letters = SIGNS.includes(source[start]!) ? '' : taken(LETTERS, source, start);
    if (letters !== '') {
      index += letters.length;
      pieces.push({ kind: 'letters', letters, isOptional: false });
      return;
    }
    if (source[start] === '(') {
      const look = taken(LOOK, source, start);
      index += look === '' ? (source.startsWith('(?:', start) ? 3 : 1) : look.length;
      const choices = readChoices();
      index++;
      const { isOptional, isRepeated } = readQuantifier();
      if (look === '') pieces.push({ kind: 'group', choices, isOptional, isRepeated });
      return;
    }
    const unit = unitAt(source, start);
    index += unit.length;
    const { isOptional } = readQuantifier();
    pieces.push({ kind: takesNoLetter(unit) ? 'gap' : 'any', isOptional });
  }

  function readQuantifier(): { isOptional: boolean; isRepeated: boolean } {
    if (!'?*+{'.includes(source[index] ?? ' ')) return ONCE;
    QUANTIFIER.lastIndex = index;
    const match = QUANTIFIER.exec(source);
    if (match === null) return ONCE;
    index += match[0].length;
    const isOptional = match[1] === undefined ? !match[0].startsWith('+') : match[1] === '0';
    return { isOptional, isRepeated: !match[0].startsWith('?') };
  }
}

/** A class, what is escaped, or one sign. */
function unitAt(source: string, index: number): string {
  const sign = source[index]!;
  if (sign === '[') return taken(CLASS, source, index) || sign;
  return sign === '\\' ? taken(ESCAPE, source, index) || sign : sign;
}

function takesNoLetter(unit: string): boolean {
  if (unit === ' ') return true;
  if (unit.startsWith('[^') || unit === '.' || unit.includes('\\p')) return false;
  return !LETTER.test(unit.replaceAll(/\\[ds]/g, ''));
}

function taken(pattern: RegExp, source: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(source)?.[0] ?? '';
}
