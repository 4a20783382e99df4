import { SnapshotStrategy, type ModelStrategyOptions } from '@palimpsest/snapshot';
import { splitNewest } from './split-newest.ts';

export const NAME = 'one-shot';

/** Strategy `one-shot`: a model summarizes everything before the tail. */
export class OneShotStrategy extends SnapshotStrategy {
  /** @throws {SnapshotOptionError} when an option has the wrong type or value */
  constructor(options: ModelStrategyOptions = {}) {
    super({ name: NAME, split: splitNewest }, options);
  }
}
