import { describeStrategy } from '@palimpsest/conformance/vitest';
import { indexExchanges, safeCuts } from '@palimpsest/engine/history';
import { cleanWindow, topDownTruncation } from '../src/index.ts';

for (const [strategy, newest] of [
  [topDownTruncation, 2],
  [cleanWindow, 1],
] as const) {
  describeStrategy(strategy, {
    runs: 1_500,
    tailStart: (history) => safeCuts(indexExchanges(history)).atOrBefore(history.length - newest),
  });
}
