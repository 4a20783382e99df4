import { expect, test } from 'vitest';
import { scripted, sourceWith, withoutOldest } from './scripted.ts';
import { estimateTokens, exchange, human, session } from './session.ts';

const WINDOW = { 'context-limit': 20_000, maxOutputTokens: 2_000, 'compression.economics': false };

test('reports an applied result that saves nothing as unchanged', async () => {
  const strategies = sourceWith(scripted('same', async (context) => withoutOldest(context, 0)));
  const settings = { ...WINDOW, 'compression.strategy': 'same' };
  const { history, orchestrator } = session(settings, { strategies });
  history.append(human('Fix it.'), ...exchange('a', 500));
  const before = history.curated();
  const outcome = await orchestrator.prepare({ force: true });
  expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'no-gain' });
  expect(outcome.history).toBe(before);
});

test('prepares an unchanged request again when the history was replaced meanwhile', async () => {
  let meanwhile: (() => void) | undefined;
  const { history, orchestrator } = session(
    { ...WINDOW },
    {
      estimateTokens: async (entries) => {
        meanwhile?.();
        meanwhile = undefined;
        return await estimateTokens(entries);
      },
    },
  );
  history.append(human('Fix it.'), human('Or rather not.'));
  meanwhile = () => history.replace(history.raw(), [human('Never mind.')]);
  const outcome = await orchestrator.prepare();
  expect([...outcome.history]).toEqual([human('Never mind.')]);
  expect(orchestrator.toJSON().state.calls).toBe(1);
});
