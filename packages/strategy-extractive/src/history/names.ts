import type { ToolCallBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { createExcerpt } from './create-excerpt.ts';

/** Longest name of a tool and longest key of a call that a reference shows, in UTF-16 units. */
const PART_LENGTH = 80;

/** How a reference names what somebody said: `"Please review the…" below`. The copy of a near duplicate is told by its length as well. */
export function nameProse(text: string, isNear: boolean): string {
  return `${createExcerpt(text)}${isNear ? ` (${text.length} chars)` : ''} below`;
}

/** How a reference names what a tool answered: `read_file src/a.ts below`. */
export function nameResult(
  text: string,
  isNear: boolean,
  { name, parameters }: ToolCallBlock,
  taxonomy: ToolTaxonomy,
): string {
  const tool = oneLine(name);
  if (tool === '') return nameProse(text, isNear);
  const key = oneLine(taxonomy.describe(name, parameters).key ?? '');
  const what = key === '' ? tool : `${tool} ${key}`;
  return `${what}${isNear ? ` (${text.length} chars)` : ''} below`;
}

function oneLine(text: string): string {
  const start = text
    .slice(0, 4 * PART_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const shown = truncateText(start, PART_LENGTH);
  return shown.length < start.length ? `${shown}…` : start;
}
