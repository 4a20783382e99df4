import { isMarker } from '@palimpsest/core-types';
import { summaryBudget } from '../text/summarize-text.ts';
import { findTagPair, replaceBetweenTags, splitFences } from '@palimpsest/engine/text';
import { BLANK_LINE, type Passage, type Reduction } from './reduction.ts';
import { writeSummary } from './write-summary.ts';

/**
 * Returns a reduction that summarizes the prose of a message with fenced code: the summary comes first, then prose that must stay, then the
 * code, unchanged. Tags around the message stay around all of it.
 *
 * @param id shown in the marker
 */
export function splitCode(
  index: number,
  passage: Passage,
  mustStay: (text: string) => boolean,
  id: string | undefined,
): Reduction | undefined {
  const segments = segmentsOf(passage.text, mustStay);
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
      const kept = segments.filter(({ kind }) => kind === 'kept');
      const fences = segments.filter(({ kind }) => kind === 'fence');
      const paragraphs = [marker, ...[...kept, ...fences].map(({ text }) => text)];
      const split = replaceBetweenTags(passage.text, () => paragraphs.join(BLANK_LINE));
      return split.length < passage.text.length ? split : undefined;
    },
  };
}

interface Segment {
  /** `prose` may be summarized, `kept` prose may not, `fence` is code. */
  readonly kind: 'prose' | 'kept' | 'fence';
  readonly text: string;
}

/**
 * Returns the fences, and the trimmed prose between them. Prose that must stay is kept, and so are markers that an
 * earlier run left at its start.
 */
function segmentsOf(message: string, mustStay: (text: string) => boolean): Segment[] {
  const { start: from, end: to } = findTagPair(message)?.inner ?? {};
  const text = message.slice(from, to);
  const segments: Segment[] = [];
  for (const { kind, start, end } of splitFences(text)) {
    const part = text.slice(start, end);
    if (kind === 'fence') {
      segments.push({ kind, text: part });
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

/** Returns the first paragraph if it is a marker, else nothing. A marker is short: a longer paragraph need not be read to its end. */
function leadingMarker(prose: string): string {
  if (!prose.startsWith('[')) return '';
  const [paragraph = ''] = prose.slice(0, 2_000).split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)/, 1);
  return isMarker(paragraph) ? paragraph : '';
}
