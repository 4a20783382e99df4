import {
  parseGapMarker,
  parseMediaPlaceholder,
  replaceBinaryText,
  stripEscapeSequences,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { isReasoningOnly } from '@palimpsest/engine/history';
import type { Law } from '../law.ts';

/** Maximum part of an `error` that stays verbatim, in UTF-16 units. */
const ERROR_LENGTH = 500;

/** Minimum part of a failed result's last line that stays readable, in UTF-16 units. */
const LAST_LINE_LENGTH = 100;

/** How reasoning and failures may change (laws 4 and 7). */
export const blockLaws: readonly Law[] = [
  {
    name: 'law-4-thinking',
    guarantee: 'Reasoning is unchanged or removed, and no entry has only reasoning.',
    *find({ before, after }) {
      const known = new Set(before.flatMap(({ blocks }) => blocks));
      const given = new Set(before);
      for (const [index, entry] of after.entries()) {
        if (entry.blocks.some((block) => block.type === 'thinking' && !known.has(block)))
          yield [index, 'reasoning was rewritten'];
        if (isReasoningOnly(entry) && !given.has(entry)) yield [index, 'reasoning is left alone'];
      }
    },
  },
  {
    name: 'law-7-failures',
    guarantee:
      'A failed result that remains still says that it failed, with its error up to 500 characters and its last line.',
    *find({ before, after, provenance }) {
      for (const [index, { sources }] of provenance.entries()) {
        const [old, now] = [before[sources[0] ?? -1], after[index]];
        if (sources.length !== 1 || !old || !now || now === old) continue;
        const responses = responsesOf(old);
        for (const block of responsesOf(now)) {
          // Ids may repeat within an entry; remaining results keep their order.
          const at = responses.findIndex(({ callId }) => callId === block.callId);
          const [failure] = at < 0 ? [] : responses.splice(0, at + 1).slice(-1);
          if (failure === undefined || !isFailure(failure)) continue;
          const isKept =
            block.isError === failure.isError &&
            isBeginningKept(failure.error ?? '', block.error ?? '');
          const name = `${block.toolName} (${block.callId})`;
          if (!isKept) yield [index, `the failure of ${name} is gone`];
          else if (!isLastLineKept(failure.result, block.result))
            yield [index, `the last line of the failed ${name} is gone`];
        }
      }
    },
  },
];

function responsesOf({ blocks }: IContent): ToolResponseBlock[] {
  return blocks.filter((block) => block.type === 'tool_response');
}

function isFailure({ error, isError }: ToolResponseBlock): boolean {
  return isError === true || (error ?? '').trim() !== '';
}

/** Base64 may be replaced by a placeholder. */
function isBeginningKept(before: string, after: string): boolean {
  return [before, replaceBinaryText(before)].some((text) =>
    after.startsWith(beginning(text, ERROR_LENGTH)),
  );
}

function isLastLineKept(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return true;
  // Base64 may be replaced by a placeholder, or stay. Colours may go, or stay.
  const kept = replaceBinaryText(stripEscapeSequences(after));
  const line = lastLine(replaceBinaryText(stripEscapeSequences(before)));
  // A placeholder may get a recall id before its closing bracket.
  const expectedLine = parseMediaPlaceholder(line) === undefined ? line : line.slice(0, -1);
  return kept.includes(beginning(expectedLine, LAST_LINE_LENGTH));
}

/** Returns the last line that is neither blank nor a gap marker. */
function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && parseGapMarker(line) === undefined) ?? '';
}

/** Returns the start of a text without a split surrogate pair. */
function beginning(text: string, length: number): string {
  const start = text.slice(0, length);
  return start.length < text.length && !start.isWellFormed() ? start.slice(0, -1) : start;
}
