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
/** What a unit costs beside its characters at most, and at least: a line break, and a mark where it stands alone. */
const BESIDE = [6, 1] as const;
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
    const added = choose(request, { room, beside, most: Number.MAX_SAFE_INTEGER });
    for (const unit of added) draft.setExtra(unit, true);
    while (added.length > 0 && (await roomLeft()) < 0) {
      // What was guessed too cheap goes again, the later half of it at once.
      for (const unit of added.splice(Math.floor(added.length / 2))) draft.setExtra(unit, false);
    }
  }
  let skip = 0;
  for (let trial = 0, room = await roomLeft(); trial < TRIALS; trial += 1) {
    if (room <= CLOSE * targetTokens) return;
    const [unit] = choose(request, { room, beside: 0, most: 1, skip });
    if (unit === undefined) return;
    draft.setExtra(unit, true);
    const left = await roomLeft();
    // Nothing is gained by what costs nothing: it does not show.
    if (left < 0 || left >= room) {
      draft.setExtra(unit, false);
      skip += 1;
    } else room = left;
  }
}

interface Choice {
  readonly room: number;
  /** Characters that a unit costs beside its own. */
  readonly beside: number;
  readonly most: number;
  /** So many units that would do are passed over. @default 0 */
  readonly skip?: number;
}

function choose(
  { selection: { ranking, draft }, taken }: RoomRequest,
  { room, beside, most, skip = 0 }: Choice,
): number[] {
  const { board, order, places } = ranking;
  const chosen: number[] = [];
  let left = room;
  let toSkip = skip;
  const consider = (unit: number, wantsSpent: boolean): void => {
    const passage = board.passageOf[unit]!;
    const { reading, rate = 1, role, isKept, isSpent = false } = board.passages[passage]!;
    if (isKept === true || isSpent !== wantsSpent) return;
    // Reasoning goes before a word of a person does.
    if (isSpent && role === 'reasoning') return;
    const own = unit - board.firstUnit[passage]!;
    if (isTrivial(reading, own) || isKey(reading, own) || draft.isKept(unit, taken)) return;
    const cost = (unitLength(reading, own) + beside) * rate;
    if (cost > left) return;
    if (toSkip > 0) {
      toSkip -= 1;
      return;
    }
    left -= cost;
    chosen.push(unit);
  };
  const isFull = (): boolean => chosen.length >= most || left <= 1;
  for (let place = taken; place < order.length && !isFull(); place += 1)
    consider(order[place]!, false);
  // Where only words of people are chosen from, crumbs that none of them fits into go to the rest.
  for (const wantsSpent of [false, true]) {
    for (let unit = board.units - 1; unit >= 0 && !isFull(); unit -= 1) {
      if (places[unit]! >= order.length) consider(unit, wantsSpent);
    }
  }
  return chosen;
}
