import { SnapshotStrategy, type ModelStrategyOptions } from '@palimpsest/snapshot';
import { splitMiddle } from './split-middle.ts';

export const NAME = 'middle-out';

/** Strategy `middle-out`: a model summarizes the middle of the history; the oldest and the newest entries stay unchanged (REQ-CS-002). */
export class MiddleOutStrategy extends SnapshotStrategy {
  /** @throws {SnapshotOptionError} when an option has the wrong type or value */
  constructor(options: ModelStrategyOptions = {}) {
    super({ name: NAME, split: splitMiddle }, options);
  }
}
