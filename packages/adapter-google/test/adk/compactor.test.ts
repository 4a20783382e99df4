import { isCompactedEvent } from '@google/adk';
import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { expect, test } from 'vitest';
import { adkAdapter } from '../../src/adk/index.ts';
import { output, SMALL } from '../work.ts';
import { drive, ScriptedLlm, type Script } from './scripted-agent.ts';

const STEPS = 14;

/** Runs a scripted agent whose sessions are compacted. */
async function runCompacted(script: Script) {
  const google = adkAdapter(SMALL);
  const model = new ScriptedLlm(script);
  const config = {
    model,
    tools: [google.recallTool],
    contextCompactors: [google.contextCompactor],
    ...google.callbacks,
  };
  return { model, ...(await drive(config)) };
}

test('a compacted session continues from the sent contents, and keeps its events', async () => {
  const { model, session, errors } = await runCompacted({ steps: STEPS });
  expect(errors).toEqual([]);
  // Each step, the recall, and the last answer.
  expect(model.seen).toHaveLength(STEPS + 2);
  for (const contents of model.seen) {
    expect(checkGemini(contents)).toEqual([]);
    // The window of `SMALL` has 6,000 tokens of about 4 characters.
    expect(JSON.stringify(contents).length).toBeLessThan(6_000 * 4);
    expect(JSON.stringify(contents)).not.toContain('Previous Context Summary');
  }
  const recalled = model.seen.at(-1)!.at(-1)!.parts!.at(-1)!.functionResponse!;
  expect(recalled).toMatchObject({
    name: 'recall',
    response: { output: expect.stringContaining(output(0)) },
  });
  expect(session.events.filter(isCompactedEvent).length).toBeGreaterThan(1);
  expect(new Set(session.events.map(({ id }) => id)).size).toBe(session.events.length);
  const results = session.events.flatMap(
    ({ content }) => content?.parts?.flatMap((part) => part.functionResponse?.response ?? []) ?? [],
  );
  for (let step = 0; step < STEPS; step += 1)
    expect(results).toContainEqual({ result: output(step) });
});

test('does not compact a session that fits the window', async () => {
  const { session } = await runCompacted({ steps: 2, recalls: false });
  expect(session.events.filter(isCompactedEvent)).toEqual([]);
});
