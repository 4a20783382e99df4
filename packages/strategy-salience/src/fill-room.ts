import { isKey, isTrivial, unitLength } from '@palimpsest/salience';
import type { Selection } from './selection.ts';

export interface RoomRequest {
  readonly selection: Selection;
  readonly taken: number;
  readonly tokensAt: (taken: number) => Promise<number>;
  readonly targetTokens: number;
}

/** Closer to the target than this share of it is close enough. */
const CLOSE = 0.004;
/**
 * What a unit costs beside its characters: a line break, and a mark where it stands alone. At most at first, then at least, and so again
 * with what was guessed too dear: estimators see texts in their own ways.
 */
const BESIDE = [6, 1, 1, 1] as const;
/** Less room than this is none. */
const LEAST_ROOM = 1;
/** How many units are tried one by one in the end. */
const TRIALS = 64;

/** Gives the room that is left to units that fit in it: those next in the ranking, then the newest, in the end whatever is small enough. */
export async function fillRoom(request: RoomRequest): Promise<void> {
  const { selection, taken, tokensAt, targetTokens } = request;
  const { draft } = selection;
  const roomLeft = async (): Promise<number> => targetTokens - (await tokensAt(taken));
  for (const beside of BESIDE) {
    const room = await roomLeft();
    if (room <= CLOSE * targetTokens) return;
    const added = choose(request, room, beside);
    for (const unit of added) draft.setExtra(unit, true);
    while (added.length > 0 && (await roomLeft()) < 0) {
      // What was guessed too cheap goes again, the later half of it at once.
      for (const unit of added.splice(Math.floor(added.length / 2))) draft.setExtra(unit, false);
    }
  }
  let room = await roomLeft();
  let trials = 0;
  for (const unit of candidates(request)) {
    if (trials === TRIALS || room <= Math.max(LEAST_ROOM, CLOSE * targetTokens)) return;
    if (costOf(request, unit, 0) > room) continue;
    trials += 1;
    draft.setExtra(unit, true);
    const left = await roomLeft();
    // Nothing is gained by what costs nothing: it does not show.
    if (left < 0 || left >= room) draft.setExtra(unit, false);
    else room = left;
  }
}

/** As many candidates as should fit into some room. */
function choose(request: RoomRequest, room: number, beside: number): number[] {
  const chosen: number[] = [];
  let left = room;
  for (const unit of candidates(request)) {
    if (left <= LEAST_ROOM) break;
    const cost = costOf(request, unit, beside);
    if (cost > left) continue;
    left -= cost;
    chosen.push(unit);
  }
  return chosen;
}

/** What a unit should cost, in tokens, with so many characters beside its own. */
function costOf({ selection }: RoomRequest, unit: number, beside: number): number {
  const { board } = selection.ranking;
  const passage = board.passageOf[unit]!;
  const { reading, rate = 1 } = board.passages[passage]!;
  return (unitLength(reading, unit - board.firstUnit[passage]!) + beside) * rate;
}

/** The units that might be kept as well when they are asked for, those next in the ranking first, then the newest. */
function* candidates({ selection: { ranking, draft }, taken }: RoomRequest): Generator<number> {
  const { board, order, places, isSaid } = ranking;
  const mayStay = (unit: number, wantsSpent: boolean): boolean => {
    const passage = board.passageOf[unit]!;
    const { reading, role, isKept, isSpent = false } = board.passages[passage]!;
    if (isKept === true || isSpent !== wantsSpent) return false;
    // Reasoning goes before a word of a person does.
    if (isSpent && role === 'reasoning') return false;
    const own = unit - board.firstUnit[passage]!;
    return !isTrivial(reading, own) && !isKey(reading, own) && !draft.isKept(unit, taken);
  };
  for (let place = taken; place < order.length; place += 1) {
    if (mayStay(order[place]!, false)) yield order[place]!;
  }
  // Where only words of people are chosen from, crumbs that none of them fits into go to the rest.
  for (const wantsSpent of [false, true]) {
    for (let unit = board.units - 1; unit >= 0; unit -= 1) {
      // What stands in the tail is not said again before it.
      if (places[unit]! < order.length || isSaid(unit)) continue;
      if (mayStay(unit, wantsSpent)) yield unit;
    }
  }
}
