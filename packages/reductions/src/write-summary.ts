import { MARKER_MAX_LENGTH, formatSummaryMarker } from '@palimpsest/core-types';
import type { Summary } from '@palimpsest/summarizer';
import { splitFences } from '@palimpsest/text';

export interface SummaryWriting {
  /** Messages it stands for. @default 1 */
  readonly merged?: number | undefined;
  /** Shown in the mark. */
  readonly id?: string | undefined;
  /** The mark must be shorter than this, in UTF-16 units. */
  readonly below: number;
  /** @default true */
  readonly withEntities?: boolean;
}

/**
 * The mark of a summary: with entities, or without them where it would be too long; `undefined` where even that is too long (seed
 * compression-pipeline §5). It never grows beyond what is known for a mark, so that the next run leaves it alone.
 */
export function writeSummary(
  summary: Summary,
  { merged = 1, id, below, withEntities = true }: SummaryWriting,
): string | undefined {
  const text = tidy(summary.text);
  if (text === '') return undefined;
  const longest = Math.min(MARKER_MAX_LENGTH, below - 1);
  const label = id === undefined ? {} : { id };
  if (withEntities && summary.entities.length > 0) {
    const full = formatSummaryMarker({ text, merged, ...label, entities: summary.entities });
    if (full.length <= longest && full.isWellFormed()) return full;
  }
  const bare = formatSummaryMarker({ text, merged, ...label });
  return bare.length <= longest ? bare : undefined;
}

/** What the mark of a summary says, without its label, the number of messages and the entities. */
export function parseSummaryText(mark: string): string {
  const inner = mark.slice(mark.indexOf(': ') + 2, -1);
  const entities = inner.lastIndexOf(' | entities: ');
  return (entities < 0 ? inner : inner.slice(0, entities)).replace(/ \(\d+ messages merged\)$/, '');
}

/** A summary is one paragraph without code in fences, whoever wrote it: blank lines and fences around it tell where it ends. */
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
