import { ROLE_BITS, type Passage } from '../passage.ts';
import { ATOMS_END, FRAME, FRAME_SIZE, LINE, SHAPE, UNIT_SIZE } from '../reading/parsed-text.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** All passages of a history side by side: units, frames, atoms and lines numbered through, atoms and lines only as far as they occur. */
export interface UnitIndex {
  readonly passages: readonly Passage[];
  /** How many messages there are. */
  readonly messages: number;
  readonly units: number;
  /** First unit of each passage, and one number more. */
  readonly firstUnit: Int32Array;
  /** First frame of each passage, and one number more. */
  readonly firstFrame: Int32Array;
  /** For each unit: passage, flags, line (-1 for none), frame (-1 for none). */
  readonly passageOf: Int32Array;
  readonly shapeOf: Uint8Array;
  readonly lineOf: Int32Array;
  readonly frameOf: Int32Array;
  /** Where the atoms of each unit begin in `atoms`, and one number more. */
  readonly atomsFrom: Int32Array;
  readonly atoms: Int32Array;
  /** Number in the vocabulary of each atom. */
  readonly atomNames: Int32Array;
  /** Number in the vocabulary of each line. */
  readonly lineNames: Int32Array;
}

export function buildUnitIndex(
  passages: readonly Passage[],
  vocabulary: Vocabulary,
  messages: number,
): UnitIndex {
  let [units, frames, mentions] = [0, 0, 0];
  const firstUnit = new Int32Array(passages.length + 1);
  const firstFrame = new Int32Array(passages.length + 1);
  for (const [index, { reading }] of passages.entries()) {
    units += reading.count;
    frames += reading.frames.length / FRAME_SIZE;
    mentions += reading.atoms.length;
    firstUnit[index + 1] = units;
    firstFrame[index + 1] = frames;
  }
  const passageOf = new Int32Array(units);
  const shapeOf = new Uint8Array(units);
  const lineOf = new Int32Array(units);
  const frameOf = new Int32Array(units);
  const atomsFrom = new Int32Array(units + 1);
  const atoms = new Int32Array(mentions);
  const atomNumbers = numbering(vocabulary.atoms);
  const lineNumbers = numbering(vocabulary.lines);
  let [unit, written] = [0, 0];
  for (const [index, { reading }] of passages.entries()) {
    const { units: fields, count } = reading;
    const frame = firstFrame[index]!;
    let from = 0;
    for (let own = 0; own < count; own += 1, unit += 1) {
      const at = own * UNIT_SIZE;
      passageOf[unit] = index;
      shapeOf[unit] = fields[at + SHAPE]!;
      const line = fields[at + LINE]!;
      lineOf[unit] = line < 0 ? -1 : lineNumbers.of(line);
      const within = fields[at + FRAME]!;
      frameOf[unit] = within < 0 ? -1 : frame + within;
      atomsFrom[unit] = written;
      const to = fields[at + ATOMS_END]!;
      for (; from < to; from += 1, written += 1)
        atoms[written] = atomNumbers.of(reading.atoms[from]!);
    }
  }
  atomsFrom[units] = written;
  return {
    passages,
    messages,
    units,
    firstUnit,
    firstFrame,
    passageOf,
    shapeOf,
    lineOf,
    frameOf,
    atomsFrom,
    atoms,
    atomNames: atomNumbers.names(),
    lineNames: lineNumbers.names(),
  };
}

export function roleOf(board: UnitIndex, passage: number): number {
  return ROLE_BITS[board.passages[passage]!.role];
}

/** Numbers in the order they are met, from 0 on. */
function numbering(size: number): { of: (name: number) => number; names: () => Int32Array } {
  const known = new Int32Array(size);
  const names: number[] = [];
  return {
    of(name) {
      const number = known[name]!;
      if (number > 0) return number - 1;
      known[name] = names.push(name);
      return names.length - 1;
    },
    names: () => Int32Array.from(names),
  };
}
