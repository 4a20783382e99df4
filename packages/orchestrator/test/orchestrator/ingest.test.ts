import { hasMarkerLegend, MARKER_LEGEND } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { estimateTokens, exchange, human, session, thought } from './session.ts';

const SETTINGS = {
  'context-limit': 50_000,
  'compression.economics': false,
  'compression.ingestTokens': 300,
};

test.each(['pending', 'in the history'])(
  'reduces a large result before it is first sent: %s',
  async (where) => {
    const { history, orchestrator } = session({ ...SETTINGS });
    history.append(human('Fix it.'), ...exchange('a', 100));
    await orchestrator.prepare();
    const sent = history.length;
    const [call, result] = exchange('b', 4_000);
    history.append(call);
    const pending = where === 'pending' ? [result] : [human('What does it say?')];
    if (where !== 'pending') history.append(result);
    const outcome = await orchestrator.prepare({ pending });
    expect(outcome).toMatchObject({ kind: 'compressed', ingested: 1 });
    expect(outcome.tokensAfter).toBeLessThan(1_000);
    expect(outcome.firstChangedIndex).toBeGreaterThanOrEqual(sent);
    const results = [...outcome.history, ...outcome.pending].filter(
      ({ speaker }) => speaker === 'tool',
    );
    expect(results.map((entry) => Number(estimateTokens([entry])) < 500)).toEqual([true, true]);
    expect([...history.curated()]).toEqual([...outcome.history]);
    history.append(...outcome.pending);
    expect(await orchestrator.prepare()).toMatchObject({ kind: 'unchanged', ingested: 0 });
  },
);

test('adds the marker legend once per session, however many results are reduced at ingest', async () => {
  const { history, orchestrator } = session({ ...SETTINGS });
  history.append(human('Fix it.'));
  for (const id of ['a', 'b', 'c']) {
    const [call, result] = exchange(id, 4_000);
    history.append(call);
    const outcome = await orchestrator.prepare({ pending: [result] });
    expect(outcome.ingested).toBe(1);
    history.append(...outcome.pending);
  }
  const texts = [...history.curated()].map((entry) => JSON.stringify(entry));
  expect(texts.filter(hasMarkerLegend)).toEqual([texts[2]]);
});

test('reduces at ingest only the newest result, which no signed reasoning follows', async () => {
  const { history, orchestrator } = session({ ...SETTINGS });
  const given = [human('Go.'), ...thought('a', 800), ...thought('b', 800)];
  history.append(...given);
  const { history: sent, ingested } = await orchestrator.prepare({ allowRewrite: false });
  expect(ingested).toBe(1);
  // The marker legend is in the result itself, not before the reasoning.
  expect(sent.slice(0, -1)).toEqual(given.slice(0, -1));
  expect(JSON.stringify(sent.at(-1))).toContain(MARKER_LEGEND);
  expect(
    sent.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'thinking')),
  ).toHaveLength(2);
});
