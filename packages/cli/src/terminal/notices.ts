import type { MainIo } from '../main-io.ts';
import type { ReportKind } from '../rewrite-conversations.ts';
import { printable } from './printable.ts';
import { detectStyle } from './style.ts';

type ErrorIo = Pick<MainIo, 'stderr' | 'env'>;

/** Prints an error, or a message in its place, on `stderr`. */
export function printError(error: unknown, { stderr, env }: ErrorIo): void {
  const message = error instanceof Error ? error.message : String(error);
  const lines = message.split('\n').map((line) => printable(line, 1_000));
  stderr.write(`${detectStyle(stderr, env).colors.red('palimpsest:')} ${lines.join('\n')}\n`);
}

export interface Warning {
  readonly message: string;
  /** Fields of the line that a JSON report gets instead of the message. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Returns the warning about the last line of a log that is being written. */
export function incompleteLineWarning(place: string): Warning {
  const reason =
    'the last line of the log is incomplete, as while it is being written, and is left out';
  return { message: `${place}: ${reason}.`, facts: { id: place, reason } };
}

/** Prints warnings on `stderr`, in the form of the report. */
export function printWarnings(
  warnings: readonly Warning[],
  report: ReportKind = 'text',
  { stderr, env }: ErrorIo,
): void {
  const { colors } = detectStyle(stderr, env);
  for (const { message, facts } of warnings) {
    stderr.write(
      report === 'json'
        ? `${JSON.stringify({ kind: 'warning', ...facts })}\n`
        : `${colors.yellow('palimpsest:')} ${message}\n`,
    );
  }
}
