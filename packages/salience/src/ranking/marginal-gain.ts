import { USER } from '../passage.ts';
import type { UnitScores } from './score-units.ts';

/** Value of units beyond everything covered: what is already kept anywhere is worth nothing. */
export interface MarginalGain {
  readonly of: (unit: number) => number;
  /** Marks the terms and the line of a unit as covered. */
  readonly cover: (unit: number) => void;
  /** Returns the uncovered term of a unit with the highest value; -1 if its line is worth more. */
  readonly strongest: (unit: number) => number;
  /** Stops scoring sentences above their terms, except those of users. */
  readonly endSentences: () => void;
  /** Number of calls of `of`. */
  readonly evaluations: number;
}

export function createMarginalGain({
  board,
  statistics,
  atomValues,
  lineValues,
  sentenceValues,
}: UnitScores): MarginalGain {
  const { atoms, atomsFrom, lineOf } = board;
  const ofAtom = atomValues.slice();
  const ofLine = lineValues.map((value, line) => value + sentenceValues[line]!);
  let evaluations = 0;
  return {
    get evaluations() {
      return evaluations;
    },
    of(unit) {
      evaluations += 1;
      let worth = 0;
      const end = atomsFrom[unit + 1]!;
      for (let at = atomsFrom[unit]!; at < end; at += 1) worth += ofAtom[atoms[at]!]!;
      const line = lineOf[unit]!;
      return line < 0 ? worth : worth + ofLine[line]!;
    },
    cover(unit) {
      const end = atomsFrom[unit + 1]!;
      for (let at = atomsFrom[unit]!; at < end; at += 1) ofAtom[atoms[at]!] = 0;
      const line = lineOf[unit]!;
      if (line >= 0) ofLine[line] = 0;
    },
    endSentences() {
      for (let line = 0; line < ofLine.length; line += 1) {
        if ((statistics.lines.roles[line]! & USER) !== 0 || ofLine[line] === 0) continue;
        ofLine[line] = lineValues[line]!;
      }
    },
    strongest(unit) {
      const line = lineOf[unit]!;
      let most = line < 0 ? 0 : ofLine[line]!;
      let found = -1;
      const end = atomsFrom[unit + 1]!;
      for (let at = atomsFrom[unit]!; at < end; at += 1) {
        const worth = ofAtom[atoms[at]!]!;
        if (worth <= most) continue;
        most = worth;
        found = atoms[at]!;
      }
      return found;
    },
  };
}
