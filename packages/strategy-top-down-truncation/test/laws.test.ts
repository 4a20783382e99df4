import { describeStrategy } from '@palimpsest/conformance/vitest';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { topDownTruncation } from '../src/index.ts';

describeStrategy(topDownTruncation, {
  runs: 1_500,
  tailStart: (history) => safeCuts(indexExchanges(history)).atOrBefore(history.length - 2),
});
