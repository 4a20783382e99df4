import type { CompressionContext, Services } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { explainUnit, withoutMentions, type SelectionReason } from './ranking/explain-unit.ts';
import type { Role } from './ranking/unit-index.ts';
import type { Ranking } from './ranking/rank.ts';
import type { TextParser } from './reading/create-text-parser.ts';
import {
  representedLines,
  isTrivial,
  nextLineUnit,
  unitText,
  type ParsedText,
} from './reading/parsed-text.ts';
import { DEFAULT_WEIGHTS, type SalienceWeights } from './value/weights.ts';
import type { SalienceDecision } from './decide-for-tail.ts';
import { salienceWith } from './salience.ts';

export type { SelectionReason };

/** A line that an entry keeps. */
export interface KeptLine {
  /** Lines omitted since the previous one. */
  readonly gap: number;
  readonly text: string;
  /** Why it was selected. Absent for units that always stay. */
  readonly reason?: SelectionReason;
}

/** What one text of a reducible entry keeps. */
export interface ExplainedText {
  /** Index of its block. */
  readonly block: number;
  readonly role: Role;
  /** Number of kept lines. A line with several kept pieces counts once. */
  readonly kept: number;
  /** Number of lines with content, kept or not. */
  readonly total: number;
  readonly lines: readonly KeptLine[];
  /** Lines omitted after the last kept one. */
  readonly gap: number;
}

/** A reducible entry of the history. */
interface ExplainedEntry {
  /** Index in the repaired history. */
  readonly index: number;
  readonly texts: readonly ExplainedText[];
}

/** What all reducible entries keep, and why. */
export interface Explanation {
  /** Index of the first entry of the preserved tail. */
  readonly tailStart: number;
  readonly entries: readonly ExplainedEntry[];
}

/**
 * Explains what `salience` would keep of a history. Returns `undefined` if it would change nothing.
 *
 * @param options weights of the strategy, and its services
 */
export async function explain(
  context: CompressionContext,
  {
    weights = DEFAULT_WEIGHTS,
    ...services
  }: Services & { readonly weights?: SalienceWeights } = {},
): Promise<Explanation | undefined> {
  let explanation: Explanation | undefined;
  const plugin = salienceWith(weights, (decision, parser) => {
    explanation = explainDecision(decision, parser);
  });
  await createStrategy(plugin, services).compress(context);
  return explanation;
}

/** Describes what a decision keeps of each entry, and why. */
function explainDecision(
  { tailStart, pieces, isRecorded, selection, selectedCount }: SalienceDecision,
  { vocabulary }: TextParser,
): Explanation {
  const { ranking, passages } = selection;
  const entries = new Map<number, ExplainedText[]>();
  for (const part of pieces.flatMap((of) => of.flatMap(({ texts }) => texts))) {
    if (isRecorded[part.entry] !== true) continue;
    const first = ranking.unitIndex.firstUnit[passages.get(part)!]!;
    const isKept = (unit: number): boolean => selection.isKept(part, unit, selectedCount);
    const kept = keptLines(part.parsed, isKept, (unit) =>
      reasonOf(ranking, vocabulary, first + unit),
    );
    const texts = entries.get(part.entry) ?? [];
    texts.push({ block: part.block, role: part.role, ...kept });
    entries.set(part.entry, texts);
  }
  const ordered = Array.from(entries, ([index, texts]) => ({ index, texts }));
  return { tailStart, entries: ordered.toSorted((one, other) => one.index - other.index) };
}

/** Returns the kept lines of a text, and the number of omitted lines between them. Blank lines and brackets count only if they are kept. */
function keptLines(
  parsed: ParsedText,
  isKept: (unit: number) => boolean,
  whyKept: (unit: number) => SelectionReason | undefined,
): Pick<ExplainedText, 'kept' | 'total' | 'lines' | 'gap'> {
  const { count } = parsed;
  const lines: KeptLine[] = [];
  let [gap, kept, of] = [0, 0, 0];
  for (let unit = 0, end = 0; unit < count; unit = end) {
    end = nextLineUnit(parsed, unit);
    const size = linesOf(parsed, unit);
    let isShown = false;
    for (let piece = unit; piece < end; piece += 1) {
      if (!isKept(piece)) continue;
      const reason = whyKept(piece);
      const text = unitText(parsed, piece);
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
function linesOf(parsed: ParsedText, unit: number): number {
  return isTrivial(parsed, unit) ? 0 : representedLines(parsed, unit);
}

/** Returns why a kept unit was selected: without a score if it only fills remaining tokens, `undefined` if it always stays. */
function reasonOf(
  ranking: Ranking,
  vocabulary: TextParser['vocabulary'],
  unit: number,
): SelectionReason | undefined {
  const { unitIndex, selectionRanks, order } = ranking;
  const place = selectionRanks[unit]!;
  if (place < order.length) return explainUnit(ranking, vocabulary, unit);
  return { place, density: 0, ...withoutMentions(unitIndex, unit) };
}
