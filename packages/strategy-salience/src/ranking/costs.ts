import { NUMBERED, TRIVIAL, unitLength } from '../reading/parsed-text.ts';
import type { UnitIndex } from './unit-index.ts';

/** Characters of a gap marker with its line break. */
const MARKER = 5;
/** Overhead of a text from which anything is kept. */
const OPENING = 4;

/** Cost of keeping a unit, given what is already kept. */
interface Costs {
  readonly kept: Uint8Array;
  readonly of: (unit: number) => number;
  readonly keep: (unit: number) => void;
  /** Adjacent unit whose cost changes when this unit is kept; -1 for none. */
  readonly before: (unit: number) => number;
  readonly after: (unit: number) => number;
}

export function createCosts(unitIndex: UnitIndex): Costs {
  const { units, passages, passageOf, shapeOf, firstUnit } = unitIndex;
  const kept = new Uint8Array(units);
  const openPassages = new Uint8Array(passages.length);

  const neighbour = (unit: number, step: -1 | 1): number => {
    const [from, to] = [firstUnit[passageOf[unit]!]!, firstUnit[passageOf[unit]! + 1]!];
    // Trivial units are shown with their neighbours, so those count as adjacent to each other.
    for (let at = unit + step, left = 4; at >= from && at < to && left > 0; at += step, left -= 1) {
      if ((shapeOf[at]! & TRIVIAL) === 0) return at;
    }
    return -1;
  };
  const before = (unit: number): number => neighbour(unit, -1);
  const after = (unit: number): number => neighbour(unit, 1);

  return {
    kept,
    before,
    after,
    of(unit) {
      const passage = passageOf[unit]!;
      const { parsed, costPerCharacter = 1 } = passages[passage]!;
      let cost = unitLength(parsed, unit - firstUnit[passage]!) + 1;
      if ((shapeOf[unit]! & NUMBERED) === 0) {
        const [left, right] = [before(unit), after(unit)];
        const isLeft = left >= 0 && kept[left] === 1;
        const isRight = right >= 0 && kept[right] === 1;
        if (isLeft && isRight) cost -= MARKER;
        else if (!isLeft && !isRight) cost += MARKER;
      }
      if (openPassages[passage] === 0) cost += OPENING;
      return Math.max(1, cost) * costPerCharacter;
    },
    keep(unit) {
      kept[unit] = 1;
      openPassages[passageOf[unit]!] = 1;
    },
  };
}
