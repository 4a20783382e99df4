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

/** Returns how many lines of a step a report left out, and the first one of the longest run of them; nothing if it has all. */
function describeLeftOut({ texts }: ComparedEntry): string[] {
  let [kept, omitted, longest] = [0, 0, 0];
  let first = '';
  for (const { before, edits } of texts) {
    const lines = before.split('\n');
    let next = 0;
    for (const edit of edits) {
      if (typeof edit === 'string') continue;
      if (edit > 0) kept += edit;
      else omitted -= edit;
      if (-edit > longest) {
        longest = -edit;
        first = lines.slice(next, next - edit).find((line) => line.trim() !== '') ?? '';
      }
      next += Math.abs(edit);
    }
  }
  if (omitted === 0) return [];
  const about = `${formatNumber(omitted)} of ${formatCount(omitted + kept, 'line')} left out`;
  return [[about, printable(first, 200)].filter(Boolean).join(': ')];
}

function* drawEdits({ before, edits }: ComparedText, style: TerminalStyle): Generator<string> {
  const { colors } = style;
  const lines = before.split('\n');
  if (edits.length === 1 && edits[0] === lines.length) return;
  let next = 0;
  for (const edit of edits) {
    if (typeof edit === 'string') {
      for (const line of edit.split('\n')) yield colors.green(drawLine('+', line, style));
      continue;
    }
    const run = lines.slice(next, next + Math.abs(edit));
    next += run.length;
    if (edit > 0) yield colors.dim(`         ${formatCount(run.length, 'line')} kept`);
    else {
      const shown = run.length <= MAX_LINES_SHOWN + 1 ? run : run.slice(0, MAX_LINES_SHOWN);
      for (const line of shown) yield colors.red(drawLine('-', line, style));
      if (shown.length < run.length) {
        yield colors.red(`       - ${formatCount(run.length - shown.length, 'more line')}`);
      }
    }
  }
}

function drawLine(sign: string, line: string, { width }: TerminalStyle): string {
  return `       ${sign} ${fit(printableText(line.slice(0, width * 4)).replaceAll('\t', '  '), width - 9)}`;
}
