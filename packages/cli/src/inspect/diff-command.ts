import {
  compareSessions,
  type Change,
  type ComparedEntry,
  type ComparedText,
  type Comparison,
} from '@palimpsest/report';
import {
  CONVERSATION_HELP,
  FORMAT_HELP,
  formatNotes,
  parseFormat,
  parseText,
  type DefineCommand,
} from '../arguments/options.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { readConversation } from '../conversations/find-conversation.ts';
import { UsageError } from '../errors.ts';
import { openReportPage } from '../read-page.ts';
import { writeLines } from '../output/write-texts.ts';
import { sumOf } from '../sums.ts';
import { detectStyle, type TerminalStyle } from '../terminal/style.ts';
import { displayWidth, fit, padEnd, titleRows } from '../terminal/columns.ts';
import { formatCount, formatNumber, formatPercent } from '../terminal/numbers.ts';
import { printable, printableText } from '../terminal/printable.ts';

export const defineDiff: DefineCommand = (command, io) => {
  command
    .argument('<BEFORE>', 'a file, or - for standard input', parseText)
    .argument('<AFTER>', 'a file, or - for standard input', parseText)
    .option('-c, --conversation <ID>', CONVERSATION_HELP, parseText)
    .option('-f, --format <NAME>', FORMAT_HELP, parseFormat)
    .option('--html <FILE>', 'write the comparison as a page', parseText)
    .option('--all', 'also list the entries that did not change')
    .addHelpText('after', formatNotes(io, 'Tokens are estimates.'))
    .action(async (before, after, { conversation, format, html, all }) => {
      if (before === '-' && after === '-') {
        throw new UsageError('diff: standard input can be one of the files, not both.');
      }
      const writePage = html === undefined ? undefined : await openReportPage(html, io);
      const readOne = async (file: string): Promise<Conversation> =>
        await readConversation(file, conversation, format, io);
      const old = await readOne(before);
      const comparison = compareSessions(old, await readOne(after));
      if (writePage !== undefined) return await writePage(comparison);
      const style = detectStyle(io.stdout, io.env);
      await writeLines(io.stdout, drawComparison(comparison, all === true, style));
    });
};

const SIGNS: Readonly<Record<Change, string>> = {
  kept: ' ',
  shortened: '~',
  reported: '>',
  removed: '-',
  added: '+',
};

/** Lines of a removed run that are shown. */
const MAX_LINES_SHOWN = 3;

function drawComparison(comparison: Comparison, isWhole: boolean, style: TerminalStyle): string[] {
  const { title, facts, tokensBefore, tokensAfter, entries } = comparison;
  const { colors } = style;
  const change = `${formatCount(tokensBefore, 'token')} → ${formatNumber(tokensAfter)}`;
  const counts = (['kept', 'shortened', 'reported', 'removed', 'added'] as const).flatMap(
    (kind) => {
      const count = entries.filter((entry) => entry.change === kind).length;
      return count === 0 && kind === 'reported' ? [] : [`${formatNumber(count)} ${kind}`];
    },
  );
  const shown = isWhole ? entries : entries.filter((entry) => entry.change !== 'kept');
  return [
    ...titleRows(title, [...facts, change, ...describeSize(tokensBefore, tokensAfter)], style),
    `  ${formatCount(entries.length, 'entry', 'entries')}: ${counts.join(', ')}`,
    ...drawDemands(comparison, style),
    '',
    ...shown.flatMap((entry) => [...drawEntry(entry, style)]),
    ...(shown.length === 0 ? [colors.dim('  Nothing differs.')] : []),
    '',
  ];
}

/** Returns by how much the second file is smaller or larger; nothing if the first one has no tokens. */
function describeSize(before: number, after: number): string[] {
  if (before === after) return ['the same size'];
  if (before === 0) return [];
  const share = formatPercent(Math.abs(after - before) / before);
  return [`${share} ${after < before ? 'less' : 'more'}`];
}

