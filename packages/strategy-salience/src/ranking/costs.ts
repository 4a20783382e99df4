import {
  FORM,
  FRAME_SIZE,
  KEY,
  KEY_END,
  KEY_START,
  NUMBERED,
  PARENT,
  STRING,
  TRIVIAL,
  unitLength,
} from '../reading/parsed-text.ts';
import type { UnitIndex } from './unit-index.ts';

/** Characters of a gap marker with its line break. */
const MARKER = 5;
/** Brackets, comma and marker of a JSON group. */
const GROUP = 6;
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
  const { units, passages, passageOf, shapeOf, frameOf, firstUnit, firstFrame } = unitIndex;
  const kept = new Uint8Array(units);
  const openPassages = new Uint8Array(passages.length);
  const openFrames = new Uint8Array(firstFrame.at(-1)!);
  const lengths = new Int32Array(units);
  const stringOf = new Uint8Array(openFrames.length);
  const frameCosts = new Int32Array(openFrames.length);
  const parents = new Int32Array(openFrames.length);
  for (const [index, { reading }] of passages.entries()) {
    const from = firstUnit[index]!;
    for (let own = 0; own < reading.count; own += 1) lengths[from + own] = unitLength(reading, own);
    const base = firstFrame[index]!;
    for (let at = 0; at < reading.frames.length; at += FRAME_SIZE) {
      const frame = base + at / FRAME_SIZE;
      const parent = reading.frames[at + PARENT]!;
      parents[frame] = parent < 0 ? -1 : base + parent;
      stringOf[frame] = reading.frames[at + FORM] === STRING ? 1 : 0;
      frameCosts[frame] = reading.frames[at + KEY_END]! - reading.frames[at + KEY_START]! + GROUP;
    }
  }

  const neighbour = (unit: number, step: -1 | 1): number => {
    const [from, to] = [firstUnit[passageOf[unit]!]!, firstUnit[passageOf[unit]! + 1]!];
    const frame = frameOf[unit];
    // Trivial units are shown with their neighbours, so those count as adjacent to each other.
    for (let at = unit + step, left = 4; at >= from && at < to && left > 0; at += step, left -= 1) {
      if (frameOf[at] !== frame) return -1;
      if ((shapeOf[at]! & TRIVIAL) === 0) return at;
    }
    return -1;
  };
  const before = (unit: number): number => neighbour(unit, -1);
  const after = (unit: number): number => neighbour(unit, 1);
  const isMember = (frame: number): boolean => frame >= 0 && stringOf[frame] === 0;

  return {
    kept,
    before,
    after,
    of(unit) {
      const passage = passageOf[unit]!;
      const frame = frameOf[unit]!;
      let cost = (shapeOf[unit]! & KEY) === 0 ? lengths[unit]! + 1 : 0;
      if (!isMember(frame) && (shapeOf[unit]! & NUMBERED) === 0) {
        const [left, right] = [before(unit), after(unit)];
        const isLeft = left >= 0 && kept[left] === 1;
        const isRight = right >= 0 && kept[right] === 1;
        if (isLeft && isRight) cost -= MARKER;
        else if (!isLeft && !isRight) cost += MARKER;
      }
      if (openPassages[passage] === 0) cost += OPENING;
      for (let at = frame; at >= 0 && openFrames[at] === 0; at = parents[at]!)
        cost += frameCosts[at]!;
      return Math.max(1, cost) * (passages[passage]!.costPerCharacter ?? 1);
    },
    keep(unit) {
      kept[unit] = 1;
      openPassages[passageOf[unit]!] = 1;
      for (let at = frameOf[unit]!; at >= 0 && openFrames[at] === 0; at = parents[at]!) {
        openFrames[at] = 1;
      }
    },
  };
}
