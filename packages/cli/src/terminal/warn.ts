import type { MainIo } from '../main-io.ts';
import type { ReportKind } from '../rewrite/report-kind.ts';
import { lookOf } from './look.ts';

export interface WarnOptions {
  readonly report: ReportKind;
  readonly io: Pick<MainIo, 'stderr' | 'env'>;
}

/** Writes a warning to `stderr`: its words for people, or its facts as a line of JSON where a program reads the report. */
export function warn(
  facts: Readonly<Record<string, unknown>>,
  words: string,
  { report, io: { stderr, env } }: WarnOptions,
): void {
  const { colors } = lookOf(stderr, env);
  stderr.write(
    report === 'json'
      ? `${JSON.stringify({ kind: 'warning', ...facts })}\n`
      : `${colors.yellow('palimpsest:')} ${words}\n`,
  );
}
