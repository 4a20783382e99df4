import { lineSpans, type Span } from '@palimpsest/text';
import { isListItem } from './list-item.ts';

const DEMONSTRATION =
  /^[ \t]*-{2,} ?(?:BEGIN |START )?(?:OF )?(?:DEMONSTRATION|TRAJECTORY)\b.*$/gim;
const DEMONSTRATION_END = /^[ \t]*-{2,} ?(?:END|STOP)\b.*$/gim;

/** Passages between a line such as `--- DEMONSTRATION ---` and one such as `--- END OF DEMONSTRATION ---`. */
export function demonstrationSpans(text: string): Span[] {
  const spans: Span[] = [];
  DEMONSTRATION.lastIndex = 0;
  for (let match = DEMONSTRATION.exec(text); match !== null; match = DEMONSTRATION.exec(text)) {
    DEMONSTRATION_END.lastIndex = DEMONSTRATION.lastIndex;
    if (DEMONSTRATION_END.exec(text) === null) break;
    const end = DEMONSTRATION_END.lastIndex;
    spans.push({ start: match.index, end });
    DEMONSTRATION.lastIndex = end;
  }
  return spans;
}

const NOTE =
  /^\s*[-*•] (?:Added|Fixed|Improved|Removed|Changed|Deprecated|Updated|Introduced|Renamed|Moved|Reduced|Enhanced) /;
const LEAST_NOTES = 3;
/** Of so many items one has to say what was done. */
const ITEMS_FOR_NOTE = 4;

/** Lists that tell what was added, fixed and removed: what a program prints of its history. */
export function releaseNoteSpans(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let end = 0;
  let items = 0;
  let notes = 0;
  const close = () => {
    if (notes >= LEAST_NOTES && notes * ITEMS_FOR_NOTE >= items) spans.push({ start, end });
    items = 0;
    notes = 0;
  };
  for (const line of lineSpans(text)) {
    // The kind of a line shows at its beginning.
    const head = text.slice(line.start, Math.min(line.end, line.start + 40));
    if (isListItem(head)) {
      if (items === 0) start = line.start;
      items += 1;
      if (NOTE.test(head)) notes += 1;
      end = line.end;
    } else if (items > 0 && head.trim() !== '' && !/^\s/.test(head)) close();
  }
  close();
  return spans;
}
