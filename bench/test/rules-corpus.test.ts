import { expect, test } from 'vitest';
import { hasCorpus, HEAVY_COUNT, wantsAll } from '../src/corpus.ts';
import { brokenRows, measureRules } from '../src/rules/rules-report.ts';

test.skipIf(!hasCorpus)(
  `recorded conversations (${wantsAll ? 'all' : 'the sample'}) break no rule that they kept, in no format, by no strategy, at no size`,
  { timeout: 3_600_000 },
  async () => {
    const tally = await measureRules();
    const { conversations, compressions, applied, broken, examples } = tally;
    console.log(
      `${compressions} compressions of ${conversations} conversations, ${applied} applied`,
    );
    if (Object.keys(broken).length > 0) {
      console.table(brokenRows(tally));
      for (const [key, example] of Object.entries(examples)) console.log(`${key}\n  ${example}`);
    }
    expect(conversations).toBe(HEAVY_COUNT);
    expect(compressions).toBe(conversations * 80);
    expect(applied).toBeGreaterThan(compressions / 3);
    expect(broken).toEqual({});
  },
);
