import { OptionError } from '@palimpsest/core-types';

/** Share of the window by which the context grows at least between two compactions. */
const GROWTH = 0.1;

/** Share of the window above which every request may compact. */
const LAST_RESORT = 0.95;

export interface ScheduleOptions {
  /** Share of the context window at which a compaction starts, between 0 and 1. @default 0.7 */
  readonly trigger?: number;
  /** Share of the context window that remains afterwards, smaller than `trigger`. @default 0.35 */
  readonly target?: number;
}

/** Options of a plugin for a coding agent. */
export interface PluginOptions extends ScheduleOptions {
  /** Whether calls that would write a mark of a compaction get an error instead of a result. @default true */
  readonly guard?: boolean;
}

/** @throws {OptionError} when an option is invalid */
export function checkPluginOptions({ guard = true, ...schedule }: PluginOptions): void {
  createSchedule(schedule);
  if (typeof guard !== 'boolean') throw new OptionError('guard', guard, 'true or false');
}

/** Decides when the context of one session is compacted. All counts are in tokens. */
export interface CompactionSchedule {
  /** Returns whether a context that takes `used` tokens of the window is compacted now. */
  isDue(used: number, window: number): boolean;
  /** Returns the tokens that a compaction leaves in the window. */
  targetOf(window: number): number;
  /**
   * Records how much of the window a compaction left. Where a target was missed, the next compaction waits until the context has grown: each
   * one costs the provider's cache.
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
  let waitsUntil = 0;
  return {
    isDue: (used, window) => used >= Math.max(trigger * window, waitsUntil),
    targetOf: (window) => Math.floor(target * window),
    record(remaining, window) {
      waitsUntil = Math.min(remaining + GROWTH * window, LAST_RESORT * window);
    },
  };
}

function checkShare(name: string, value: number, below: number): void {
  if (typeof value === 'number' && value > 0 && value < below) return;
  throw new OptionError(name, value, `a number greater than 0 and less than ${below}`);
}
