import { expect, test } from 'vitest';
import {
  HighDensityStrategy,
  MiddleOutStrategy,
  TopDownTruncationStrategy,
  type IContent,
} from '../../src/llxprt.ts';
import { hostContext, hostModel, recorded, turns } from './host.ts';
import { commit } from '../readme/llxprt-commit.ts';

/** A history service like that of the host: its setter rejects an anchor that is not the number of an entry. */
function historyService(entries: readonly IContent[], anchor: number) {
  const state = { entries, anchor, replaced: 0 };
  const service = {
    getRawHistory: () => state.entries,
    getCacheAnchorSeq: () => state.anchor,
    async replaceAll(replacement: readonly IContent[]) {
      state.entries = replacement;
      state.replaced += 1;
    },
    setCacheAnchorSeq(seq: number) {
      if (!Number.isInteger(seq) || seq <= 0) throw new Error(`no number of an entry: ${seq}`);
      state.anchor = seq;
    },
    resetCacheAnchorSeq() {
      state.anchor = 0;
    },
  };
  return { service, state };
}

test('the README example keeps the history service and its anchor consistent', async () => {
  const entries = recorded(turns(40), { seq: 0 });
  const { resolved } = hostModel();
  const { service, state } = historyService(entries, 0);

  await commit(service, await new HighDensityStrategy().compress(hostContext(entries)));
  expect(state).toEqual({ entries, anchor: 0, replaced: 0 });

  const context = hostContext(entries, { resolveProvider: () => resolved });
  await commit(service, await new MiddleOutStrategy().compress(context));
  expect(state).toMatchObject({ anchor: 8, replaced: 1 });
  expect(state.entries.length).toBeLessThan(40);

  const tiny = hostContext(state.entries, { limit: 1_000 });
  await commit(service, await new TopDownTruncationStrategy().compress(tiny));
  expect(state).toMatchObject({ anchor: 0, replaced: 2 });
});
