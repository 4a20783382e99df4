import { isKey, isTrivial, unitLength } from '@palimpsest/salience';
import type { Selection } from './selection.ts';

/** A selection that leaves room. */
export interface Room {
  readonly selection: Selection;
  /** How many units of the ranking are kept. */
  readonly taken: number;
}

/** What a text that words of people had to go for may keep, in UTF-16 units: a line or two (law 3). */
const CRUMBS_LENGTH = 160;
/** Spent or not, said elsewhere or not. */
const GROUPS = [
  [false, false],
  [true, false],
  [false, true],
] as const;

/**
 * The units that might be kept as well when they are asked for: those next in the ranking first, then the newest. Where only words of people
 * are chosen from, crumbs that none of them fits into go to the rest; what stands in the tail is said again only where nothing else is left.
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
  // Reasoning goes before a word of a person does.
  if (isExhausted && role === 'reasoning') return false;
  const own = unit - board.firstUnit[passage]!;
  return !isTrivial(reading, own) && !isKey(reading, own) && !draft.isKept(unit, taken);
}

/** Takes a unit's length from what its passage may keep beside words of people; false where there is less. */
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
