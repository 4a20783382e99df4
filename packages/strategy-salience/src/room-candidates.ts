import { isKey, isTrivial, unitLength } from '@palimpsest/salience';
import type { Selection } from './selection.ts';

/** A selection that leaves tokens unspent. */
export interface Room {
  readonly selection: Selection;
  /** Number of selected units of the ranking. */
  readonly taken: number;
}

/** Maximum length of other texts after user text had to be removed, in UTF-16 units: one or two lines (law 3). */
const CRUMBS_LENGTH = 160;
/** Exhausted or not, mentioned elsewhere or not. */
const GROUPS = [
  [false, false],
  [true, false],
  [false, true],
] as const;

/**
 * Yields candidates for the remaining tokens: the next in the ranking, then the newest. In a selection of user text, a remainder too small
 * for any of it goes to other texts. Content of the tail is repeated only if nothing else is left.
 */
export function* roomCandidates(request: Room): Generator<number> {
  const { board, order, selectionRanks, isCovered } = request.selection.ranking;
  for (let place = request.taken; place < order.length; place += 1) {
    if (mayStay(request, order[place]!, false)) yield order[place]!;
  }
  const crumbs = crumbsLeft(request);
  for (const [wantsSpent, wantsSaid] of GROUPS) {
    for (let unit = board.units - 1; unit >= 0; unit -= 1) {
      if (selectionRanks[unit]! < order.length || isCovered(unit) !== wantsSaid) continue;
      if (!mayStay(request, unit, wantsSpent)) continue;
      if (!wantsSpent || crumbs(unit)) yield unit;
    }
  }
}

function mayStay(
  { selection: { ranking, draft }, taken }: Room,
  unit: number,
  wantsSpent: boolean,
): boolean {
  const { board } = ranking;
  const passage = board.passageOf[unit]!;
  const { reading, role, isKept, isExhausted = false } = board.passages[passage]!;
  if (isKept === true || isExhausted !== wantsSpent) return false;
  // Reasoning goes before user text.
  if (isExhausted && role === 'reasoning') return false;
  const own = unit - board.firstUnit[passage]!;
  return !isTrivial(reading, own) && !isKey(reading, own) && !draft.isKept(unit, taken);
}

/** Charges a unit's length to what its passage may keep next to user text. Returns false if it exceeds that. */
function crumbsLeft({ selection: { ranking, draft }, taken }: Room) {
  const { passageOf, firstUnit, passages } = ranking.board;
  const left = new Map<number, number>();
  const lengthOf = (unit: number, passage: number): number =>
    unitLength(passages[passage]!.reading, unit - firstUnit[passage]!) + 1;
  return (unit: number): boolean => {
    const passage = passageOf[unit]!;
    let room = left.get(passage);
    if (room === undefined) {
      room = CRUMBS_LENGTH;
      for (let own = firstUnit[passage]!; own < firstUnit[passage + 1]!; own += 1) {
        if (draft.isKept(own, taken)) room -= lengthOf(own, passage);
      }
    }
    const after = room - lengthOf(unit, passage);
    left.set(passage, after < 0 ? room : after);
    return after >= 0;
  };
}
