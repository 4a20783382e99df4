import { findGapMarkers, hasMarkerLegend, hasRecallId, isMarker } from '@palimpsest/core-types';
import { readRecord } from '@palimpsest/engine/history';
import { textsOf } from '@palimpsest/engine/rules';
import type { Missing, Restored } from '@palimpsest/originals';
import {
  FORMAT_HELP,
  formatNotes,
  NAME_HELP,
  ORIGINALS_HELP,
  OUT_HELP,
  parseChoice,
  parseFormat,
  parseText,
  REPORT_HELP,
  SESSION_HELP,
  SKIP_BAD_HELP,
  type DefineCommand,
} from './arguments/options.ts';
import { EXIT } from './main-io.ts';
import { createNaming } from './originals/name-conversations.ts';
import { openExistingFolder } from './originals/open-folder.ts';
import { REPORT_KINDS, rewriteConversations } from './rewrite-conversations.ts';
import { addCount, sumOf } from './sums.ts';
import { titleRows, wrappedRow } from './terminal/columns.ts';
import { printWarnings } from './terminal/notices.ts';
import { formatCount, formatDuration, formatStep } from './terminal/numbers.ts';
import { detectStyle, type TerminalStyle } from './terminal/style.ts';

interface RestoreReport extends Omit<Restored<unknown>, 'messages'> {
  readonly id: string;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** Duration in milliseconds. */
  readonly ms: number;
}

export const defineRestore: DefineCommand = (command, io) => {
  command
    .argument('[FILE]', 'input; - or none: standard input', parseText)
    .option('--originals <DIR>', ORIGINALS_HELP, parseText)
    .option('--session <NAME>', SESSION_HELP, parseText)
    .option('--conversation <NAME>', NAME_HELP, parseText)
    .option('-f, --format <NAME>', FORMAT_HELP, parseFormat)
    .option('-o, --out <FILE>', OUT_HELP, parseText)
    .option('--report <KIND>', REPORT_HELP, parseChoice(REPORT_KINDS))
    .option('--skip-bad', SKIP_BAD_HELP)
    .option(
      '--strict',
      'exit with 3 if an original is missing, or nothing of a compressed conversation was restored',
    )
    .addHelpText(
      'after',
      formatNotes(
        io,
        'Restores messages as they were before the first compression, and keeps what was appended since. What is missing from the folder stays compressed and is reported.',
        'Exit codes: 0 done, 1 failed, 2 wrong usage or unreadable input, 3 an original is missing, or nothing of a compressed conversation was restored (--strict).',
      ),
    )
    .action(async (file, options) => {
      const originals = await openExistingFolder('restore', options, io);
      const nameOf = createNaming(originals, file, options, io);
      let isIncomplete = false;
      let unrestored = 0;
      await rewriteConversations<RestoreReport>(file, options, io, {
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
        createTextReporter({ name }) {
          const reports: RestoreReport[] = [];
          let skipped = 0;
          return {
            done: (report) => void reports.push(report),
            skipped: () => void (skipped += 1),
            finish() {
              const style = detectStyle(io.stderr, io.env);
              io.stderr.write(`${drawReports(name, reports, skipped, style).join('\n')}\n`);
            },
          };
        },
        toJson: (report) => report,
      });
      if (unrestored > 0) {
        const reason =
          'there are recall ids or markers of a compression, but no compression in this session led to these messages';
        const message = `Nothing was restored in ${formatCount(unrestored, 'conversation')}: ${reason}. Check --originals and --session.`;
        const facts = { conversations: String(unrestored), reason };
        printWarnings([{ message, facts }], options.report, io);
      }
      if ((isIncomplete || unrestored > 0) && options.strict) io.exitWith(EXIT.missed);
    });
};

const REASONS: Readonly<Record<Missing['reason'], string>> = {
  absent: 'no longer in the folder',
  corrupt: 'damaged in the folder',
};

function drawReports(
  name: string,
  reports: readonly RestoreReport[],
  skipped: number,
  style: TerminalStyle,
): string[] {
  const sum = (read: (report: RestoreReport) => number): number => sumOf(reports, read);
  const restored = sum((report) => report.restored);
  const redacted = sum((report) => report.redacted);
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
  const nothing = 'nothing: no compression in this session led to these messages';
  const absent = [...missing].map(
    ([reason, count]) => `${formatCount(count, 'original')}: ${REASONS[reason]}`,
  );
  const row = (label: string, text: string | false): string[] => wrappedRow(label, text, style);
  return [
    ...titleRows(only?.id ?? name, facts, style),
    ...row(
      'messages',
      formatStep(
        sum(({ messagesBefore }) => messagesBefore),
        sum(({ messagesAfter }) => messagesAfter),
      ),
    ),
    ...row(
      'restored',
      restored > 0 || missing.size > 0
        ? `${formatCount(restored, 'message')} in ${formatCount(changed, 'conversation')}`
        : changed > 0
          ? `${formatCount(changed, 'log')} as before the compaction`
          : nothing,
    ),
    ...row('missing', absent.join(' · ')),
    ...row('redacted', redacted > 0 && formatCount(redacted, 'message')),
    ...row(
      'unclear',
      unclear > 0 &&
        `${formatCount(unclear, 'conversation')} unchanged: several inputs led to the same messages`,
    ),
    ...row('damaged', damaged > 0 && `${formatCount(damaged, 'record')} could not be read`),
    ...row('skipped', skipped > 0 && formatCount(skipped, 'line')),
    ...row('time', formatDuration(sum(({ ms }) => ms))),
    '',
  ];
}

/** Returns whether messages contain a recall id or a marker of a compression. Not proof: anyone can type one. */
function hasMarkers(messages: readonly unknown[]): boolean {
  return [...textsOf(messages)].some((text) => {
    const isTyped = text === '…';
    return (
      hasRecallId(text) ||
      hasMarkerLegend(text) ||
      readRecord(text) !== undefined ||
      (!isTyped && (isMarker(text) || findGapMarkers(text).length > 0))
    );
  });
}
