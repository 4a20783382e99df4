import {
  afterRecallId,
  gapNote,
  isGapNote,
  isMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import { carryNote, notesIn, withoutNotes, type HistoryPlan } from '@palimpsest/history';
import { unitEnd, unitStart, type Reading } from '@palimpsest/salience';

/** The line that explains the marks, once, to a model; `undefined` where a history has it. Anybody can type it; all it causes is that there is no second. */
export function missingGapNote(
  history: readonly IContent[],
  canRecall: boolean,
): string | undefined {
  return history.some(hasGapNote) ? undefined : gapNote({ canRecall });
}

function hasGapNote(entry: IContent): boolean {
  if (entry.speaker === 'human') return notesIn(entry).some(isGapNote);
  return entry.blocks.some((block) => {
    const text = wordsOf(block);
    return text !== undefined && noteSpan(text) !== undefined;
  });
}

/** Whether an entry says nothing but marks, and what explains them. */
export function isMarkersAlone({ blocks }: IContent): boolean {
  return (
    blocks.length > 0 &&
    blocks.every(
      (block) =>
        block.type === 'text' && (isMarker(block.text) || isMarker(withoutNotes(block.text))),
    )
  );
}

/**
 * Adds the line to a plan that reduces something: to the nearest user message; where none may change, as the first line of the first reduced
 * text or result.
 */
export function planWithGapNote(
  history: readonly IContent[],
  plan: HistoryPlan,
  { note, isFixed }: { readonly note: string; readonly isFixed: (index: number) => boolean },
): HistoryPlan {
  const { replacements, removals } = plan;
  if (replacements.size === 0) return plan;
  let first = history.length;
  for (const index of replacements.keys()) first = Math.min(first, index);
  for (const index of removals) first = Math.min(first, index);
  const carried = carryNote(history, plan, { note, first, isFixed });
  if (carried !== undefined) return carried;
  const changed = [...replacements].toSorted(([one], [other]) => one - other);
  for (const [index, entry] of changed) {
    const at = entry.blocks.findIndex((block, place) => canBegin(block, history[index]!, place));
    if (at < 0) continue;
    const blocks = entry.blocks.with(at, withFirstLine(entry.blocks[at]!, note));
    return { ...plan, replacements: new Map(replacements).set(index, { ...entry, blocks }) };
  }
  return plan;
}

/** Whether a reduced block is a text, or a result that is one. */
function canBegin(block: ContentBlock, given: IContent, place: number): boolean {
  const text = wordsOf(block);
  if (text === undefined || isJson(text)) return false;
  if (block.type !== 'tool_response') return block !== given.blocks[place];
  const hasFailed = block.isError === true || (block.error ?? '') !== '';
  return !hasFailed && !given.blocks.includes(block);
}

function wordsOf(block: ContentBlock): string | undefined {
  if (block.type === 'text') return block.text;
  if (block.type !== 'tool_response' || typeof block.result !== 'string') return undefined;
  return block.result;
}

/** Of JSON nothing would be left as such. */
function isJson(text: string): boolean {
  return /^\s*[{["]/.test(text.slice(afterRecallId(text)));
}

function withFirstLine(block: ContentBlock, note: string): ContentBlock {
  const text = wordsOf(block)!;
  const at = afterRecallId(text);
  const id = at === 0 ? '' : `${text.slice(0, at).trimEnd()}\n`;
  const noted = `${id}${note}\n${text.slice(at)}`;
  if (block.type === 'text') return { ...block, text: noted };
  return block.type === 'tool_response' ? { ...block, result: noted } : block;
}

/** Units of a text that are the explanation: they stay, whatever becomes of the rest. */
export function noteUnits(reading: Reading): readonly number[] {
  const span = noteSpan(reading.source);
  if (span === undefined) return [];
  const units: number[] = [];
  for (let unit = 0; unit < reading.count; unit += 1) {
    if (unitStart(reading, unit) >= span.start && unitEnd(reading, unit) <= span.end + 1) {
      units.push(unit);
    }
  }
  return units;
}

/** Where the explanation stands in a text: its first line, behind a recall id, or its last. */
function noteSpan(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = afterRecallId(text);
  if (text[start] === '[') {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (isGapNote(text.slice(start, end))) return { start, end };
  }
  if (text.at(-1) !== ']') return undefined;
  const last = text.lastIndexOf('\n') + 1;
  return isGapNote(text.slice(last)) ? { start: last, end: text.length } : undefined;
}
