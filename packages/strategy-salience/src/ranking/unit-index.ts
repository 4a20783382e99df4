import { ROLE_BITS, type Passage } from './passage.ts';
import {
  ATOMS_END,
  FRAME,
  FRAME_SIZE,
  LINE,
  SHAPE,
  UNIT_SIZE,
  type ParsedText,
} from '../reading/parsed-text.ts';
import { createIntList } from '../words/int-list.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** Columnar index over all passages. Units, JSON containers, terms and lines have consecutive ids; only terms and lines that occur get one. */
export interface UnitIndex {
  readonly passages: readonly Passage[];
  /** Number of messages. */
  readonly messages: number;
  readonly units: number;
  /** First unit of each passage, plus a final bound. */
  readonly firstUnit: Int32Array;
  /** First frame of each passage, plus a final bound. */
  readonly firstFrame: Int32Array;
  /** Per unit: passage, flags, line (-1 for none), frame (-1 for none). */
  readonly passageOf: Int32Array;
  readonly shapeOf: Uint8Array;
  readonly lineOf: Int32Array;
  readonly frameOf: Int32Array;
  /** Start of each unit's terms in `atoms`, plus a final bound. */
  readonly atomsFrom: Int32Array;
  readonly atoms: Int32Array;
  /** Vocabulary id of each term. */
  readonly atomNames: Int32Array;
  /** Vocabulary id of each line. */
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
    mentions += countAtoms(reading, vocabulary);
    firstUnit[index + 1] = units;
    firstFrame[index + 1] = frames;
  }
  const passageOf = new Int32Array(units);
  const shapeOf = new Uint8Array(units);
  const lineOf = new Int32Array(units);
  const frameOf = new Int32Array(units);
  const atomsFrom = new Int32Array(units + 1);
  const atoms = new Int32Array(mentions);
  const ofUnit = createIntList();
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
      ofUnit.length = 0;
      if (line >= 0) vocabulary.addAtomsOfLine(line, ofUnit);
      for (; from < to; from += 1) ofUnit.push(reading.atoms[from]!);
      for (let place = 0; place < ofUnit.length; place += 1, written += 1) {
        atoms[written] = atomNumbers.of(ofUnit.values[place]!);
      }
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

function countAtoms({ units, atoms }: ParsedText, vocabulary: Vocabulary): number {
  let count = atoms.length;
  for (let at = LINE; at < units.length; at += UNIT_SIZE) {
    if (units[at]! >= 0) count += vocabulary.countAtomsOfLine(units[at]!);
  }
  return count;
}

export function roleOf(board: UnitIndex, passage: number): number {
  return ROLE_BITS[board.passages[passage]!.role];
}

/** Assigns consecutive ids in order of first use. */
function numbering(size: number): { of: (name: number) => number; names: () => Int32Array } {
  const known = new Int32Array(size);
  const names = createIntList();
  return {
    of(name) {
      if (known[name] === 0) {
        names.push(name);
        known[name] = names.length;
      }
      return known[name]! - 1;
    },
    names: () => names.values.slice(0, names.length),
  };
}
