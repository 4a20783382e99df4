import type { Missing } from '@palimpsest/originals';
import type { MainIo } from '../main-io.ts';
import type { Reporter } from '../rewrite/reporter.ts';
import { addCount, addNumbers } from '../sums.ts';
import { plainRow, titleRows, wrappedRow } from '../terminal/columns.ts';
import { formatCount, formatDuration, formatNumber } from '../terminal/numbers.ts';
import { detectStyle } from '../terminal/style.ts';
import type { RestoreReport } from './restore-command.ts';

const REASONS: Readonly<Record<Missing['reason'], string>> = {
  absent: 'no longer in the folder',
  corrupt: 'damaged in the folder',
  unplaced: 'their place was changed since',
};

/** Prints a report when everything is written. */
export function createRestoreReporter(
  name: string,
  { stderr, env }: Pick<MainIo, 'stderr' | 'env'>,
): Reporter<RestoreReport> {
  const style = detectStyle(stderr, env);
  const sums = {
    conversations: 0,
    changed: 0,
    ambiguous: 0,
    restored: 0,
    redacted: 0,
    messagesBefore: 0,
    messagesAfter: 0,
    ms: 0,
  };
  const missing = new Map<Missing['reason'], number>();
  let lastId = name;
  let skipped = 0;
  let damaged = 0;
  return {
    done(report) {
      const { restored, redacted, messagesBefore, messagesAfter, ms } = report;
      addNumbers(sums, {
        conversations: 1,
        changed: report.rounds > 0 ? 1 : 0,
        ambiguous: report.ambiguous.length > 0 ? 1 : 0,
        restored,
        redacted,
        messagesBefore,
        messagesAfter,
        ms,
      } satisfies typeof sums);
      for (const { reason, ids } of report.missing) {
        addCount(missing, reason, Math.max(1, ids.length));
      }
      lastId = report.id;
      // Counted for the session, not for a conversation.
      ({ damaged } = report);
    },
    skipped: () => {
      skipped += 1;
    },
    finish() {
      const { messagesBefore, messagesAfter } = sums;
      const isOnly = sums.conversations === 1 && skipped === 0;
      const facts = isOnly ? [] : [formatCount(sums.conversations, 'conversation')];
      const before =
        messagesBefore === messagesAfter
          ? ''
          : `${formatNumber(messagesBefore)} ${style.marks.arrow} `;
      const restored =
        sums.restored === 0 && missing.size === 0
          ? 'nothing: no compression in this session led to these messages'
          : `${formatCount(sums.restored, 'message')} in ${formatCount(sums.changed, 'conversation')}`;
      const absent = [...missing].map(
        ([reason, count]) => `${formatCount(count, 'original')}: ${REASONS[reason]}`,
      );
      const rows: readonly (readonly [boolean, string, string])[] = [
        [true, 'restored', restored],
        [absent.length > 0, 'missing', absent.join(` ${style.marks.dot} `)],
        [
          sums.redacted > 0,
          'redacted',
          `${formatCount(sums.redacted, 'message')} restored in redacted form`,
        ],
        [
          sums.ambiguous > 0,
          'unclear',
          `${formatCount(sums.ambiguous, 'conversation')} unchanged: several inputs led to the same messages`,
        ],
        [damaged > 0, 'damaged', `${formatCount(damaged, 'record')} could not be read`],
        [skipped > 0, 'skipped', formatCount(skipped, 'line')],
        [true, 'time', formatDuration(sums.ms)],
      ];
      const lines = [
        ...titleRows(isOnly ? lastId : name, facts, style),
        plainRow('messages', `${before}${formatNumber(messagesAfter)}`, style),
        ...rows.flatMap(([isShown, label, text]) =>
          isShown ? wrappedRow(label, text, style) : [],
        ),
        '',
      ];
      stderr.write(`${lines.join('\n')}\n`);
    },
  };
}
