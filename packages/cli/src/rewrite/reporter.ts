import type { BadLine } from '../forms/item.ts';

/** Tells what happens, on standard error. */
export interface Reporter<Report> {
  /** Something takes its time; called often. */
  working?(text: string): void;
  /** A conversation was written. */
  done(report: Report): void;
  skipped(bad: BadLine): void;
  /** Everything was written. */
  finish(): void;
  /** Something went wrong, which somebody else says. */
  stop(): void;
}

const ignore = (): void => {};

/** Says nothing. */
export const SILENT: Reporter<unknown> = {
  done: ignore,
  skipped: ignore,
  finish: ignore,
  stop: ignore,
};
