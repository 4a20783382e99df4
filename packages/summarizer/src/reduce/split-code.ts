import { isMarker, type Summary } from '@palimpsest/core-types';
import { summaryBudget } from '../text/summarize-text.ts';
import { paragraphSpans, splitFences } from '@palimpsest/text';
import {
  BLANK_LINE,
  joinParagraphs,
  type Paragraph,
  type Passage,
  type Reduction,
  type SummarySource,
} from './reduction.ts';
import { writeSummary } from './write-summary.ts';

/**
 * Returns a reduction that summarizes the prose of a message with fenced code; the code stays unchanged.
 *
 * @param keepsOrder leaves code and kept prose in place, instead of after all prose
 * @param id shown in the marker
 */
export function splitCode(
  index: number,
  passage: Passage,
  mustStay: (text: string) => boolean,
  keepsOrder: boolean,
  id: string | undefined,
): Reduction | undefined {
  const segments = segmentsOf(passage, mustStay);
  const prose = segments.filter(({ kind }) => kind === 'prose').map(({ text }) => text);
  if (prose.length === 0) return undefined;
  const whole = prose.join(BLANK_LINE);

  /** Writes a marker without entities: the code contains most of them. */
  const writeMarker = (text: string, summary: Summary | undefined): string | undefined =>
    writeSummary(summary, { id, below: text.length, withEntities: false });

  function proseFirst([summary]: readonly Summary[]): Paragraph[] | undefined {
    const marker = writeMarker(whole, summary);
    if (marker === undefined) return undefined;
    return [
      { text: marker },
      ...segments.filter(({ kind }) => kind === 'kept').map(({ text }) => ({ text })),
      ...segments.filter(({ kind }) => kind === 'fence'),
    ];
  }

  function inOrder(summaries: readonly Summary[]): Paragraph[] | undefined {
    const waiting = summaries.values();
    let isShorter = false;
    const paragraphs = segments.map((segment): Paragraph => {
      if (segment.kind !== 'prose') return segment;
      const marker = writeMarker(segment.text, waiting.next().value);
      if (marker === undefined) return segment;
      isShorter = true;
      return { text: marker };
    });
    return isShorter ? paragraphs : undefined;
  }

  return {
    kind: 'code-split',
    members: [index],
    sources: keepsOrder ? shared(prose) : [{ text: whole, budget: summaryBudget(whole.length) }],
    write(summaries) {
      const paragraphs = keepsOrder ? inOrder(summaries) : proseFirst(summaries);
      if (paragraphs === undefined) return undefined;
      return joinParagraphs(paragraphs).length < passage.text.length ? paragraphs : undefined;
    },
  };
}

/** Divides the budget of the whole prose among its parts, by length. */
function shared(prose: readonly string[]): SummarySource[] {
  const total = prose.reduce((sum, { length }) => sum + length, 0);
  const budget = summaryBudget(total);
  return prose.map((text) => ({ text, budget: Math.ceil((budget * text.length) / total) }));
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
