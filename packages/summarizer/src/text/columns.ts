import { truncateText } from '@palimpsest/text';
import { CHARACTER_CLASSES, WIDE } from './reading/character-classes.ts';

const ELLIPSIS = '...';

/** Returns the width of a text: UTF-16 units, with wide characters counted twice. */
export function columnsOf(text: string): number {
  let columns = text.length;
  for (let index = 0; index < text.length; index++)
    if ((CHARACTER_CLASSES[text.charCodeAt(index)]! & WIDE) !== 0) columns++;
  return columns;
}

/** Returns the text, or as much of it as fits before `...` into a number of columns, cut between graphemes. */
export function cutColumns(text: string, budget: number): string {
  if (unitsWithin(text, budget) === text.length) return text;
  if (budget < ELLIPSIS.length) return truncateText(text, unitsWithin(text, budget));
  return `${truncateText(text, unitsWithin(text, budget - ELLIPSIS.length))}${ELLIPSIS}`;
}

/** Returns how many units at the start of a text fit into a number of columns. */
function unitsWithin(text: string, budget: number): number {
  let columns = 0;
  for (let index = 0; index < text.length; index++) {
    columns += (CHARACTER_CLASSES[text.charCodeAt(index)]! & WIDE) === 0 ? 1 : 2;
    if (columns > budget) return index;
  }
  return text.length;
}
