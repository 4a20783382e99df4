import { formatGapMarker, parseGapMarker } from '@palimpsest/core-types';
import { representedLines, isContinuation, type ParsedText } from '../reading/parsed-text.ts';
import { keptLines } from '../record/kept-lines.ts';

/**
 * Renders a text with only the given units, and markers that count the lines between them. Returns the text itself if all units with content
 * are kept.
 */
export function render(parsed: ParsedText, isKept: (unit: number) => boolean): string {
  const { source, count } = parsed;
  const { lines, omitted } = keptLines({ parsed, role: 'result' }, isKept, formatGapMarker);
  if (omitted === 0 && (lines.length > 0 || source === '')) return source;
  if (lines.length > 0) return lines.join('\n');
  let all = 0;
  for (let unit = 0; unit < count; unit += 1) {
    if (!isContinuation(parsed, unit)) all += representedLines(parsed, unit);
  }
  return parseGapMarker(source) === undefined ? formatGapMarker(all) : source;
}
