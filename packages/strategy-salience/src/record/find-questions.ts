import type { IContent } from '@palimpsest/core-types';
import { humanTextLength, isHumanText, isRecordEntry, isRequest } from '@palimpsest/engine/history';
import type { Part, Piece } from './pieces.ts';

type Pieces = readonly (readonly Piece[])[];

/** What the agent has to answer, or works on. */
export interface OpenQuestions {
  /** The words of the newest request: they stay whole in any case. */
  readonly newest: ReadonlySet<Part>;
  /** The agent's last words, its calls without an answer, and its plan. */
  readonly atWork: readonly Part[];
}

/** Returns what is open at the end of a history. */
export function findQuestions(history: readonly IContent[], pieces: Pieces): OpenQuestions {
  return { newest: newestWords(history, pieces), atWork: partsAtWork(history, pieces) };
}

/** Returns the words of the newest request, wherever they stand, and of the newest one that is more than a picture. */
function newestWords(
  history: readonly IContent[],
  pieces: readonly (readonly Piece[])[],
): ReadonlySet<Part> {
  const found = new Set<Part>();
  const add = (at: number): void => {
    for (const { kind, texts } of pieces[at] ?? []) {
      if (kind === 'person') for (const part of texts) found.add(part);
    }
  };
  const newest = history.findLastIndex(isHumanText);
  const record = history.findLastIndex(isRecordEntry);
  if (newest > record) {
    add(newest);
    add(history.findLastIndex((entry) => isRequest(entry) && humanTextLength(entry) > 0));
    return found;
  }
  // It is in a record: the words after which only steps follow.
  const items = pieces[record] ?? [];
  const last = items.findLastIndex(({ kind }) => kind === 'person');
  for (const part of items[last]?.texts ?? []) found.add(part);
  return found;
}

/** Returns the newest calls with their arguments, the last words of the agent, and its plan. */
function partsAtWork(history: readonly IContent[], pieces: Pieces): Part[] {
  const last = history.findLastIndex(({ speaker }) => speaker === 'ai');
  const calls = (pieces[last] ?? []).flatMap((piece) =>
    piece.kind === 'step' && piece.call !== undefined
      ? [...(piece.title === undefined ? [] : [piece.title]), ...argumentsOf(piece.texts)]
      : [],
  );
  const all = pieces.flatMap((of) => of.flatMap(({ texts }) => texts));
  const words = all.findLast(({ role }) => role === 'text');
  const plan = all.filter((part) => part.role === 'arguments' && part.call?.plan === 'newest');
  return [...(words === undefined ? [] : [words]), ...calls, ...plan];
}

function argumentsOf(texts: readonly Part[]): Part[] {
  return texts.filter(({ role }) => role === 'arguments');
}
