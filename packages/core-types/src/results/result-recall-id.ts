import { parseGapMarker } from '../gap-markers.ts';
import { isRecord } from './is-record.ts';
import { parseMediaPlaceholder } from './media-placeholder.ts';
import { resultParts } from './result-parts.ts';

const GAP_WITH_ID = /^#([\da-f]{8}(?:\.\d{1,4})?) …\d{0,9}(?: \[Shortened: [^\n]+\])?$/;
const ID_LINE = /^#([\da-f]{8}(?:\.\d{1,4})?)(?:\n| (?=…))/;

/**
 * Returns the recall id of a reduced result: at the start of a text, in a media placeholder, or with the count of omitted members or items.
 * Not proof: anyone can type one.
 */
export function recallIdOf(result: unknown): string | undefined {
  for (const part of resultParts(result)) {
    if (part.type === 'media') continue;
    const id =
      part.type === 'text'
        ? (ID_LINE.exec(part.text)?.[1] ?? parseMediaPlaceholder(part.text)?.recallId)
        : idOfValue(part.value);
    if (id !== undefined) return id;
  }
  return undefined;
}

function idOfValue(value: unknown): string | undefined {
  const markers = Array.isArray(value) ? value.slice(-1) : isRecord(value) ? [value['…']] : [];
  const [marker] = markers;
  if (typeof marker !== 'string' || parseGapMarker(marker) === undefined) return undefined;
  return GAP_WITH_ID.exec(marker)?.[1];
}
