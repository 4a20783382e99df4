import { CHARACTER_CLASSES, LETTER, LOWER, UNDERSCORE, UPPER } from './character-classes.ts';

/** Returns the kind of identifier of a word with capitals and small letters: `McGill` and `OAuth` are one, `Paris` and `PDFs` are not. */
export function humpKind(
  units: Uint16Array,
  start: number,
  end: number,
): 'camelCase' | 'pascalCase' | undefined {
  let small = 0;
  let humps = 0;
  let capitals = 0;
  for (let index = start; index < end; index++) {
    const bits = CHARACTER_CLASSES[units[index]!]!;
    if ((bits & LOWER) !== 0) small++;
    else if ((bits & UPPER) !== 0) {
      capitals++;
      if (small > 0) humps++;
    }
  }
  if ((CHARACTER_CLASSES[units[start]!]! & UPPER) === 0) return humps > 0 ? 'camelCase' : undefined;
  return humps > 0 || (capitals > 1 && small > 1) ? 'pascalCase' : undefined;
}

/** Returns whether an underscore joins two parts of a word with a letter: `max_retries`, but not `__init__` or `1_000`. */
export function isSnakeCase(units: Uint16Array, start: number, end: number): boolean {
  let hasLetter = false;
  let hasJoint = false;
  let hasPart = false;
  let isApart = false;
  for (let index = start; index < end; index++) {
    const bits = CHARACTER_CLASSES[units[index]!]!;
    if ((bits & UNDERSCORE) !== 0) isApart = hasPart;
    else {
      if (isApart) hasJoint = true;
      hasPart = true;
      if ((bits & (UPPER | LOWER | LETTER)) !== 0) hasLetter = true;
    }
  }
  return hasLetter && hasJoint;
}
