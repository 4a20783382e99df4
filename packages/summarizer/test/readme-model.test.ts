import { expect, test, vi } from 'vitest';
import { summarizerFor } from './readme/model.ts';

test('the summarizer in the README calls its model', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const text = 'We met Maria on the way home, and we were all very glad that we did.';
  const asking = summarizerFor(async ({ system, user, signal }) =>
    system.includes('characters') && user.includes(text) && !signal.aborted ? 'Met Maria.' : '',
  );
  const summary = await asking.summarize({ text, budget: 40 });
  const printed = print.mock.calls;
  print.mockRestore();
  expect(summary).toEqual({ text: 'Met Maria.', entities: [], kind: 'model' });
  expect(printed).toEqual([['model', 0]]);
});
