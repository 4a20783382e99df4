import type { DroppedCounts, NoopReason, Repair } from '@palimpsest/core-types';
import { formatCount, joinTexts } from '../terminal/numbers.ts';

const DROPPED: readonly (readonly [keyof DroppedCounts, string, string])[] = [
  ['toolResults', 'tool result replaced by a line', 'tool results replaced by a line each'],
  ['toolCalls', 'tool call removed', 'tool calls removed'],
  ['thinkingBlocks', 'reasoning block removed', 'reasoning blocks removed'],
  ['mediaBlocks', 'image or file removed', 'images or files removed'],
  ['aiEntries', 'assistant message removed', 'assistant messages removed'],
  ['humanEntries', 'user message removed', 'user messages removed'],
  ['summarizedEntries', 'message summarized', 'messages summarized'],
  ['summarizedTexts', 'text summarized', 'texts summarized'],
  ['duplicateTexts', 'duplicate replaced by a reference', 'duplicates replaced by references'],
  ['truncatedTexts', 'text truncated', 'texts truncated'],
];

function describe(count: number, singular: string, plural: string): string {
  return count > 0 ? formatCount(count, singular, plural) : '';
}

export function describeDropped(dropped: DroppedCounts): string[] {
  const { reducedTexts = 0, lines = 0 } = dropped;
  const reduced = [
    describe(reducedTexts, 'text reduced', 'texts reduced'),
    describe(lines, 'line omitted', 'lines omitted'),
  ];
  return [
    joinTexts(reduced),
    ...DROPPED.map(([kind, ...names]) => describe(dropped[kind] ?? 0, ...names)),
  ].filter(Boolean);
}

type RepairKind = Repair['kind'];

/** Singular, plural, and what a repair did about it. */
const DEFECTS: Readonly<Record<RepairKind, readonly [string, string, string]>> = {
  'orphan-response': ['tool result without a call', 'tool results without a call', 'removed'],
  'duplicate-response': ['duplicate tool result', 'duplicate tool results', 'removed'],
  'unanswered-call': ['tool call without a result', 'tool calls without a result', 'completed'],
  'misplaced-response': ['tool result before its call', 'tool results before their call', 'moved'],
  'missing-id': ['tool call without an id', 'tool calls without an id', 'completed'],
  'blank-entry': ['empty message', 'empty messages', 'removed'],
  'unfinished-arguments': [
    'tool call with unfinished arguments',
    'tool calls with unfinished arguments',
    'kept',
  ],
  'lone-surrogate': ['message with half a character', 'messages with half a character', 'repaired'],
};

/** Describes defects, one text for each kind; with `isRepaired`, also what was done about them. */
export function describeDefects(
  counts: Iterable<readonly [RepairKind, number]>,
  isRepaired: boolean,
): string[] {
  return [...counts].map(([kind, count]) => {
    const [singular, plural, action] = DEFECTS[kind];
    return `${formatCount(count, singular, plural)}${isRepaired ? ` ${action}` : ''}`;
  });
}

const REASONS: Readonly<Record<NoopReason, string>> = {
  'empty-history': 'there are no messages',
  'already-under-target': 'already under the target',
  'tail-covers-all': 'there is nothing before the preserved newest messages',
  'too-few-compressible': 'too few messages can be compressed',
  'shrunk-below-minimum': 'too little would remain',
  'nothing-removable': 'nothing before the newest messages can be reduced further',
  'no-gain': 'compression would make it larger',
};

export function describeNoop(reason: NoopReason | undefined): string {
  return reason === undefined ? 'nothing to do' : REASONS[reason];
}
