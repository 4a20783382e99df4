import { isMarker } from '@palimpsest/core-types';
import { summaryBudget } from '../text/summarize-text.ts';
import { paragraphSpans, splitFences } from '@palimpsest/text';
import {
  BLANK_LINE,
  joinParagraphs,
  type Paragraph,
  type Passage,
  type Reduction,
} from './reduction.ts';
import { writeSummary } from './write-summary.ts';

/**
 * Returns a reduction that summarizes the prose of a message with fenced code: the summary comes first, then prose that must stay, then the
 * code, unchanged.
 *
 * @param id shown in the marker
 */
export function splitCode(
  index: number,
  passage: Passage,
  mustStay: (text: string) => boolean,
  id: string | undefined,
): Reduction | undefined {
  const segments = segmentsOf(passage, mustStay);
  const prose = segments.filter(({ kind }) => kind === 'prose').map(({ text }) => text);
  if (prose.length === 0) return undefined;
  const whole = prose.join(BLANK_LINE);
  return {
    kind: 'code-split',
    members: [index],
    sources: [{ text: whole, budget: summaryBudget(whole.length) }],
    write([summary]) {
      // Without entities: the code contains most of them.
      const marker = writeSummary(summary, { id, below: whole.length, withEntities: false });
      if (marker === undefined) return undefined;
      const paragraphs: Paragraph[] = [
        { text: marker },
        ...segments.filter(({ kind }) => kind === 'kept').map(({ text }) => ({ text })),
        ...segments.filter(({ kind }) => kind === 'fence'),
      ];
      return joinParagraphs(paragraphs).length < passage.text.length ? paragraphs : undefined;
    },
  };
}

interface Segment {
  /** `prose` may be summarized, `kept` prose may not, `fence` is code. */
  readonly kind: 'prose' | 'kept' | 'fence';
  readonly text: string;
  /** 0-based number of a fence. */
  readonly fence?: number;
}

/**
 * Returns the fences, and the trimmed prose between them. Prose that must stay is kept, and so are markers that an
 * earlier run left at its start.
 */
function segmentsOf(
  { text, parts = splitFences(text) }: Passage,
  mustStay: (text: string) => boolean,
): Segment[] {
  const segments: Segment[] = [];
  let fences = 0;
  for (const { kind, start, end } of parts) {
    const part = text.slice(start, end);
    if (kind === 'fence') {
      segments.push({ kind, text: part, fence: fences++ });
      continue;
    }
    let prose = part.trim();
    for (let marker = leadingMarker(prose); marker !== ''; marker = leadingMarker(prose)) {
      segments.push({ kind: 'kept', text: marker });
      prose = prose.slice(marker.length).trimStart();
    }
    if (prose !== '') segments.push({ kind: mustStay(prose) ? 'kept' : 'prose', text: prose });
  }
  return segments;
}

function leadingMarker(prose: string): string {
  if (!prose.startsWith('[')) return '';
  // A marker is short: a longer paragraph need not be read to its end.
  const [first] = paragraphSpans(prose.slice(0, 2_000));
  const paragraph = prose.slice(first?.start, first?.end);
  return isMarker(paragraph) ? paragraph : '';
}
