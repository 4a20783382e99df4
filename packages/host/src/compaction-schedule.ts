import { OptionError } from '@palimpsest/core-types';

/** Minimum growth of the context between two compactions, as a share of the window: each compaction costs the provider's cache. */
const MIN_GROWTH = 0.1;

/** Share of the window above which every request may compact: the next one may not fit. */
const ALWAYS_DUE_SHARE = 0.95;

export interface ScheduleOptions {
  /** Share of the context window at which a compaction starts, between 0 and 1. @default 0.7 */
  readonly trigger?: number;
  /** Share of the context window that remains afterwards, smaller than `trigger`. @default 0.35 */
  readonly target?: number;
}

/** Options of a plugin for a coding agent. */
export interface PluginOptions extends ScheduleOptions {
  /** Whether calls that would copy a marker of a compaction into a file get an error instead of a result. @default true */
  readonly guard?: boolean;
}

/** @throws {OptionError} when an option is invalid */
export function checkPluginOptions({ guard = true, ...schedule }: PluginOptions): void {
  createSchedule(schedule);
  if (typeof guard !== 'boolean') throw new OptionError('guard', guard, 'true or false');
}

/** Decides when the context of one session is compacted. All counts are in tokens. */
export interface CompactionSchedule {
  /** Returns whether a context of `used` tokens is compacted now. */
  isDue(used: number, window: number): boolean;
  /** Returns the tokens that a compaction leaves in the window. */
  targetOf(window: number): number;
  /**
   * Records the tokens that remained after a compaction. The next compaction waits until the context has grown, even if the target was missed.
   */
  record(remaining: number, window: number): void;
}

/**
 * Creates the schedule of one session.
 *
 * @throws {OptionError} when a share is invalid
 */
export function createSchedule({
  trigger = 0.7,
  target = 0.35,
}: ScheduleOptions = {}): CompactionSchedule {
  checkShare('trigger', trigger, 1);
  checkShare('target', target, trigger);
  let minDueTokens = 0;
  return {
    isDue: (used, window) => used >= Math.max(trigger * window, minDueTokens),
    targetOf: (window) => Math.floor(target * window),
    record(remaining, window) {
      minDueTokens = Math.min(remaining + MIN_GROWTH * window, ALWAYS_DUE_SHARE * window);
    },
  };
}

function checkShare(name: string, value: number, below: number): void {
  if (typeof value === 'number' && value > 0 && value < below) return;
  throw new OptionError(name, value, `a number greater than 0 and less than ${below}`);
}
