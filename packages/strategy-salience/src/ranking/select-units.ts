import { USER, type UnitIndex } from './unit-index.ts';
import { SENTENCE, TRIVIAL } from '../reading/parsed-text.ts';
import type { Statistics } from '../value/statistics.ts';
import { createBucketQueue } from './bucket-queue.ts';
import { createCosts } from './costs.ts';

/** Content of a history, and the value of each part before the selection. */
export interface UnitScores {
  readonly unitIndex: UnitIndex;
  readonly statistics: Statistics;
  readonly topics: Float64Array;
  readonly termValues: Float64Array;
  readonly lineValues: Float64Array;
  /** Additional value of sentences, by line. */
  readonly sentenceValues: Float64Array;
}

/** Units selected within a budget, in order of selection. */
export interface UnitSelection {
  /** Selected units in order, without required ones. */
  readonly order: Int32Array;
  /** Cumulative cost up to each unit. */
  readonly costs: Float64Array;
  /** Index of each unit in `order`; -1 for required units, `NOT_SELECTED` for the others. */
  readonly selectionRanks: Int32Array;
  /** The strongest term of each unit when it was selected; -1 if its line was stronger. */
  readonly reasons: Int32Array;
  /** Its marginal gain per character at that moment. */
  readonly scoresPerCharacter: Float32Array;
  /** Whether a kept passage contains the unit's line. Lines of users never count as covered. */
  readonly isCovered: (unit: number) => boolean;
  /** Number of evaluations of a unit's gain. */
  readonly evaluations: number;
}

/** Rank of a unit that was not selected. */
export const NOT_SELECTED = 0x7f_ff_ff_ff;

/** Logarithm of the gain per cost between two levels of the bucket queue: 5 %. */
const STEP = Math.log(1.05);
const LEVELS = 1_600;
/** Level of a gain of 1 per unit of cost. */
const BASE_LEVEL = 1_150;
/** Units between two yields: a few thousand take about a millisecond. */
const UNITS_AT_ONCE = 1_024;
/** Remaining cost below which selection stops: no useful line is shorter. */
const MIN_BUDGET = 3;

/**
 * Selects the units with the highest marginal gain per cost, the newest first among equals, until nothing fits. Linear because of the
 * bucket queue: a unit whose gain has fallen moves to its new level. Preferred units come before all others, the shortest first. The remaining
 * budget goes to the newest units, then to lines that a kept passage contains, then to `lastUnits`. Yields between some units.
 *
 * @param prose maximum cost of the model's sentences; beyond it they are worth no more than their terms
 */
