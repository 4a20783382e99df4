import { unitLength } from '@palimpsest/salience';
import { roomCandidates, type Room } from './room-candidates.ts';

export interface RoomRequest extends Room {
  readonly tokensAt: (taken: number) => Promise<number>;
  readonly targetTokens: number;
}

/** A distance to the target below this share is accepted. */
const CLOSE = 0.004;
/**
 * Overhead of a unit in characters: a line break, and a gap marker if it stands alone. The largest first, then the smallest; repeated,
 * because estimators differ.
 */
const BESIDE = [6, 1, 1, 1] as const;
/** Tokens below which filling stops. */
const LEAST_ROOM = 1;
/** Units that are tried one by one at the end. */
const TRIALS = 64;

/** Spends the remaining tokens on units that fit: the next in the ranking, then the newest, then any small ones. */
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
      // Over the target: undo the later half at once.
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
    // A unit that adds no tokens is not visible in the output.
    if (left < 0 || left >= room) draft.setExtra(unit, false);
    else room = left;
  }
}

/** Returns as many candidates as should fit into the given tokens. */
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

/** Returns the expected cost of a unit in tokens, with `beside` overhead characters. */
function costOf({ selection }: RoomRequest, unit: number, beside: number): number {
  const { board } = selection.ranking;
  const passage = board.passageOf[unit]!;
  const { reading, costPerCharacter = 1 } = board.passages[passage]!;
  return (unitLength(reading, unit - board.firstUnit[passage]!) + beside) * costPerCharacter;
}
