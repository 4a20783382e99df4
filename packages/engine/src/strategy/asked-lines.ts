import {
  runInSlices,
  soleText,
  stripEscapeSequences,
  type IContent,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { isRequest, personTexts } from '../history/index.ts';
import { findRequestedSpans, findTables, formatJsonAsLines, type Span } from '../text/index.ts';
import type { StrategyInput } from './define-strategy.ts';

/** UTF-16 units for a token of the target. */
const RATE = 3;
/** Maximum share of the target for what the newest request names, and for what the agent works on. */
const REQUESTED_SHARE = 0.1;
const AT_WORK_SHARE = 0.03;
/** UTF-16 units of an item, and of a line: one stays within any target. */
const ONE_ITEM = 600;
const ONE_LINE = 160;
/** Maximum lines and UTF-16 units of one result. */
const MAX_LINES = 12;
const MAX_LENGTH = 700;

/**
 * Returns the lines of results before the tail that hold what the newest request names, or what the agent works on: a strategy that replaces
 * results by a summary adds them. A row brings the header of its table with it.
 */
export async function findAskedLines({
  history,
  tailStart,
  targetTokens,
  yieldToEventLoop,
}: Pick<StrategyInput, 'history' | 'tailStart' | 'targetTokens' | 'yieldToEventLoop'>): Promise<
  ReadonlyMap<ToolResponseBlock, readonly string[]>
> {
  const results = history.slice(0, tailStart).flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      const text = block.type === 'tool_response' ? soleText(block.result) : undefined;
      return block.type !== 'tool_response' || text === undefined ? [] : { block, text };
    }),
  );
  const texts: string[] = [];
  for (const { text } of results) {
    await yieldToEventLoop();
    texts.push(formatJsonAsLines(text) ?? stripEscapeSequences(text));
  }
  const found = new Map<number, Map<number, string>>();
  const known = new Map<number, LinesOfText>();
  const { requested, atWork } = openQuestions(history);
  for (const [questions, length, most] of [
    [requested, Math.max(ONE_ITEM, REQUESTED_SHARE * targetTokens * RATE), { name: 4, word: 0 }],
    [atWork, Math.max(ONE_LINE, AT_WORK_SHARE * targetTokens * RATE), { name: 1, word: 0 }],
  ] as const) {
    let left = length;
    for (const { text, span } of await runInSlices(
      findRequestedSpans(questions, texts, most),
      yieldToEventLoop,
    )) {
      const own = new Map(found.get(text));
      const before = lengthOf(own);
      const lines = known.get(text) ?? readLines(texts[text]!);
      known.set(text, lines);
      for (const [at, line] of linesIn(lines, span)) own.set(at, line);
      const more = lengthOf(own) - before;
      if (more === 0 || more > left || own.size > MAX_LINES || before + more > MAX_LENGTH) continue;
      left -= more;
      found.set(text, own);
    }
  }
  return new Map(
    Array.from(found, ([text, lines]) => {
      const inOrder = [...lines].toSorted(([one], [other]) => one - other);
      return [results[text]!.block, inOrder.map(([, line]) => line)];
    }),
  );
}

function lengthOf(lines: ReadonlyMap<number, string>): number {
  let length = 0;
  for (const line of lines.values()) length += line.length + 1;
  return length;
}

/** The lines of a text, the position of each, and the tables among them. */
interface LinesOfText {
  readonly lines: readonly string[];
  readonly starts: readonly number[];
  readonly tables: ReturnType<typeof findTables>;
}

function readLines(text: string): LinesOfText {
  const lines = text.split('\n');
  let start = 0;
  const starts = lines.map(({ length }) => (start += length + 1) - length - 1);
  return { lines, starts, tables: findTables(lines) };
}

/** Returns the lines in a span by their numbers, and the header of the table in which they stand. */
function linesIn(
  { lines, starts, tables }: LinesOfText,
  { start, end }: Span,
): readonly (readonly [number, string])[] {
  const first = starts.findLastIndex((each) => each <= start);
  const to = starts.findLastIndex((each) => each < end || each === start) + 1;
  const table = tables.find((one) => one.from <= first && to <= one.to);
  const header = table === undefined ? [] : lines.slice(table.header, table.from);
  return [
    ...header.map((line, at) => [table!.header + at, line.trimEnd()] as const),
    ...lines.slice(first, to).map((line, at) => [first + at, line.trimEnd()] as const),
  ].filter(([, line]) => line !== '');
}

/** Returns the words of the newest request; and the last words of the agent with its newest calls. */
function openQuestions(history: readonly IContent[]): {
  readonly requested: readonly string[];
  readonly atWork: readonly string[];
} {
  const request = history.findLast(isRequest);
  const blocks = history.flatMap((entry) => (entry.speaker === 'ai' ? [entry.blocks] : []));
  const words = blocks.flat().findLast(({ type }) => type === 'text');
  const calls = (blocks.at(-1) ?? []).flatMap((block) =>
    block.type === 'tool_call' ? (JSON.stringify(block.parameters) ?? []) : [],
  );
  const atWork = [...(words?.type === 'text' ? [words.text] : []), ...calls];
  return { requested: request === undefined ? [] : personTexts(request), atWork };
}
