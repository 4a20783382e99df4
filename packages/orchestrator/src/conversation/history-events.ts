import type { IContent } from '@palimpsest/core-types';

/** Entries were added at the end. */
export interface AppendedEvent {
  readonly kind: 'appended';
  readonly version: number;
  readonly entries: readonly IContent[];
  readonly lengthBefore: number;
  readonly lengthAfter: number;
}

/** What was there has been replaced, by `commit` or `applyDensityResult`. */
export interface CommittedEvent {
  readonly kind: 'committed';
  readonly version: number;
  /** Index of the first entry that is another one now; what a provider holds of the conversation from there on is out of date. */
  readonly firstChangedIndex: number;
  readonly lengthBefore: number;
  readonly lengthAfter: number;
}

export type HistoryEvent = AppendedEvent | CommittedEvent;

/** Hears of changes that have happened. What it answers is not looked at, but a promise that is rejected is an error of its. */
export type HistoryListener = (event: HistoryEvent) => unknown;
