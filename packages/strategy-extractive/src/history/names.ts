import type { ToolCallBlock, ToolTaxonomy } from '@palimpsest/core-types';
import { truncateText } from '@palimpsest/text';
import { createExcerpt } from './create-excerpt.ts';

/** Maximum length of a tool name, and of a call's key, in a reference, in UTF-16 units. */
const PART_LENGTH = 80;

/** Returns how a reference names prose: `"Please review the…" below`. The name for a near duplicate includes the length of the copy. */
export function nameProse(text: string, isNear: boolean): string {
  return `${createExcerpt(text)}${isNear ? ` (${text.length} chars)` : ''} below`;
}

/** Returns how a reference names a tool result: `read_file src/a.ts below`. */
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