export function* selectUnits(
  scores: UnitScores,
  budget: number,
  prose: number,
): Generator<void, UnitSelection> {
  const { passages, units, firstUnit, passageOf, shapeOf, lineOf, lineNames } = scores.unitIndex;
  const worth = createMarginalGain(scores);
  const costs = createCosts(scores.unitIndex);
  const { kept } = costs;
  const selectionRanks = new Int32Array(units).fill(NOT_SELECTED);
  const reasons = new Int32Array(units).fill(-1);
  const scoresPerCharacter = new Float32Array(units);
  const coveredLines = new Uint8Array(lineNames.length);

  const isOpen = new Uint8Array(passages.length);
  const isLast = new Uint8Array(units);
  const isFirst = new Uint8Array(units);
  for (const [
    index,
    { isKept, isExhausted, isReplaced, preferredUnits, lastUnits, requiredUnits = [], role },
  ] of passages.entries()) {
    const from = firstUnit[index]!;
    if (isKept === true || role === 'system') {
      for (let unit = from; unit < firstUnit[index + 1]!; unit += 1) {
        worth.cover(unit);
        if (lineOf[unit]! >= 0) coveredLines[lineOf[unit]!] = 1;
      }
      continue;
    }
    isOpen[index] = isExhausted === true || isReplaced === true ? 0 : 1;
    for (const own of preferredUnits ?? []) isFirst[from + own] = 1;
    for (const own of lastUnits ?? []) isLast[from + own] = 1;
    for (const own of requiredUnits) {
      selectionRanks[from + own] = -1;
      costs.keep(from + own);
      worth.cover(from + own);
    }
  }
  const isChoice = (unit: number): boolean =>
    isOpen[passageOf[unit]!] === 1 && (shapeOf[unit]! & TRIVIAL) === 0 && kept[unit] === 0;

  const levelFor = (unit: number, value: number, cost: number): number => {
    if (isFirst[unit] === 1) return LEVELS - 1 - Math.floor(Math.log(cost + 1) / STEP);
    if (value <= 0) return -1;
    return Math.max(0, BASE_LEVEL + Math.floor(Math.log(value / cost) / STEP));
  };
  const levelOf = (unit: number): number => {
    const value = worth.of(unit);
    return value <= 0 && isFirst[unit] === 0 ? -1 : levelFor(unit, value, costs.of(unit));
  };
  const isCovered = (unit: number): boolean =>
    coveredLines[lineOf[unit]!] === 1 && passages[passageOf[unit]!]!.role !== 'user';
  const queue = createBucketQueue(units, LEVELS);
  for (let unit = 0; unit < units; unit += 1) {
    if (unit % UNITS_AT_ONCE === 0) yield;
    if (isChoice(unit) && isLast[unit] === 0) queue.put(unit, levelOf(unit));
  }

  const order: number[] = [];
  const sums: number[] = [];
  let spent = 0;
  let spentOnProse = 0;
  const hasBudget = (): boolean => budget - spent > MIN_BUDGET;
  const keep = (unit: number, cost: number): void => {
    spent += cost;
    selectionRanks[unit] = order.push(unit) - 1;
    sums.push(spent);
    costs.keep(unit);
  };
  while (hasBudget()) {
    const unit = queue.take();
    if (unit < 0) break;
    if (worth.evaluations % UNITS_AT_ONCE === 0) yield;
    const value = worth.of(unit);
    const cost = costs.of(unit);
    const level = levelFor(unit, value, cost);
    if (level < queue.level) {
      queue.put(unit, level);
      continue;
    }
    if (cost > budget - spent) continue;
    reasons[unit] = worth.strongest(unit);
    scoresPerCharacter[unit] = value / cost;
    keep(unit, cost);
    worth.cover(unit);
    if ((shapeOf[unit]! & SENTENCE) !== 0 && passages[passageOf[unit]!]!.role !== 'user') {
      const hadBudget = spentOnProse <= prose;
      spentOnProse += cost;
      if (hadBudget && spentOnProse > prose) worth.endSentences();
    }
    // Next to a kept unit, both cost less. If both rise above the present level, the better one comes first: it is put last.
    const neighbors = [costs.before(unit), costs.after(unit)]
      .filter((neighbor) => neighbor >= 0 && kept[neighbor] === 0 && isLast[neighbor] === 0)
      .map((neighbor) => [neighbor, levelOf(neighbor)] as const)
      .toSorted(([, one], [, other]) => one - other);
    for (const [neighbor, wanted] of neighbors) queue.put(neighbor, Math.min(wanted, queue.level));
  }
  const fillers: readonly ((unit: number) => boolean)[] = [
    (unit) => isLast[unit] === 0 && !isCovered(unit),
    (unit) => isLast[unit] === 0 && isCovered(unit),
    (unit) => isLast[unit] === 1,
  ];
  for (const isFiller of fillers) {
    yield;
    for (let unit = units - 1; unit >= 0 && hasBudget(); unit -= 1) {
      if (!isChoice(unit) || !isFiller(unit)) continue;
      const cost = costs.of(unit);
      if (cost <= budget - spent) keep(unit, cost);
    }
  }
  return {
    order: Int32Array.from(order),
    costs: Float64Array.from(sums),
    selectionRanks,
    reasons,
    scoresPerCharacter,
    isCovered,
    evaluations: worth.evaluations,
  };
}

/** Measures units by their value beyond everything covered: what is already kept anywhere is worth nothing. */
function createMarginalGain({
  unitIndex,
  statistics,
  termValues,
  lineValues,
  sentenceValues,
}: UnitScores) {
  const { terms, termsFrom, lineOf } = unitIndex;
  const ofTerm = termValues.slice();
  const ofLine = lineValues.map((value, line) => value + sentenceValues[line]!);
  let evaluations = 0;
  return {
    /** Number of calls of `of`. */
    get evaluations(): number {
      return evaluations;
    },
    of(unit: number): number {
      evaluations += 1;
      let worth = 0;
      const end = termsFrom[unit + 1]!;
      for (let at = termsFrom[unit]!; at < end; at += 1) worth += ofTerm[terms[at]!]!;
      const line = lineOf[unit]!;
      return line < 0 ? worth : worth + ofLine[line]!;
    },
    /** Marks the terms and the line of a unit as covered. */
    cover(unit: number): void {
      const end = termsFrom[unit + 1]!;
      for (let at = termsFrom[unit]!; at < end; at += 1) ofTerm[terms[at]!] = 0;
      const line = lineOf[unit]!;
      if (line >= 0) ofLine[line] = 0;
    },
    /** Stops scoring sentences above their terms, except those of users. */
    endSentences(): void {
      for (let line = 0; line < ofLine.length; line += 1) {
        if ((statistics.lines.roles[line]! & USER) !== 0 || ofLine[line] === 0) continue;
        ofLine[line] = lineValues[line]!;
      }
    },
    /** Returns the uncovered term of a unit with the highest value; -1 if its line is worth more. */
    strongest(unit: number): number {
      const line = lineOf[unit]!;
      let most = line < 0 ? 0 : ofLine[line]!;
      let found = -1;
      const end = termsFrom[unit + 1]!;
      for (let at = termsFrom[unit]!; at < end; at += 1) {
        const worth = ofTerm[terms[at]!]!;
        if (worth <= most) continue;
        most = worth;
        found = terms[at]!;
      }
      return found;
    },
  };
}
