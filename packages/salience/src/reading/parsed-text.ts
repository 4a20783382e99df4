/** What a text is made of: units that can be kept or left out, and the atoms each of them says. Numbers, no pieces of text. */
export interface ParsedText {
  readonly source: string;
  /** `lines`: a text; `json`: a JSON text, of which whole records and keys can go; `whole`: all or nothing. */
  readonly form: 'lines' | 'json' | 'whole';
  /** `UNIT_SIZE` numbers for each unit, in reading order. */
  readonly units: Int32Array;
  /** Atoms of all units, one unit after another. */
  readonly atoms: Int32Array;
  /** `FRAME_SIZE` numbers for each frame: what units of JSON stand in. Parents come first. */
  readonly frames: Int32Array;
  readonly count: number;
}

export const UNIT_SIZE = 6;
/** Index in the source where the unit begins. */
export const START = 0;
/** Index behind its end. */
export const END = 1;
/**
 * Number of the whole line it is; -1 for none. Below that, it stands for -(1 + number) lines: the mark of an earlier compression, or a text
 * that is read as a whole.
 */
export const LINE = 2;
/** Where its atoms end in `atoms`; they begin where those of the unit before end. */
export const ATOMS_END = 3;
/** Flags. */
export const SHAPE = 4;
/** Number of the frame it stands in, -1 for none. */
export const FRAME = 5;

/** The unit goes on with the line of the one before. */
export const CONTINUES = 1;
/** Defines or imports something, or is a heading. */
export const DEFINES = 2;
/** Says nothing by itself: blank, or a bracket. Shown where both its neighbours are. */
export const TRIVIAL = 4;
/** A sentence of prose, or a clause of a long one. */
export const SENTENCE = 8;
/** The line begins with its number, which says where it stands. */
export const NUMBERED = 16;
/** The key of the frame it stands in, and nothing of what the frame holds. */
export const KEY = 32;
/** The sentence only says what its speaker will look at next. */
export const ANNOUNCES = 64;

export const FRAME_SIZE = 5;
export const PARENT = 0;
/** Span of the key with its colon, empty for items of arrays. */
export const KEY_START = 1;
export const KEY_END = 2;
/** One of `OBJECT`, `ARRAY`, `STRING`. */
export const FORM = 3;
/** How many members, items or lines stand in it. */
export const SIZE = 4;

export const OBJECT = 0;
export const ARRAY = 1;
/** A long string whose lines are units. */
export const STRING = 2;
