import { isMarker } from '@palimpsest/core-types';
import { paragraphSpans, splitFences } from '@palimpsest/text';
import type { Passage } from './passage.ts';

/** A part of a message with fenced code. */
export interface Segment {
  /** `prose` may be summarized, `kept` prose may not, `fence` is code. */
  readonly kind: 'prose' | 'kept' | 'fence';
  readonly text: string;
}

/**
 * Returns the fences, and the trimmed prose between them. Prose that must stay is kept (pipeline-origin §5, 10), and so are markers that an
 * earlier run left at its start.
 */
export function segmentsOf(
  { text, parts = splitFences(text) }: Passage,
  mustStay: (prose: string) => boolean,
): Segment[] {
  const segments: Segment[] = [];
  for (const { kind, start, end } of parts) {
    const part = text.slice(start, end);
    if (kind === 'fence') {
      segments.push({ kind, text: part });
      continue;
    }
    let prose = part.trim();
    for (let mark = leadingMark(prose); mark !== ''; mark = leadingMark(prose)) {
      segments.push({ kind: 'kept', text: mark });
      prose = prose.slice(mark.length).trimStart();
    }
    if (prose !== '') segments.push({ kind: mustStay(prose) ? 'kept' : 'prose', text: prose });
  }
  return segments;
}

function leadingMark(prose: string): string {
  if (!prose.startsWith('[')) return '';
  // A marker is short: a longer paragraph need not be read to its end.
  const [first] = paragraphSpans(prose.slice(0, 2_000));
  const paragraph = prose.slice(first?.start, first?.end);
  return isMarker(paragraph) ? paragraph : '';
}
