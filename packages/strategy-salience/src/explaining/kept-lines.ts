import {
  explainUnit,
  isContinuation,
  isKey,
  isTrivial,
  getOmittedCount,
  unitText,
  type Ranking,
  type TextParser,
  type ParsedText,
  type SelectionReason,
} from '@palimpsest/salience';
import type { ExplainedText, KeptLine } from './explanation.ts';

/** Returns the kept lines of a text, and the number of omitted lines between them. Blank lines and brackets count only if they are kept. */
export function keptLines(
  reading: ParsedText,
  isKept: (unit: number) => boolean,
  whyKept: (unit: number) => SelectionReason | undefined,
): Pick<ExplainedText, 'kept' | 'total' | 'lines' | 'gap'> {
  const { count } = reading;
  const lines: KeptLine[] = [];
  let [gap, kept, of] = [0, 0, 0];
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = unit + 1;
    while (end < count && isContinuation(reading, end)) end += 1;
    const size = linesOf(reading, unit);
    let isShown = false;
    for (let piece = unit; piece < end; piece += 1) {
      if (!isKept(piece)) continue;
      const reason = whyKept(piece);
      const text = unitText(reading, piece);
      lines.push({ gap, text, ...(reason === undefined ? {} : { reason }) });
      gap = 0;
      isShown = true;
    }
    of += isShown ? Math.max(1, size) : size;
    if (isShown) kept += Math.max(1, size);
    else gap += size;
  }
  return { kept, total: of, lines, gap };
}

/** Returns the number of lines that a unit represents: none for a unit without content, several for an earlier gap marker. */
function linesOf(reading: ParsedText, unit: number): number {
  return isTrivial(reading, unit) || isKey(reading, unit) ? 0 : getOmittedCount(reading, unit);
}

/** Returns why a kept unit was selected: without a score if it only fills remaining tokens, `undefined` if it always stays. */
export function reasonOf(
  ranking: Ranking,
  vocabulary: TextParser['vocabulary'],
  unit: number,
): SelectionReason | undefined {
  const { board, selectionRanks, order } = ranking;
  const place = selectionRanks[unit]!;
  if (place < order.length) return explainUnit(ranking, vocabulary, unit);
  const { message } = board.passages[board.passageOf[unit]!]!;
  const messagesAgo = board.messages - message;
  return { place, density: 0, mentionedBy: [], messagesAgo, inDefinition: false };
}
