import { textArbitrary } from '@palimpsest/conformance';
import { classifyText, isHard } from '@palimpsest/summarizer/classify';
import {
  formatDuplicateMarker,
  formatDroppedNotice,
  formatGapMarker,
  isMarker,
  parseDroppedNotice,
  parseDuplicateMarker,
  parseGapMarker,
  formatSummaryMarker,
  formatToolSummary,
} from '@palimpsest/core-types';
import { findDuplicates } from '@palimpsest/dedup';
import { findDirectives } from '@palimpsest/directives';
import { createTextParser, render } from '@palimpsest/strategy-salience/rank';
import { summarizeText } from '@palimpsest/summarizer';
import {
  truncateText,
  lineSpans,
  paragraphSpans,
  sentenceSpans,
  splitFences,
} from '@palimpsest/text';
import { estimateTokens } from '@palimpsest/tokenizer';
import { resolvePath } from '@palimpsest/tool-taxonomy';
import fc from 'fast-check';
import { fuzzKind, type FuzzKind, type Problem } from './fuzz-kind.ts';

/** Draws texts from fragments that caused problems before, in any order. */
const TEXTS: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      textArbitrary(),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u2028',
        '```ts\n',
        '~~~\n',
        '- [ ] ',
        '\ud83d',
        '\u0301',
        'must not',
        '…12',
        '",',
        '{"a":[',
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Parts that read texts, each tested alone. */
export const textKinds: readonly FuzzKind[] = [
  part('text', fc.record({ text: TEXTS, limit: fc.integer({ min: -1, max: 300 }) }), spans),
  part('tokenizer', fc.record({ text: TEXTS, more: TEXTS }), tokens),
  part(
    'marks',
    fc.record({ text: TEXTS, other: TEXTS, count: fc.nat(999_999_999), isFlagged: fc.boolean() }),
    marks,
  ),
  part('salience', fc.record({ text: TEXTS, mask: fc.nat() }), readings),
  part('summarizer', fc.record({ text: TEXTS, budget: fc.integer({ min: 0, max: 500 }) }), summary),
  part(
    'readers of prose',
    fc.record({
      text: TEXTS,
      root: fc.constantFrom('/w', '/w/src/', 'C:\\x'),
    }),
    prose,
  ),
  part(
    'dedup',
    fc.record({ texts: fc.array(TEXTS, { maxLength: 6 }), order: fc.array(fc.nat(5)) }),
    duplicates,
  ),
];

function part<Case>(
  name: string,
  cases: fc.Arbitrary<Case>,
  find: (one: Case) => Generator<string>,
): FuzzKind {
  const judge = (one: Case): Problem[] =>
    [...find(one)].map((message) => ({ rule: message.split(':')[0]!, message }));
  return fuzzKind({ name: 'parts', weight: 4, cases, subject: () => name, judge });
}

function* spans({ text, limit }: { text: string; limit: number }): Generator<string> {
  const lists = { lineSpans, paragraphSpans, sentenceSpans } as const;
  for (const [name, list] of Object.entries(lists)) {
    if (!isAscending(list(text), text.length)) yield `${name} do not ascend`;
  }
  const lines = lineSpans(text).map(({ start, end }) => text.slice(start, end));
  if (lines.join('\n') !== text.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n'))
    yield 'lineSpans lose text';
  const fenced = splitFences(text);
  if (fenced.map(({ start, end }) => text.slice(start, end)).join('') !== text) {
    yield 'splitFences lose text';
  }
  const short = truncateText(text, limit);
  if (!text.startsWith(short)) yield 'cutText is no start';
  if (short.length > Math.max(0, limit)) yield `cutText is too long: ${short.length}`;
  if (limit >= text.length && short !== text) yield 'cutText cuts what fits';
  if (text.isWellFormed() && !short.isWellFormed()) yield 'cutText cuts a character';
}

function isAscending(list: readonly Span[], length: number): boolean {
  let last = 0;
  return list.every(({ start, end }) => {
    const isNext = start >= last && end >= start && end <= length;
    last = end;
    return isNext;
  });
}

function* tokens({ text, more }: { text: string; more: string }): Generator<string> {
  const count = estimateTokens(text);
  if (!Number.isSafeInteger(count) || count < 0) yield `no count: ${count}`;
  if (estimateTokens(text + more) < count) yield 'more text counts less';
}

interface Marked {
  readonly text: string;
  readonly other: string;
  readonly count: number;
  readonly isFlagged: boolean;
}

function* marks({ text, other, count, isFlagged }: Marked): Generator<string> {
  isMarker(text);
  const made = formatToolSummary({
    tool: text,
    key: other,
    status: isFlagged ? 'error' : 'success',
    ...(isFlagged ? { excerpt: [text, other] } : {}),
  });
  if (!isMarker(made)) yield `toolSummary is no mark: ${JSON.stringify(made)}`;
  const notice = { dropped: count, newest: text.length, following: other.length };
  if (JSON.stringify(parseDroppedNotice(formatDroppedNotice(notice))) !== JSON.stringify(notice)) {
    yield 'a notice is read otherwise';
  }
  if (parseGapMarker(formatGapMarker(count)) !== count) yield 'a gap is read otherwise';
  const of = text.replaceAll(/[\n\r]/g, ' ').slice(0, 60);
  const duplicate = formatDuplicateMarker({
    of,
    length: count,
    ...(isFlagged ? { similarity: 0.9 } : {}),
  });
  const read = parseDuplicateMarker(duplicate);
  if (read?.length !== count || read.of !== of || read.isNear !== isFlagged) {
    yield `a duplicate is read otherwise: ${duplicate}`;
  }
  if (!isMarker(formatSummaryMarker({ text: text.slice(0, 300), merged: count }))) {
    yield 'a summary is no mark';
  }
}

function* readings({ text, mask }: { text: string; mask: number }): Generator<string> {
  const { read, parseLines } = createTextParser();
  if (render(parseLines(text), () => true) !== text) yield 'a text of which all is kept is another';
  for (const reading of [read(text), parseLines(text)]) {
    const left = render(reading, (unit) => ((mask >> (unit % 31)) & 1) === 1);
    if (text.isWellFormed() && !left.isWellFormed()) yield 'render cuts a character';
  }
}

function* summary({ text, budget }: { text: string; budget: number }): Generator<string> {
  const short = summarizeText(text, budget);
  if (short.text.length > budget) yield `a summary is over its budget: ${short.text.length}`;
  if (!short.text.isWellFormed()) yield 'a summary holds half a character';
  if (JSON.stringify(summarizeText(text, budget)) !== JSON.stringify(short))
    yield 'two summaries differ';
}

function* prose({ text, root }: { text: string; root: string }): Generator<string> {
  for (const { start, end, text: said } of findDirectives(text)) {
    if (text.slice(start, end) !== said) yield 'a directive does not stand where it says';
  }
  if (classifyText(text).isHard !== isHard(text)) yield 'isHard differs from classifyText';
  const path = resolvePath(text, root);
  if (resolvePath(path, root) !== path) yield `a path is not resolved: ${JSON.stringify(path)}`;
}

function* duplicates({
  texts,
  order,
}: {
  texts: readonly string[];
  order: readonly number[];
}): Generator<string> {
  const all = [...texts, ...order.map((at) => texts[at % texts.length])];
  for (const [index, { of, length }] of findDuplicates(all)) {
    if (all[index] !== all[of] || of <= index) yield `${index} is no duplicate of ${of}`;
    if (length !== all[index]?.length) yield 'a duplicate has another length';
  }
}
