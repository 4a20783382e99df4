import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import type { OverheadTokens } from '@palimpsest/formats';
import type { Fallback } from '../model/with-fallback.ts';
import { counted, figure } from '../terminal/figures.ts';
import { printable } from '../terminal/printable.ts';

const DROPPED: readonly (readonly [keyof DroppedCounts, string, string])[] = [
  ['toolResults', 'tool result became a line', 'tool results became a line each'],
  ['toolCalls', 'tool call dropped', 'tool calls dropped'],
  ['thinkingBlocks', 'thinking block dropped', 'thinking blocks dropped'],
  ['mediaBlocks', 'picture or file dropped', 'pictures and files dropped'],
  ['aiEntries', 'AI message dropped', 'AI messages dropped'],
  ['humanEntries', 'human message dropped', 'human messages dropped'],
  ['summarizedEntries', 'message became part of a summary', 'messages became a summary'],
  ['summarizedTexts', 'text was summarized', 'texts were summarized'],
  ['duplicateTexts', 'repetition became a reference', 'repetitions became a reference each'],
  ['truncatedTexts', 'text was cut', 'texts were cut'],
];

/** What became of what was taken out, one text for each kind. */
export function droppedInWords(dropped: DroppedCounts): string[] {
  const others = DROPPED.flatMap(([kind, singular, plural]) => {
    const count = dropped[kind] ?? 0;
    return count > 0 ? [counted(count, singular, plural)] : [];
  });
  return [...reducedInWords(dropped), ...others];
}

/** Texts, and what was left out of them. */
function reducedInWords({ reducedTexts = 0, lines = 0 }: DroppedCounts): string[] {
  const texts = counted(reducedTexts, 'text reduced', 'texts reduced');
  const left = counted(lines, 'line left out', 'lines left out');
  if (reducedTexts === 0) return lines === 0 ? [] : [left];
  return [lines === 0 ? texts : `${texts}, ${left}`];
}

/** Messages that nobody wrote: they say what was left out. */
export function notesInWords(notes: number): string {
  return notes === 0 ? '' : counted(notes, 'note added', 'notes added');
}

/** What a request sends in addition to its messages. */
export function overheadInWords({ system, tools }: OverheadTokens): string {
  const parts = [
    ...(system > 0 ? [`system ${figure(system)}`] : []),
    ...(tools > 0 ? [`tools ${figure(tools)}`] : []),
  ];
  return `${parts.join(', ')}: counted, and never changed`;
}

/** What was found, and what was done about it. */
const BROKEN: Readonly<Record<Repair['kind'], readonly [string, string, string]>> = {
  'orphan-response': ['response without a call', 'responses without a call', 'removed'],
  'duplicate-response': ['second response', 'second responses', 'removed'],
  'unanswered-call': ['unanswered call', 'unanswered calls', 'answered'],
  'misplaced-response': ['response before its call', 'responses before their call', 'moved'],
  'missing-id': ['call without an id', 'calls without an id', 'named'],
  'blank-entry': ['blank message', 'blank messages', 'removed'],
  'lone-surrogate': ['message with half a character', 'messages with half a character', 'mended'],
};

export type RepairCounts = ReadonlyMap<Repair['kind'], number>;

/** What is broken, one text for each kind. */
export function brokenInWords(counts: RepairCounts): string[] {
  return [...counts].map(([kind, count]) => {
    const [singular, plural] = BROKEN[kind] ?? [kind, kind];
    return counted(count, singular, plural);
  });
}

/** What was mended, one text for each kind. */
export function repairedInWords(counts: RepairCounts): string[] {
  return [...counts].map(([kind, count]) => {
    const [singular, plural, done] = BROKEN[kind] ?? [kind, kind, 'mended'];
    return `${counted(count, singular, plural)} ${done}`;
  });
}

export function countRepairs(
  repairs: readonly Repair[],
  counts: Map<Repair['kind'], number> = new Map(),
): Map<Repair['kind'], number> {
  for (const { kind } of repairs) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const REASONS: Readonly<Record<NoopReason, string>> = {
  'empty-history': 'there are no messages',
  'already-under-target': 'already under the target',
  'tail-covers-all': 'the newest messages, which stay whole, are all there is',
  'too-few-compressible': 'too few messages could be compressed',
  'shrunk-below-minimum': 'too little would have been left',
  'nothing-removable': 'nothing before the newest messages can be reduced further',
  'no-gain': 'compressing would have made it larger',
};

/** Why nothing happened. */
export function reasonInWords(reason: NoopReason | undefined): string {
  return reason === undefined ? 'nothing to do' : (REASONS[reason] ?? reason);
}

/** Why another strategy did the work. A provider's words are foreign ones. */
export function fallbackInWords({ from, reason }: Fallback): string {
  return `as "${from}" failed: ${printable(reason, 500)}`;
}
