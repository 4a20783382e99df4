import type { MainIo } from '../main-io.ts';
import type { ReportKind } from '../rewrite/report-kind.ts';
import { lookOf } from '../terminal/look.ts';
import type { IdleSetting } from './idle-settings.ts';

/** Says on `stderr` which settings change nothing: in the words of people, or as lines of JSON where a program reads these. */
export function warnOfIdle(
  idle: readonly IdleSetting[],
  report: ReportKind,
  { stderr, env }: Pick<MainIo, 'stderr' | 'env'>,
): void {
  const { colors } = lookOf(stderr, env);
  for (const { key, reason } of idle) {
    stderr.write(
      report === 'json'
        ? `${JSON.stringify({ kind: 'warning', setting: key, reason })}\n`
        : `${colors.yellow('palimpsest:')} --set ${key} changes nothing here: ${reason}.\n`,
    );
  }
}
