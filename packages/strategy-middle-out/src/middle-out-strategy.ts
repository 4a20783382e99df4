import { SnapshotStrategy, type ModelStrategyOptions } from '@palimpsest/snapshot';
import { splitMiddle } from './split-middle.ts';

export const NAME = 'middle-out';

/** Strategy `middle-out`: a model summarizes the middle; the oldest and the newest part stay (REQ-CS-002). */
export class MiddleOutStrategy extends SnapshotStrategy {
  /** @throws {SnapshotOptionError} for an option of a wrong type or value */
  constructor(options: ModelStrategyOptions = {}) {
    super({ name: NAME, split: splitMiddle }, options);
  }
}
