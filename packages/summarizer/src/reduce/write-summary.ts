import { MARKER_MAX_LENGTH, formatSummaryMarker, type Summary } from '@palimpsest/core-types';
import { replaceBetweenTags, splitFences, truncateText } from '@palimpsest/engine/text';

export interface SummaryWriting {
  /** Number of messages that the summary represents. @default 1 */
  readonly merged?: number | undefined;
  /** Shown in the marker. */
  readonly id?: string | undefined;
  /** The marker must be shorter than this: the length of the text, in UTF-16 units. */
  readonly below: number;
  /** The text that is summarized: a tag pair around it stays around the summary, which then lists no entities. @default none */
  readonly of?: string;
  /** Whether the marker may list the entities. @default true */
  readonly withEntities?: boolean;
}

const GAP = ' …';
/** A longer summary is truncated for texts of this length or more, in UTF-16 units. */
const LONG_TEXT = 2 * MARKER_MAX_LENGTH;

/**
 * Returns the marker of a summary, without entities if they make it too long; `undefined` if it is missing or empty, or not shorter than
 * `below`. Never exceeds `MARKER_MAX_LENGTH`, so that the next run recognizes the marker: a longer summary of a long text is truncated.
 */
export function writeSummary(
  summary: Summary | undefined,
  { merged = 1, id, below, of = '', withEntities = true }: SummaryWriting,
): string | undefined {
  const said = tidy(summary?.text ?? '');
  const text = replaceBetweenTags(of, () => said);
  if (summary === undefined || text === '') return undefined;
  const longest = Math.min(MARKER_MAX_LENGTH, below - 1);
  const label = id === undefined ? {} : { id };
  if (withEntities && text === said && summary.entities.length > 0) {
    const full = formatSummaryMarker({ text, merged, ...label, entities: summary.entities });
    if (full.length <= longest && full.isWellFormed()) return full;
  }
  const bare = formatSummaryMarker({ text, merged, ...label });
  if (bare.length <= longest) return bare;
  // Of a text that is hardly longer than a marker, the caller's summary by rules says more than a truncated one.
  if (said.length >= below || below < LONG_TEXT) return undefined;
  // The text of a model: its beginning says more than a summary by rules.
  const room = longest - (bare.length - said.length) - GAP.length;
  const shortened = replaceBetweenTags(of, () => truncateText(said, room).trimEnd() + GAP);
  return formatSummaryMarker({ text: shortened, merged, ...label });
}

/** Returns the text of a summary marker, without label, number of messages and entities. */
export function parseSummaryText(marker: string): string {
  const inner = marker.slice(marker.indexOf(': ') + 2, -1);
  const entities = inner.lastIndexOf(' | entities: ');
  return (entities < 0 ? inner : inner.slice(0, entities)).replace(/ \(\d+ messages merged\)$/, '');
}

/** Returns a summary as one paragraph; empty if it contains a fence. Blank lines and fences show where a summary ends. */
function tidy(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!LINE_END.test(wellFormed)) return opensFence(wellFormed) ? '' : wellFormed.trim();
  const lines = wellFormed.split(LINE_END).map((line) => line.trim());
  const paragraph = lines.filter((line) => line !== '').join('\n');
  return opensFence(paragraph) ? '' : paragraph;
}

const LINE_END = /[\r\n\u2028\u2029]/;

function opensFence(text: string): boolean {
  return splitFences(text).some(({ kind }) => kind === 'fence');
}
