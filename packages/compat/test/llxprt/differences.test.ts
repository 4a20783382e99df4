import { countTokensByWords, scriptedProvider } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import {
  COMPRESSION_STRATEGIES,
  getCompressionStrategy,
  getCompletionBudget,
  MiddleOutStrategy,
  OneShotStrategy,
  sanitizeHistoryForCompression,
  type IContent,
} from '../../src/llxprt.ts';
import { applied, hostContext, hostModel, say, textOf, turns } from './host.ts';

test('returns a no-op without a model request when the result would not be smaller', async () => {
  for (const Strategy of [MiddleOutStrategy, OneShotStrategy]) {
    const { resolved, asked } = hostModel();
    const context = hostContext(turns(20), {
      estimateTokens: countTokensByWords,
      resolveProvider: () => resolved,
    });
    expect(await new Strategy().compress(context)).toMatchObject({
      kind: 'noop',
      reason: 'no-gain',
    });
    expect(asked).toEqual([]);
  }
});

test.each(COMPRESSION_STRATEGIES)('%s keeps the newest user entry', async (name) => {
  const request = say('human', 'Mend the parser.');
  const steps = Array.from({ length: 30 }, (_, at) => say('ai', `step ${at}`));
  const context = hostContext([...turns(20), request, ...steps], {
    limit: 100,
    resolveProvider: () => hostModel().resolved,
  });
  const { newHistory } = applied(await getCompressionStrategy(name).compress(context));
  expect(newHistory).toContain(request);
});

test('a summary contains the directives of the user, but not the scratchpad of the model', async () => {
  const asked = '<scratchpad>Short.</scratchpad><state_snapshot>All is well.</state_snapshot>';
  const before = [...turns(10), say('human', 'Never restart the service.'), ...turns(29)];
  for (const Strategy of [MiddleOutStrategy, OneShotStrategy]) {
    const resolveProvider = () => scriptedProvider([asked]);
    const context = hostContext(before, { resolveProvider });
    const { newHistory } = applied(await new Strategy().compress(context));
    const summary = textOf(newHistory.find(({ metadata }) => metadata?.isSummary === true)!);
    expect(summary).toContain('All is well.');
    expect(summary).toContain('Never restart the service.');
    expect(summary).not.toContain('Short.');
  }
});

test('sends the conversation to the model as a quotation, not as turns', async () => {
  const { resolved, asked } = hostModel();
  await new OneShotStrategy().compress(hostContext(turns(40), { resolveProvider: () => resolved }));
  expect(new Set(asked[0]!.contents.map(({ speaker }) => speaker))).toEqual(new Set(['human']));
});

test('sanitizing for a summary removes reasoning and turns code into text', () => {
  const entry: IContent = {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: 'Hm.' },
      { type: 'code', code: 'let a;' },
    ],
  };
  expect(sanitizeHistoryForCompression([entry])).toEqual([say('ai', 'let a;')]);
  expect(sanitizeHistoryForCompression([{ ...entry, blocks: entry.blocks.slice(0, 1) }])).toEqual(
    [],
  );
});

test.each([0, -1, Number.NaN])('ignores an output limit of %d', (maxOutputTokens) => {
  expect(getCompletionBudget({ maxOutputTokens }, 'm', undefined, undefined, 10_000)).toBe(5_000);
});
