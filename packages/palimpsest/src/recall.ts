import { OptionError, type ContentBlock } from '@palimpsest/core-types';
import { getCodec, type FormatName } from '@palimpsest/formats';
import type { Originals } from '@palimpsest/originals';
import { parseRecallId, responseText } from '@palimpsest/originals/recall';
import { lineSpans } from '@palimpsest/engine/text';
import { resolveFormat } from './resolve-format.ts';
import { isResponse } from './recall-id-lookup.ts';

interface RecallOptions {
  /** First and last line to return, counted from 1, both included. A number past the end means the last line. @default all lines */
  readonly lines?: readonly [first: number, last: number];
  /** Format of the message. @default detected */
  readonly format?: FormatName;
}

export type RecallTextResult =
  | {
      readonly kind: 'found';
      /** Lines `from` to `to`, with their line breaks. */
      readonly text: string;
      /** Number of lines of the whole text. */
      readonly lines: number;
      readonly from: number;
      readonly to: number;
      /** Whether the text was redacted before it was saved. */
      readonly isRedacted: boolean;
    }
  /** The text was saved once, but the store lost or damaged it. */
  | { readonly kind: 'missing'; readonly reason: 'absent' | 'corrupt' }
  /** Several originals match this id prefix: pass more digits. */
  | { readonly kind: 'ambiguous'; readonly candidates: number }
  /** Never saved in this session, or the message has fewer tool results. */
  | { readonly kind: 'unknown' };

/**
 * Returns the text of a tool result before a compression reduced it, by its recall id (`#1f0c9a3e`, or `#1f0c9a3e.2` for the second
 * result of a message). For a message without tool results, returns its text.
 *
 * @throws {OptionError} when the id, the lines or the format is invalid, or the original matches no format
 * @throws {FormatError} when the original does not have the named format
 */
export async function recall(
  originals: Originals,
  id: string,
  options: RecallOptions = {},
): Promise<RecallTextResult> {
  checkOptions(originals, options);
  const parsed = parseRecallId(id);
  if (parsed === undefined) {
    const expected =
      'the first 8 or more of the 64 digits 0-9 and a-f, as in #1f0c9a3e or 1f0c9a3e.2';
    throw new OptionError('id', id, expected);
  }
  const recalled = await originals.recall(parsed.digits);
  if (recalled.kind !== 'found') return recalled;
  const { message, isRedacted } = recalled;
  const text = findText(message, resolveFormat([message], options.format), parsed.position);
  return text === undefined
    ? { kind: 'unknown' }
    : { kind: 'found', ...selectLines(text, options.lines), isRedacted };
}

function checkOptions(originals: Originals, { lines, ...others }: RecallOptions): void {
  if (typeof originals?.recall !== 'function') {
    throw new OptionError('originals', originals, 'what openOriginals() returns');
  }
  for (const name of Object.keys(others)) {
    if (name !== 'format') throw new OptionError('options', name, 'one of lines, format');
  }
  if (lines === undefined) return;
  const isRange =
    Array.isArray(lines) &&
    lines.length === 2 &&
    lines.every((line) => Number.isSafeInteger(line) && line >= 1) &&
    lines[0] <= lines[1];
  if (isRange) return;
  const expected = 'two whole numbers of at least 1, the first no greater than the last: [10, 30]';
  const received: unknown = Array.isArray(lines) ? String(lines) : lines;
  throw new OptionError('lines', received, expected);
}

/** Returns the text at one position of a message, or `undefined` if it has no such position. */
function findText(message: unknown, format: FormatName, position: number): string | undefined {
  const blocks = getCodec(format)
    .decode([message])
    .flatMap((entry) => entry.blocks);
  const responses = blocks.filter(isResponse);
  const response = responses[position - 1];
  if (response !== undefined) return responseText(response, indentedJson);
  return responses.length === 0 && position === 1
    ? blocks.flatMap(textsOfBlock).join('\n')
    : undefined;
}

function textsOfBlock(block: ContentBlock): readonly string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'code' ? [block.code] : [];
}

function selectLines(
  text: string,
  range: RecallOptions['lines'],
): { readonly text: string; readonly lines: number; readonly from: number; readonly to: number } {
  const spans = lineSpans(text);
  const lines = spans.length;
  if (range === undefined) return { text, lines, from: 1, to: lines };
  const [from, to] = [Math.min(range[0], lines), Math.min(range[1], lines)];
  return { text: text.slice(spans[from - 1]!.start, spans[to - 1]!.end), lines, from, to };
}

function indentedJson(result: unknown): string {
  return JSON.stringify(result, undefined, 2);
}
