import { SnapshotStrategy, type ModelStrategyOptions } from '@palimpsest/snapshot';
import { splitNewest } from './split-newest.ts';

export const NAME = 'one-shot';

/** Strategy `one-shot`: a model summarizes everything but the newest part. */
export class OneShotStrategy extends SnapshotStrategy {
  /** @throws {SnapshotOptionError} for an option of a wrong type or value */
  constructor(options: ModelStrategyOptions = {}) {
    super({ name: NAME, split: splitNewest }, options);
  }
}
