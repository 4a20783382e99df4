import { checkOpenAI } from '@palimpsest/formats';
import { describe, expect, test } from 'vitest';
import { hasCorpus } from '../src/corpus.ts';
import { requestTokens } from '../src/retention/request-tokens.ts';
import { session } from '../src/retention/example-session.ts';
import { modelSummaryOutcome, readSummarizedHistories } from '../src/retention/model-summaries.ts';
import { score } from '../src/retention/score.ts';

describe('modelSummaryOutcome', () => {
  const messages = session();
  const record = {
    messages,
    compactions: [
      { before_message: 40, summary: 'later' },
      { before_message: 20, summary: 'earlier' },
    ],
  };

  test('returns the newest summary before the cut and the messages after it', () => {
    const early = modelSummaryOutcome(record, 30)!;
    const summary = { role: 'user', content: 'earlier' };
    expect(early.messages).toEqual([messages[0], summary, ...messages.slice(20, 30)]);
    expect(early.size).toBe(requestTokens(early.messages));
    expect(early.target).toBe(early.size);
    const late = modelSummaryOutcome(record, 41)!;
    expect(late.messages).toEqual([messages[0], { role: 'user', content: 'later' }, messages[40]]);
  });

  test('returns undefined without a summary before the cut', () => {
    expect(modelSummaryOutcome(record, 20)).toBeUndefined();
    expect(modelSummaryOutcome({ messages }, 40)).toBeUndefined();
  });
});

describe.skipIf(!hasCorpus)('recorded summaries', () => {
  test('leave a smaller valid history that can be scored like any other', () => {
    const found = readSummarizedHistories(0.7, ['sample', 'coding-pi']);
    expect(found.map(({ history }) => history.id)).toEqual([
      'entire/15b634ab-64a9-41da-92d3-685a0e4f2960',
      'pi/before-compaction',
    ]);
    for (const { history, outcome } of found) {
      expect(checkOpenAI([...outcome.messages])).toEqual([]);
      const { tokens, groups } = score(history, outcome);
      expect(tokens.survived).toBe(outcome.size);
      expect(tokens.survived).toBeLessThan(tokens.asked);
      expect(groups.all.asked).toBe(history.probes.length);
      expect(groups.all.survived).toBeGreaterThan(0);
    }
  });
});
