import { UnknownStrategyError } from '@palimpsest/core-types';
import { SettingError } from '@palimpsest/factory';
import { OriginalsError } from '@palimpsest/originals';
import { OptionError } from 'palimpsest';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { MainIo } from './main-io.ts';
import { ReaderGone } from './output/output.ts';
import { Refusal } from './refusal.ts';
import { lookOf } from './terminal/look.ts';
import { printable } from './terminal/printable.ts';

/** Says what went wrong, and how the command ends. */
export function explain(error: unknown, { stderr, env }: Pick<MainIo, 'stderr' | 'env'>): ExitCode {
  if (error instanceof ReaderGone) return EXIT.done;
  const { colors } = lookOf(stderr, env);
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split('\n').map((line) => printable(line, 1_000));
  stderr.write(`${colors.red('palimpsest:')} ${lines.join('\n')}\n`);
  return isRefusal(error) ? EXIT.refused : EXIT.failed;
}

function isRefusal(error: unknown): boolean {
  return REFUSALS.some((kind) => error instanceof kind);
}

const REFUSALS = [
  Refusal,
  SettingError,
  UnknownStrategyError,
  OptionError,
  OriginalsError,
] as const;
