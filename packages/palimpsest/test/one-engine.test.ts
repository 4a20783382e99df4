import type * as Formats from '@palimpsest/formats';
import type * as History from '@palimpsest/history';
import type * as Palimpsest from 'palimpsest';
import { estimateEntryTokens } from '@palimpsest/tokenizer';
import type { IContent } from '@palimpsest/core-types';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const seen = { repaired: new Set<unknown>(), checked: 0, encoded: 0, decoded: 0 };
let compress: typeof Palimpsest.compress;

beforeAll(async () => {
  // Test files share their modules: the counting ones are loaded anew, for this file only.
  vi.resetModules();
  vi.doMock('@palimpsest/history', async (load) => {
    const actual = await load<typeof History>();
    return {
      ...actual,
      repairHistory: (...given: Parameters<typeof actual.repairHistory>) => {
        const repaired = actual.repairHistory(...given);
        // A cached index means that the history was not repaired again.
        seen.repaired.add(repaired.index);
        return repaired;
      },
      assertInvariants: (...given: Parameters<typeof actual.assertInvariants>) => {
        seen.checked += 1;
        return actual.assertInvariants(...given);
      },
    };
  });
  vi.doMock('@palimpsest/formats', async (load) => {
    const actual = await load<typeof Formats>();
    return {
      ...actual,
      getCodec: (...given: Parameters<typeof actual.getCodec>) => {
        const codec = actual.getCodec(...given);
        return {
          ...codec,
          encode: (history: readonly IContent[]) => {
            seen.encoded += 1;
            return codec.encode(history);
          },
          decode: (messages: readonly unknown[]) => {
            seen.decoded += 1;
            return codec.decode(messages);
          },
        };
      },
    };
  });
  ({ compress } = await import('palimpsest'));
});

afterAll(() => {
  vi.doUnmock('@palimpsest/history');
  vi.doUnmock('@palimpsest/formats');
  vi.resetModules();
});

const messages = Array.from({ length: 40 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}. ${'The queue was looked at and it was long. '.repeat(12)}`,
}));

test.each([
  ['top-down-truncation', 2.1],
  ['high-density', 2.1],
  ['extractive', 2.1],
  ['salience', 2.4],
])(
  'compress() with %s decodes, repairs, checks and encodes once, and counts each entry at most %d times on average',
  async (strategy, looks) => {
    seen.repaired.clear();
    seen.checked = 0;
    seen.encoded = 0;
    seen.decoded = 0;
    const counts = new Map<IContent, number>();
    const { report } = await compress(messages, {
      strategy,
      targetRatio: 0.5,
      estimateTokens(entries) {
        for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
        return estimateEntryTokens(entries);
      },
    });
    expect(report.kind).toBe('applied');
    expect(seen).toMatchObject({ checked: 1, encoded: 1, decoded: 1 });
    expect(seen.repaired.size).toBe(1);
    const sum = [...counts.values()].reduce((left, right) => left + right, 0);
    // Before and after, for what stays; alone and after, for what is rewritten.
    expect(sum / counts.size).toBeLessThanOrEqual(looks);
  },
);