function drawDemands({ demands }: Comparison, { colors, width }: TerminalStyle): string[] {
  if (demands.length === 0) return [];
  const lost = demands.filter(({ state }) => state === 'lost');
  return [
    `  instructions of the user kept word for word: ${formatNumber(demands.length - lost.length)} of ${formatNumber(demands.length)}`,
    ...lost.map(({ text, index }) =>
      colors.yellow(fit(`  lost: #${index}  ${printable(text, 500)}`, width)),
    ),
  ];
}

function* drawEntry(entry: ComparedEntry, style: TerminalStyle): Generator<string> {
  const { kind, label = '', change, tokensBefore, tokensAfter, marks: found = [] } = entry;
  const { colors, width } = style;
  const numbers =
    change === 'kept'
      ? formatNumber(tokensBefore)
      : `${formatNumber(tokensBefore)} → ${formatNumber(tokensAfter)}`;
  const head = `${SIGNS[change]} ${padEnd(formatPosition(entry), 9)} ${padEnd(kind, 7)}`;
  const about = [printable(label, 200), ...found.map((mark) => `(${mark})`)].join(' ').trimEnd();
  const room = width - displayWidth(head) - displayWidth(numbers) - 5;
  const line = `${head} ${padEnd(fit(about, room), room)}  ${numbers}`;
  const paints = {
    kept: colors.dim,
    shortened: colors.bold,
    reported: String,
    removed: colors.red,
    added: colors.green,
  };
  yield paints[change](line);
  if (change === 'reported') {
    for (const text of describeLeftOut(entry)) {
      yield colors.dim(`${' '.repeat(12)}${fit(text, width - 12)}`);
    }
  }
  if (change === 'shortened' || change === 'added') {
    for (const text of entry.texts) yield* drawEdits(text, style);
  }
}

function formatPosition({ index, lastIndex }: ComparedEntry): string {
  if (index === undefined) return 'new';
  return lastIndex === undefined ? `#${index}` : `#${index}-${lastIndex}`;
}

/** A run of lines of a text, and what became of it. */
interface Run {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly lines: readonly string[];
}

function listRuns({ before, edits }: ComparedText): Run[] {
  const lines = before.split('\n');
  let next = 0;
  return edits.map((edit): Run => {
    if (typeof edit === 'string') return { kind: 'added', lines: edit.split('\n') };
    const start = next;
    next += Math.abs(edit);
    return { kind: edit > 0 ? 'kept' : 'removed', lines: lines.slice(start, next) };
  });
}

/** Returns how many lines of a step a report left out, and the first one of the longest run of them; nothing if it has all. */
function describeLeftOut({ texts }: ComparedEntry): string[] {
  const runs = texts.flatMap(listRuns).filter(({ kind }) => kind !== 'added');
  const removed = runs.filter(({ kind }) => kind === 'removed');
  if (removed.length === 0) return [];
  const [longest] = removed.toSorted((left, right) => right.lines.length - left.lines.length);
  const omitted = sumOf(removed, ({ lines }) => lines.length);
  const all = sumOf(runs, ({ lines }) => lines.length);
  const about = `${formatNumber(omitted)} of ${formatCount(all, 'line')} left out`;
  const first = longest?.lines.find((line) => line.trim() !== '') ?? '';
  return [[about, printable(first, 200)].filter(Boolean).join(': ')];
}

function* drawEdits(text: ComparedText, style: TerminalStyle): Generator<string> {
  const { colors } = style;
  const runs = listRuns(text);
  if (runs.every(({ kind }) => kind === 'kept')) return;
  for (const { kind, lines } of runs) {
    if (kind === 'kept') yield colors.dim(`         ${formatCount(lines.length, 'line')} kept`);
    else if (kind === 'added') {
      for (const line of lines) yield colors.green(drawLine('+', line, style));
    } else {
      const shown = lines.length <= MAX_LINES_SHOWN + 1 ? lines.length : MAX_LINES_SHOWN;
      for (const line of lines.slice(0, shown)) yield colors.red(drawLine('-', line, style));
      const rest = lines.length - shown;
      if (rest > 0) yield colors.red(`       - ${formatCount(rest, 'more line')}`);
    }
  }
}

function drawLine(sign: string, line: string, { width }: TerminalStyle): string {
  return `       ${sign} ${fit(printableText(line.slice(0, width * 4)).replaceAll('\t', '  '), width - 9)}`;
}
