import { END, START, TRIVIAL, UNIT_SIZE } from '@palimpsest/salience';
import type { Selection } from './selection.ts';

export interface RoomRequest {
  readonly selection: Selection;
  readonly taken: number;
  readonly tokensAt: (taken: number) => Promise<number>;
  readonly targetTokens: number;
}

/** Closer to the target than this share of it is close enough. */
const CLOSE = 0.004;
const MOST_ROUNDS = 3;
/** What a unit costs beside its characters: a line break and a mark. */
const BESIDE = 6;

/** Gives the room that is left to units that fit in it: those next in the ranking, then the newest. */
export async function fillRoom({ selection, taken, tokensAt, targetTokens }: RoomRequest): Promise<void> {
  const { draft } = selection;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const room = targetTokens - (await tokensAt(taken));
    if (room <= CLOSE * targetTokens) return;
    const added = choose(selection, taken, room);
    if (added.length === 0) return;
    for (const unit of added) draft.setExtra(unit, true);
    while (added.length > 0 && (await tokensAt(taken)) > targetTokens) {
      // What was guessed too cheap goes again, the largest part of it at once.
      const half = added.splice(Math.floor(added.length / 2));
      for (const unit of half) draft.setExtra(unit, false);
    }
  }
}

function choose({ ranking, draft }: Selection, taken: number, room: number): number[] {
  const { board, order } = ranking;
  const chosen: number[] = [];
  let left = room;
  const consider = (unit: number): void => {
    const passage = board.passageOf[unit]!;
    const { reading, rate = 1, isKept, isSpent } = board.passages[passage]!;
    if (isKept === true || isSpent === true || (board.shapeOf[unit]! & TRIVIAL) !== 0) return;
    if (draft.isKept(unit, taken)) return;
    const at = (unit - board.firstUnit[passage]!) * UNIT_SIZE;
    const cost = (reading.units[at + END]! - reading.units[at + START]! + BESIDE) * rate;
    if (cost > left) return;
    left -= cost;
    chosen.push(unit);
  };
  for (let place = taken; place < order.length; place += 1) consider(order[place]!);
  for (let unit = board.units - 1; unit >= 0 && left > BESIDE; unit -= 1) {
    if (!chosenBefore(ranking.places[unit]!, order.length)) consider(unit);
  }
  return chosen;
}

/** Whether a unit was considered with the ranking. */
function chosenBefore(place: number, ranked: number): boolean {
  return place < ranked;
}
