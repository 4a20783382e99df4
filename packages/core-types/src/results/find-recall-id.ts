import { RECALL_ID } from '../gap-markers.ts';
import { parseMediaPlaceholder } from './media-placeholder.ts';
import { resultParts } from './result-parts.ts';

/**
 * Returns the recall id of a reduced result: at the start of one of its texts, or in the placeholder of media. Not proof: anyone can type one.
 */
export function findRecallId(result: unknown): string | undefined {
  for (const part of resultParts(result)) {
    if (part.type !== 'text') continue;
    const id = RECALL_ID.exec(part.text)?.[1] ?? parseMediaPlaceholder(part.text)?.recallId;
    if (id !== undefined) return id;
  }
  return undefined;
}
