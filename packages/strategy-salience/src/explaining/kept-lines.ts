import {
  explainUnit,
  isContinuation,
  isKey,
  isTrivial,
  standsFor,
  unitText,
  type Ranking,
  type Reader,
  type Reading,
  type UnitReason,
} from '@palimpsest/salience';
import type { ExplainedText, KeptLine } from './explanation.ts';

/** The kept lines of a text and how many are left out between them. Blank lines and brackets count only where they are kept. */
export function keptLines(
  reading: Reading,
  isKept: (unit: number) => boolean,
  whyKept: (unit: number) => UnitReason | undefined,
): Pick<ExplainedText, 'kept' | 'of' | 'lines' | 'gap'> {
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
  return { kept, of, lines, gap };
}

/** How many lines a unit stands for: none for what says nothing by itself, several for a mark of an earlier compression. */
function linesOf(reading: Reading, unit: number): number {
  return isTrivial(reading, unit) || isKey(reading, unit) ? 0 : standsFor(reading, unit);
}

/** Why a kept unit was chosen; with no worth where it only filled room that was left, `undefined` where it stays in any case. */
export function reasonOf(
  ranking: Ranking,
  vocabulary: Reader['vocabulary'],
  unit: number,
): UnitReason | undefined {
  const { board, places, order } = ranking;
  const place = places[unit]!;
  if (place < order.length) return explainUnit(ranking, vocabulary, unit);
  const { message } = board.passages[board.passageOf[unit]!]!;
  const messagesAgo = board.messages - message;
  return { place, density: 0, saidBy: [], messagesAgo, inDefinition: false };
}
