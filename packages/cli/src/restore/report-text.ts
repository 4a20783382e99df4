import type { Missing } from '@palimpsest/originals';
import type { MainIo } from '../main-io.ts';
import type { Reporter } from '../rewrite/reporter.ts';
import { counted, duration, figure } from '../terminal/figures.ts';
import { lookOf } from '../terminal/look.ts';
import { printable } from '../terminal/printable.ts';
import { plainRow, row } from '../terminal/rows.ts';
import { countMissing, type RestoreReport } from './restore-report.ts';

const REASONS: Readonly<Record<Missing['reason'], string>> = {
  absent: 'no longer in the folder',
  corrupt: 'damaged in the folder',
  unplaced: 'their place was changed since',
};

/** A report for people, once everything is done. */
export function restoreTextReporter(
  name: string,
  { stderr, env }: Pick<MainIo, 'stderr' | 'env'>,
): Reporter<RestoreReport> {
  const look = lookOf(stderr, env);
  const sums = {
    conversations: 0,
    changed: 0,
    before: 0,
    after: 0,
    restored: 0,
    redacted: 0,
    ms: 0,
  };
  const missing = new Map<Missing['reason'], number>();
  let only = name;
  let ambiguous = 0;
  let skipped = 0;
  let damaged = 0;
  return {
    done(report) {
      only = report.id;
      sums.conversations += 1;
      sums.changed += report.rounds > 0 ? 1 : 0;
      sums.before += report.messagesBefore;
      sums.after += report.messagesAfter;
      sums.restored += report.restored;
      sums.redacted += report.redacted;
      sums.ms += report.ms;
      ambiguous += report.ambiguous.length > 0 ? 1 : 0;
      ({ damaged } = report);
      for (const one of report.missing) {
        const count = countMissing({ missing: [one] });
        missing.set(one.reason, (missing.get(one.reason) ?? 0) + count);
      }
    },
    skipped: () => {
      skipped += 1;
    },
    finish() {
      const { colors, marks } = look;
      const title = sums.conversations === 1 && skipped === 0 ? only : name;
      const from = sums.before === sums.after ? '' : `${figure(sums.before)} ${marks.arrow} `;
      const restored =
        sums.restored === 0 && missing.size === 0
          ? 'nothing: no compression kept in this session led to these messages'
          : `${counted(sums.restored, 'message')} in ${counted(sums.changed, 'conversation')}`;
      const rows: [string, string][] = [['restored', restored]];
      const list = [...missing].map(
        ([reason, count]) => `${counted(count, 'original')}: ${REASONS[reason]}`,
      );
      if (list.length > 0) rows.push(['missing', list.join(` ${marks.dot} `)]);
      if (sums.redacted > 0) {
        rows.push(['redacted', `${counted(sums.redacted, 'message')} came back redacted`]);
      }
      if (ambiguous > 0) {
        const text = `${counted(ambiguous, 'conversation')} left as it is: several inputs led to the same messages`;
        rows.push(['unclear', text]);
      }
      if (damaged > 0) rows.push(['damaged', `${counted(damaged, 'record')} could not be read`]);
      if (skipped > 0) rows.push(['skipped', counted(skipped, 'line')]);
      rows.push(['time', duration(sums.ms)]);
      const lines = [
        '',
        `  ${colors.bold(printable(title, 60))}${sums.conversations === 1 ? '' : colors.dim(` ${marks.dot} ${counted(sums.conversations, 'conversation')}`)}`,
        '',
        plainRow('messages', `${from}${figure(sums.after)}`, look),
        ...rows.flatMap(([label, text]) => row(label, text, look)),
        '',
      ];
      stderr.write(`${lines.join('\n')}\n`);
    },
    stop: () => {},
  };
}
