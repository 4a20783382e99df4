/** Matches characters other than printable ASCII, tabs and line ends. */
const BEYOND_PLAIN = /[^\t\n\r -~]/;

/** Ranges of UTF-16 units that can start a hidden character. A few visible ones are included. */
const SUSPECTS: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xd82f, 0xd82f],
  [0xd834, 0xd834],
  [0xdb40, 0xdb43],
];

let suspects: Uint8Array | undefined;

/**
 * Returns whether a text may contain hidden characters. Few do, and this check of each unit is many times faster than a regular expression
 * with Unicode properties.
 */
export function mayHide(text: string): boolean {
  if (!BEYOND_PLAIN.test(text)) return false;
  suspects ??= suspectUnits();
  for (let index = 0; index < text.length; index += 1) {
    if (suspects[text.charCodeAt(index)] === 1) return true;
  }
  return false;
}

function suspectUnits(): Uint8Array {
  const units = new Uint8Array(0x1_00_00);
  for (const [first, last] of SUSPECTS) units.fill(1, first, last + 1);
  return units;
}
