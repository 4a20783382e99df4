import type { MainIo } from '../main-io.ts';
import type { ReportKind } from '../rewrite/report-kind.ts';
import { warn } from '../terminal/warn.ts';
import type { IdleSetting } from './idle-settings.ts';

/** Warns on `stderr` of settings that change nothing. */
export function warnOfIdle(
  idle: readonly IdleSetting[],
  report: ReportKind,
  io: Pick<MainIo, 'stderr' | 'env'>,
): void {
  for (const { key, reason } of idle) {
    warn({ setting: key, reason }, `--set ${key} changes nothing here: ${reason}.`, { report, io });
  }
}
