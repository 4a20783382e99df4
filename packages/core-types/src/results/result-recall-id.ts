import { parseGapMarker, RECALL_ID } from '../gap-markers.ts';
import { isRecord } from './is-record.ts';
import { parseMediaPlaceholder } from './media-placeholder.ts';
import { resultParts } from './result-parts.ts';
import { soleText } from './sole-text.ts';

/**
 * Returns the recall id of a reduced result: at the start of a text, in a media placeholder, in a list of one text, or with the count of
 * omitted members or items. Not proof: anyone can type one.
 */
export function recallIdOf(result: unknown): string | undefined {
  for (const part of resultParts(result)) {
    if (part.type === 'media') continue;
    const id = part.type === 'text' ? idOfText(part.text) : idOfValue(part.value);
    if (id !== undefined) return id;
  }
  return undefined;
}

function idOfText(text: string): string | undefined {
  return RECALL_ID.exec(text)?.[1] ?? parseMediaPlaceholder(text)?.recallId;
}

function idOfValue(value: unknown): string | undefined {
  const markers = Array.isArray(value) ? value.slice(-1) : isRecord(value) ? [value['…']] : [];
  const [marker] = markers;
  if (typeof marker !== 'string') return undefined;
  // The summary line of a list is a list of one text.
  if (parseGapMarker(marker) === undefined) return idOfText(soleText(value) ?? '');
  return RECALL_ID.exec(marker)?.[1];
}
