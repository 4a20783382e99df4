import {
  findGapMarkers,
  formatMarkerLegend,
  hasGapNote,
  replaceResultParts,
  resultParts,
  withGapNote,
  type ContentBlock,
  type IContent,
  type ResultPart,
} from '@palimpsest/core-types';
import type { EditPlan } from './plan.ts';

/** Levels of nested values that are read. */
const DEEPEST = 16;

export interface ExplainOptions {
  /** Whether the model can recall omitted text. @default false */
  readonly canRecall?: boolean;
  /** If the plan removes the legend: returns whether an existing marker of an entry may get it. @default none may */
  readonly mayExplain?: (index: number) => boolean;
}

/**
 * Adds the marker legend to a gap marker that a plan writes, once per history: to the first one whose text stays shorter than its original,
 * else to the first one, if the plan removes more text than the legend takes. If the plan removes the legend, a marker from before may get
 * it. Returns the same plan if the planned history has the legend, or if no marker may get it.
 */
export function explainMarkers(
  history: readonly IContent[],
  plan: EditPlan,
  { canRecall = false, mayExplain }: ExplainOptions = {},
): EditPlan {
  const { removals, replacements, merges } = plan;
  if (replacements.size === 0 && (removals.size === 0 || mayExplain === undefined)) return plan;
  const isExplained = history.some(
    (entry, index) => !removals.has(index) && hasLegend(replacements.get(index) ?? entry),
  );
  if (isExplained) return plan;
  const isLost = mayExplain !== undefined && history.some(hasLegend);
  const note = formatMarkerLegend({ canRecall });
  let fallback: EditPlan | undefined;
  const indices = isLost ? [...history.keys()] : [...replacements.keys()].toSorted((a, b) => a - b);
  for (const index of indices) {
    // With the legend lost, an existing marker may get it.
    const isFree = isLost && mayExplain(index);
    const written = replacements.get(index);
    if (removals.has(index) || (written === undefined && !isFree)) continue;
    const sources = isFree ? [] : (merges?.get(index) ?? [index]);
    const given = sources.flatMap((source) => textsOf(history[source]!));
    const explained = explainedEntry(written ?? history[index]!, note, given);
    if (explained === undefined) continue;
    const withLegend = { ...plan, replacements: new Map(replacements).set(index, explained) };
    if (isFree || lengthOf(textsOf(explained)) < lengthOf(given)) return withLegend;
    fallback ??= withLegend;
  }
  const freed = [...removals].flatMap((index) => textsOf(history[index]!));
  return fallback !== undefined && lengthOf(freed) > note.length ? fallback : plan;
}

function hasLegend(entry: IContent): boolean {
  return textsOf(entry).some(hasGapNote);
}

/** Returns the entry with the legend after its first new marker; `undefined` if it has none. */
function explainedEntry(
  entry: IContent,
  note: string,
  given: readonly string[],
): IContent | undefined {
  // Markers are compared by line: an existing one may be in a new text.
  const left = countMarkers(given, textsOf(entry).flatMap(findGapMarkers));
  if (left.size === 0) return undefined;
  const isWritten = (line: string): boolean => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  };
  for (const [index, block] of entry.blocks.entries()) {
    const explained = editFirstText(block, (text) => withGapNote(text, note, isWritten));
    if (explained !== undefined) return { ...entry, blocks: entry.blocks.with(index, explained) };
  }
  return undefined;
}

/** Markers that are searched for one by one. For more, all markers of the texts are read. */
const MAX_SEARCHED = 4;

/** Returns how often each marker is a line of the texts: what was removed may have many more markers than what represents it. */
function countMarkers(texts: readonly string[], markers: readonly string[]): Map<string, number> {
  const counts = new Map(markers.map((line) => [line, 0]));
  if (counts.size > MAX_SEARCHED) {
    for (const line of texts.flatMap(findGapMarkers)) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  }
  for (const line of counts.keys()) {
    counts.set(
      line,
      texts.reduce((sum, text) => sum + countLine(text, line), 0),
    );
  }
  return counts;
}

/** Returns how often a text is a line of another one. */
function countLine(text: string, line: string): number {
  let count = 0;
  for (let at = text.indexOf(line); at !== -1; at = text.indexOf(line, at + 1)) {
    if (isLineEnd(text[at - 1]) && isLineEnd(text[at + line.length])) count += 1;
  }
  return count;
}

/** Returns whether `^` and `$` (multiline) match next to a character; `undefined` is the start or end of the text. */
function isLineEnd(unit: string | undefined): boolean {
  return unit === undefined || '\n\r\u2028\u2029'.includes(unit);
}

/** Returns the block with the first of its texts that `edit` changes; `undefined` if it changes none. */
function editFirstText(block: ContentBlock, edit: EditText): ContentBlock | undefined {
  if (block.type === 'text') {
    const text = edit(block.text);
    return text === undefined ? undefined : { ...block, text };
  }
  if (block.type !== 'tool_response') return undefined;
  for (const part of resultParts(block.result)) {
    if (part.type === 'media') continue;
    const value = editFirstString(part.type === 'text' ? part.text : part.value, edit);
    if (value === undefined) continue;
    const edits = new Map<ResultPart, unknown>([[part, value]]);
    return { ...block, result: replaceResultParts(block.result, edits) };
  }
  return undefined;
}

/** Returns the new text; `undefined` if the text does not change. */
type EditText = (text: string) => string | undefined;

function editFirstString(value: unknown, edit: EditText, depth: number = DEEPEST): unknown {
  if (typeof value === 'string') return edit(value);
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    const edited = editFirstString(members[key], edit, depth - 1);
    if (edited === undefined) continue;
    return Array.isArray(value) ? value.with(Number(key), edited) : { ...value, [key]: edited };
  }
  return undefined;
}

function lengthOf(texts: readonly string[]): number {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
}

/** Returns the texts of an entry that can contain gap markers. */
function textsOf({ blocks }: IContent): string[] {
  const texts: string[] = [];
  for (const block of blocks) {
    // An edit that changes nothing visits every text.
    editFirstText(block, (text: unknown) => {
      if (typeof text === 'string') texts.push(text);
      return undefined;
    });
  }
  return texts;
}
