import type { Arguments } from '../arguments/command.ts';
import { readChoice } from '../arguments/options.ts';
import type { BadLine } from '../conversations/conversation.ts';
import type { OutputStream } from '../main-io.ts';

export type ReportKind = 'text' | 'json' | 'none';

export function readReportKind(given: Arguments): ReportKind {
  return readChoice(given, 'report', ['text', 'json', 'none']) ?? 'text';
}

/** Reports progress and results on standard error. */
export interface Reporter<Report> {
  /** Tells what takes long; called often. */
  working?(text: string): void;
  /** A conversation was written. */
  done(report: Report): void;
  /** A bad line was copied unchanged. */
  skipped(bad: BadLine): void;
  /** Everything was written. */
  finish?(): void;
  /** The command failed; the error is reported elsewhere. */
  stop?(): void;
}

export const SILENT: Reporter<unknown> = { done: () => {}, skipped: () => {} };

/** Writes one JSON object per conversation and line. */
export function createJsonReporter<Report extends { readonly ms: number }>(
  stderr: OutputStream,
  toJson: (report: Report) => object,
): Reporter<Report> {
  const write = (value: object): void => {
    stderr.write(`${JSON.stringify(value)}\n`);
  };
  return {
    done: (report) => write({ ...toJson(report), ms: Math.round(report.ms * 10) / 10 }),
    skipped: ({ place, problem }) => write({ id: place, kind: 'skipped', reason: problem }),
  };
}
