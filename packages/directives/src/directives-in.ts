import { isMarker, type IContent } from '@palimpsest/core-types';
import type { Directive } from './directive.ts';
import { findDirectives } from './find-directives.ts';

/**
 * The directives of an entry that a person wrote, over its text blocks in order; offsets are those in the block. Entries of other
 * speakers, entries that were made (`metadata.synthetic`), and texts that are marks for what was taken out have none.
 */
export function directivesIn(entry: IContent): Directive[] {
  if (entry.speaker !== 'human' || entry.metadata?.synthetic === true) return [];
  return entry.blocks.flatMap((block) =>
    block.type === 'text' && !isMarker(block.text) ? findDirectives(block.text) : [],
  );
}
