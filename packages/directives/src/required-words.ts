import { patternPieces, type Piece } from './pattern-pieces.ts';

/** A word, or how one begins. */
export interface Word {
  readonly word: string;
  readonly isWhole: boolean;
}

/** A word, and between which others it has to stand, with nothing but signs and blanks between. */
export interface RequiredWord extends Word {
  /** It is the first that the expression takes. */
  readonly isFirst: boolean;
  readonly previous: readonly Word[] | undefined;
  readonly next: readonly Word[] | undefined;
}

/** Words that are too common to look for where a rarer one would do, and how often they stand in ten thousand. */
const FREQUENCIES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  (
    [
      [600, 'the'],
      [280, 'to and of a in'],
      [110, 'is that it i for you'],
      [70, 'as with on this be we are was he t de que la'],
      [45, 'or not an at by have but my le en el e die der und o'],
      [30, 'from if can they all has one will what your which she'],
      [20, 'there when would do me so no out up about then more time any just'],
    ] as const
  ).flatMap(([count, words]) => words.split(' ').map((word) => [word, count] as const)),
);
const RARE = 3;

/** Where a sequence stands: whether no letter is in front of it and behind, and which words are. */
interface Surroundings {
  readonly opens: boolean;
  readonly closes: boolean;
  readonly isFirst: boolean;
  readonly previous: readonly Word[] | undefined;
  readonly next: readonly Word[] | undefined;
}

/**
 * Words of which a text has to hold at least one for a regular expression to match in it, the rarest that are; nothing where there are
 * none. The expression begins and ends where words do. A word is a run of letters: `don't` are two.
 */
export function requiredWords(source: string): readonly RequiredWord[] | undefined {
  return ofChoices(patternPieces(source), {
    opens: true,
    closes: true,
    isFirst: true,
    previous: undefined,
    next: undefined,
  });
}

function ofChoices(
  choices: readonly (readonly Piece[])[],
  around: Surroundings,
): readonly RequiredWord[] | undefined {
  const words: RequiredWord[] = [];
  for (const choice of choices) {
    const own = ofSequence(choice, around);
    if (own === undefined) return undefined;
    words.push(...own);
  }
  return words;
}

function ofSequence(
  pieces: readonly Piece[],
  around: Surroundings,
): readonly RequiredWord[] | undefined {
  let rarest: readonly RequiredWord[] | undefined;
  let rarestCost = Infinity;
  for (const [index, piece] of pieces.entries()) {
    if (piece.isOptional || (piece.kind !== 'letters' && piece.kind !== 'group')) continue;
    const words = ofPiece(piece, {
      opens: isGap(pieces, index - 1, -1, around.opens),
      closes: isGap(pieces, index + 1, 1, around.closes),
      isFirst: index === 0 && around.isFirst,
      previous: index === 0 ? around.previous : neighbours(pieces, index - 1, -1, false),
      next: index === pieces.length - 1 ? around.next : neighbours(pieces, index + 1, 1, false),
    });
    const wordsCost = words === undefined ? Infinity : cost(words);
    if (wordsCost >= rarestCost) continue;
    rarest = words;
    rarestCost = wordsCost;
  }
  return rarest;
}

function ofPiece(
  piece: Extract<Piece, { kind: 'letters' }> | Extract<Piece, { kind: 'group' }>,
  around: Surroundings,
): readonly RequiredWord[] | undefined {
  const { opens, closes, isFirst, previous, next } = around;
  if (piece.kind === 'letters') {
    if (!opens) return undefined;
    return [
      { word: piece.letters, isWhole: closes, isFirst, previous, next: closes ? next : undefined },
    ];
  }
  if (!piece.isRepeated) return ofChoices(piece.choices, around);
  return ofChoices(piece.choices, {
    opens: opens && isGap([piece], 0, -1, true),
    closes: closes && isGap([piece], 0, 1, true),
    isFirst: false,
    previous: undefined,
    next: undefined,
  });
}

/** Words of which one has to follow (1) or go before (-1), apart by signs and blanks; nothing where others can. */
function neighbours(
  pieces: readonly Piece[],
  from: number,
  direction: 1 | -1,
  isApart: boolean,
): readonly Word[] | undefined {
  let apart = isApart;
  for (let index = from; index >= 0 && index < pieces.length; index += direction) {
    const piece = pieces[index]!;
    if (piece.kind === 'gap') {
      apart ||= !piece.isOptional;
      continue;
    }
    if (piece.kind === 'any' || piece.isOptional) return undefined;
    if (piece.kind === 'letters') {
      if (!apart) return undefined;
      const isWhole = isGap(pieces, index + direction, direction, false);
      return isWhole || direction === 1 ? [{ word: piece.letters, isWhole }] : undefined;
    }
    if (piece.isRepeated) return undefined;
    const words: Word[] = [];
    for (const choice of piece.choices) {
      const own = neighbours(choice, direction === 1 ? 0 : choice.length - 1, direction, apart);
      if (own === undefined) return undefined;
      words.push(...own);
    }
    return words;
  }
  return undefined;
}

/** Whether what pieces take first, read from one of them forwards (1) or backwards (-1), is no letter; `otherwise` is for what follows. */
function isGap(
  pieces: readonly Piece[],
  from: number,
  direction: 1 | -1,
  otherwise: boolean,
): boolean {
  for (let index = from; index >= 0 && index < pieces.length; index += direction) {
    const piece = pieces[index]!;
    if (piece.kind === 'letters' || piece.kind === 'any') return false;
    if (piece.kind === 'group') {
      const rest = isGap(pieces, index + direction, direction, otherwise);
      const isEveryGap = piece.choices.every((choice) =>
        isGap(choice, direction === 1 ? 0 : choice.length - 1, direction, rest),
      );
      return isEveryGap && (!piece.isOptional || rest);
    }
    if (!piece.isOptional) return true;
  }
  return otherwise;
}

function cost(words: readonly RequiredWord[]): number {
  let sum = 0;
  for (const { word, isWhole, previous, next } of words)
    sum += frequency({ word, isWhole }) * share(previous) * share(next);
  return sum;
}

function frequency({ word, isWhole }: Word): number {
  return (FREQUENCIES.get(word) ?? RARE) + (isWhole ? 0 : 20 / word.length);
}

/** How much rarer a word is where one of these stands beside it. */
function share(words: readonly Word[] | undefined): number {
  if (words === undefined) return 1;
  let sum = 0;
  for (const word of words) sum += frequency(word);
  return Math.min(1, 0.02 + sum / 1000);
}
