import type { Passage } from '../passage.ts';
import { TRIVIAL } from '../reading/reading.ts';
import type { Reader } from '../reading/create-reader.ts';
import { countMentions, type Statistics } from '../value/statistics.ts';
import { topicsOf } from '../value/topics.ts';
import { atomValues, lineValues } from '../value/values.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from '../value/weights.ts';
import { layOut, type Board } from './board.ts';
import { createBucketQueue } from './bucket-queue.ts';
import { createCosts } from './costs.ts';

export interface RankOptions {
  /** The words the passages were read with. */
  readonly reader: Reader;
  /** Where ranking ends: the sum of what the ranked units cost, in characters times `rate`. */
  readonly budget: number;
  /** How many messages the history has. @default one more than the newest passage says */
  readonly messages?: number;
  /** How much a whole line counts beside the names in it. @default 0.3 */
  readonly lineShare?: number;
  /** @default `DEFAULT_WEIGHTS` */
  readonly weights?: SalienceWeights;
}

/** The units worth keeping, best first: the first ones of it, however many, are the best choice for what they cost. */
export interface Ranking {
  readonly board: Board;
  readonly statistics: Statistics;
  readonly topics: Float64Array;
  readonly atomValues: Float64Array;
  /** Units in the order they were chosen; fixed ones are not among them. */
  readonly order: Int32Array;
  /** What the units up to each one cost together. */
  readonly costs: Float64Array;
  /** For each unit its place in `order`; -1 for fixed ones, a number beyond all places for those left out. */
  readonly places: Int32Array;
  /** The atom that spoke most for a unit when it was chosen, -1 where its line did. */
  readonly reasons: Int32Array;
  /** What it was worth then, for a character. */
  readonly densities: Float32Array;
  /** How often a unit was looked at. */
  readonly evaluations: number;
}

/** Place of a unit that was left out. */
export const LEFT_OUT = 0x7f_ff_ff_ff;

const STEP = Math.log(1.12);
const LEVELS = 700;
const BASE_LEVEL = 500;
/** Less room than this is none. */
const LEAST_ROOM = 3;

/**
 * Ranks the units of passages by what they would bring back, each atom and line counted once: what is kept already, anywhere, is worth
 * nothing (reference/salience.md, section 2). A bucket queue makes it linear: a unit whose worth has fallen goes to its new level.
 */
export function rank(passages: readonly Passage[], options: RankOptions): Ranking {
  const { reader, budget, lineShare = 0.3, weights = DEFAULT_WEIGHTS } = options;
  const { vocabulary } = reader;
  const messages = options.messages ?? (passages.at(-1)?.message ?? -1) + 1;
  const board = layOut(passages, vocabulary, messages);
  const statistics = countMentions(board);
  const topics = topicsOf(board, vocabulary);
  const atomWorth = atomValues(board, vocabulary, { statistics, topics, weights });
  const lineWorth = lineValues(board, statistics, { weights, share: lineShare });
  const { units, atoms, atomsFrom, lineOf, shapeOf, passageOf } = board;
  const costs = createCosts(board);
  const { kept } = costs;
  const places = new Int32Array(units).fill(LEFT_OUT);
  const reasons = new Int32Array(units).fill(-1);
  const densities = new Float32Array(units);

  const cover = (unit: number): void => {
    const end = atomsFrom[unit + 1]!;
    for (let at = atomsFrom[unit]!; at < end; at += 1) atomWorth[atoms[at]!] = 0;
    const line = lineOf[unit]!;
    if (line >= 0) lineWorth[line] = 0;
  };
  const values = atomWorth.slice();
  const isOpen = new Uint8Array(passages.length);
  for (const [index, { isKept, isSpent, fixed = [], role }] of passages.entries()) {
    const from = board.firstUnit[index]!;
    if (isKept === true || role === 'system') {
      for (let unit = from; unit < board.firstUnit[index + 1]!; unit += 1) cover(unit);
      continue;
    }
    isOpen[index] = isSpent === true ? 0 : 1;
    for (const own of fixed) {
      places[from + own] = -1;
      costs.keep(from + own);
      cover(from + own);
    }
  }

  let evaluations = 0;
  const worthOf = (unit: number): number => {
    evaluations += 1;
    let worth = 0;
    const end = atomsFrom[unit + 1]!;
    for (let at = atomsFrom[unit]!; at < end; at += 1) worth += atomWorth[atoms[at]!]!;
    const line = lineOf[unit]!;
    return line < 0 ? worth : worth + lineWorth[line]!;
  };
  const levelOf = (unit: number): number => {
    const worth = worthOf(unit);
    if (worth <= 0) return -1;
    return Math.max(0, BASE_LEVEL + Math.floor(Math.log(worth / costs.of(unit)) / STEP));
  };
  const queue = createBucketQueue(units, LEVELS);
  for (let unit = 0; unit < units; unit += 1) {
    const isChoice = isOpen[passageOf[unit]!] === 1 && (shapeOf[unit]! & TRIVIAL) === 0;
    if (isChoice && kept[unit] === 0) queue.put(unit, levelOf(unit));
  }

  const order: number[] = [];
  const sums: number[] = [];
  let remaining = budget;
  const keep = (unit: number, cost: number): void => {
    remaining -= cost;
    places[unit] = order.push(unit) - 1;
    sums.push(budget - remaining);
    costs.keep(unit);
  };
  while (remaining > LEAST_ROOM) {
    const unit = queue.take();
    if (unit < 0) break;
    const level = levelOf(unit);
    if (level < queue.level) {
      queue.put(unit, level);
      continue;
    }
    const cost = costs.of(unit);
    if (cost > remaining) continue;
    reasons[unit] = strongest(board, unit, atomWorth, lineWorth);
    densities[unit] = worthOf(unit) / cost;
    keep(unit, cost);
    cover(unit);
    for (const beside of [costs.before(unit), costs.after(unit)]) {
      if (beside >= 0 && kept[beside] === 0)
        queue.put(beside, Math.min(levelOf(beside), queue.level));
    }
  }
  for (let unit = units - 1; unit >= 0 && remaining > LEAST_ROOM; unit -= 1) {
    const isChoice = isOpen[passageOf[unit]!] === 1 && (shapeOf[unit]! & TRIVIAL) === 0;
    if (!isChoice || kept[unit] === 1) continue;
    const cost = costs.of(unit);
    if (cost <= remaining) keep(unit, cost);
  }
  return {
    board,
    statistics,
    topics,
    atomValues: values,
    order: Int32Array.from(order),
    costs: Float64Array.from(sums),
    places,
    reasons,
    densities,
    evaluations,
  };
}

/** The uncovered atom that is worth most, -1 where the line is worth more. */
function strongest(
  { atoms, atomsFrom, lineOf }: Board,
  unit: number,
  atomWorth: Float64Array,
  lineWorth: Float64Array,
): number {
  const line = lineOf[unit]!;
  let most = line < 0 ? 0 : lineWorth[line]!;
  let found = -1;
  for (let at = atomsFrom[unit]!; at < atomsFrom[unit + 1]!; at += 1) {
    const worth = atomWorth[atoms[at]!]!;
    if (worth <= most) continue;
    most = worth;
    found = atoms[at]!;
  }
  return found;
}
