import { unitLength } from '@palimpsest/salience';
import { roomCandidates, type Room } from './room-candidates.ts';

export interface RoomRequest extends Room {
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
export async function fillRemainingBudget(request: RoomRequest): Promise<void> {
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
  for (const unit of roomCandidates(request)) {
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
  for (const unit of roomCandidates(request)) {
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
  const { reading, costPerCharacter = 1 } = board.passages[passage]!;
  return (unitLength(reading, unit - board.firstUnit[passage]!) + beside) * costPerCharacter;
}
