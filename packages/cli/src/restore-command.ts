import { readRecord } from '@palimpsest/engine/history';
import { findGapMarkers, hasMarkerLegend, hasRecallId, isMarker } from '@palimpsest/core-types';
import type { Missing, Restored } from '@palimpsest/originals';
import type { Command } from './arguments/command.ts';
import {
  CONVERSATION_OPTION,
  FORMAT_OPTION,
  ORIGINALS_OPTIONS,
  REWRITE_OPTIONS,
} from './arguments/options.ts';
import { EXIT, type MainIo } from './main-io.ts';
import { createNaming } from './originals/name-conversations.ts';
import { openExistingFolder } from './originals/open-folder.ts';
import { readReportKind, rewriteConversations, type Reporter } from './rewrite-conversations.ts';
import { addCount, addNumbers } from './sums.ts';
import { titleRows, wrappedRow } from './terminal/columns.ts';
import { printWarnings, type Warning } from './terminal/notices.ts';
import { formatCount, formatDuration, formatStep } from './terminal/numbers.ts';
import { detectStyle, type TerminalStyle } from './terminal/style.ts';

export const restoreCommand: Command = {
  options: {
    ...ORIGINALS_OPTIONS,
    ...CONVERSATION_OPTION,
    ...FORMAT_OPTION,
    ...REWRITE_OPTIONS,
    strict: {
      help: 'exit with 3 if an original is missing, or nothing of a compressed conversation was restored',
    },
  },
  notes: [
    'Restores messages as they were before the first compression, and keeps what was appended since. What is missing from the folder stays compressed and is reported.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 an original is missing, or nothing of a compressed conversation was restored (--strict).',
  ],
  async run(given, io) {
    const originals = await openExistingFolder('restore', given, io);
    const nameOf = createNaming(originals, given, io);
    let isIncomplete = false;
    let unrestored = 0;
    await rewriteConversations<RestoreReport>(given, io, {
      async rewrite(conversation) {
        const { messages: before, id } = conversation;
        const started = io.now();
        const name = nameOf(conversation);
        const { messages, ...restored } = await originals.restore(before, { conversation: name });
        const { missing, ambiguous, damaged, rounds } = restored;
        const isFound = rounds + missing.length + ambiguous.length > 0;
        if (!isFound && hasMarkers(before)) unrestored += 1;
        // Nobody knows what a damaged record held.
        isIncomplete ||= missing.length + ambiguous.length + damaged > 0;
        const sizes = { messagesBefore: before.length, messagesAfter: messages.length };
        return { messages, report: { id, ...restored, ...sizes, ms: io.now() - started } };
      },
      createTextReporter: ({ name }) => createRestoreReporter(name, io),
      toJson: (report) => report,
    });
    if (unrestored > 0) printWarnings([createWarning(unrestored)], readReportKind(given), io);
    return (isIncomplete || unrestored > 0) && given.has('strict') ? EXIT.missed : EXIT.done;
  },
};

function createWarning(conversations: number): Warning {
  const reason =
    'there are recall ids or markers of a compression, but no compression in this session led to these messages';
  return {
    message: `Nothing was restored in ${formatCount(conversations, 'conversation')}: ${reason}. Check --originals and --session.`,
    facts: { conversations: String(conversations), reason },
  };
}

interface RestoreReport extends Omit<Restored<unknown>, 'messages'> {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Duration in milliseconds. */
  readonly ms: number;
}

const REASONS: Readonly<Record<Missing['reason'], string>> = {
  absent: 'no longer in the folder',
  corrupt: 'damaged in the folder',
};

function createRestoreReporter(name: string, { stderr, env }: MainIo): Reporter<RestoreReport> {
  const reports: RestoreReport[] = [];
  let skipped = 0;
  return {
    done: (report) => void reports.push(report),
    skipped: () => void (skipped += 1),
    finish: () => {
      const lines = drawReports(name, reports, skipped, detectStyle(stderr, env));
      stderr.write(`${lines.join('\n')}\n`);
    },
  };
}

function drawReports(
  name: string,
  reports: readonly RestoreReport[],
  skipped: number,
  style: TerminalStyle,
): string[] {
  const sums = { restored: 0, redacted: 0, messagesBefore: 0, messagesAfter: 0, ms: 0 };
  for (const report of reports) addNumbers(sums, report);
  const { restored, redacted, messagesBefore: before, messagesAfter: after } = sums;
  const missing = new Map<Missing['reason'], number>();
  for (const { reason, ids } of reports.flatMap((report) => report.missing)) {
    addCount(missing, reason, Math.max(1, ids.length));
  }
  const changed = reports.filter(({ rounds }) => rounds > 0).length;
  const unclear = reports.filter(({ ambiguous }) => ambiguous.length > 0).length;
  // Counted for the session, not for a conversation.
  const damaged = reports.at(-1)?.damaged ?? 0;
  const only = reports.length === 1 && skipped === 0 ? reports[0] : undefined;
  const facts = only === undefined ? [formatCount(reports.length, 'conversation')] : [];
  const done =
    restored === 0 && missing.size === 0
      ? changed > 0
        ? `${formatCount(changed, 'log')} as before the compaction`
        : 'nothing: no compression in this session led to these messages'
      : `${formatCount(restored, 'message')} in ${formatCount(changed, 'conversation')}`;
  const absent = [...missing].map(
    ([reason, count]) => `${formatCount(count, 'original')}: ${REASONS[reason]}`,
  );
  const row = (label: string, text: string | false): string[] => wrappedRow(label, text, style);
  return [
    ...titleRows(only?.id ?? name, facts, style),
    ...row('messages', formatStep(before, after)),
    ...row('restored', done),
    ...row('missing', absent.join(' · ')),
    ...row('redacted', redacted > 0 && formatCount(redacted, 'message')),
    ...row(
      'unclear',
      unclear > 0 &&
        `${formatCount(unclear, 'conversation')} unchanged: several inputs led to the same messages`,
    ),
    ...row('damaged', damaged > 0 && `${formatCount(damaged, 'record')} could not be read`),
    ...row('skipped', skipped > 0 && formatCount(skipped, 'line')),
    ...row('time', formatDuration(sums.ms)),
    '',
  ];
}

/** Returns whether messages contain a recall id or a marker of a compression. Not proof: anyone can type one. */
function hasMarkers(messages: readonly unknown[]): boolean {
  // No recursion: a value can be deeper than the stack.
  const values = [...messages];
  for (const value of values) {
    if (typeof value === 'string' && isCompressed(value)) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) values.push(member);
  }
  return false;
}

function isCompressed(text: string): boolean {
  const isTyped = text === '…';
  return (
    hasRecallId(text) ||
    hasMarkerLegend(text) ||
    readRecord(text) !== undefined ||
    (!isTyped && (isMarker(text) || findGapMarkers(text).length > 0))
  );
}
