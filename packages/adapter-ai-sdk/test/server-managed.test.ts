import { expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, sizeOf, SMALL, TASK, working } from './agent.ts';
import { promptsOf, run, RUNS, scripted } from './versions.ts';

const SERVER_MANAGED = [
  { openai: { previousResponseId: 'resp_1' } },
  { azure: { conversation: 'conv_1' } },
  { google: { previousInteractionId: 'int_1' } },
];

/** Four characters for each token of the context window of `SMALL`. */
const WINDOW_LENGTH = 24_000;
const STEPS = 10;

const cases = RUNS.flatMap((setup) =>
  SERVER_MANAGED.map((providerOptions) => ({ ...setup, providerOptions })),
);

test.each(cases)(
  '$name: leaves a server-managed conversation unchanged ($providerOptions)',
  async ({ providerOptions, ...setup }) => {
    const adapter = aiSdkAdapter({ ...SMALL, providerOptions });
    const model = scripted(setup.version, working(STEPS));
    const more = { providerOptions };
    const { answers } = await run({
      ...setup,
      adapter,
      model,
      tools: { bash },
      messages: [TASK],
      more,
    });
    expect(sizeOf(promptsOf(model).at(-1))).toBeGreaterThan(WINDOW_LENGTH);
    expect((await adapter.originals).list()).toEqual([]);
    // A call and a result for each step, and the last text.
    expect(answers.length).toBe(2 * STEPS + 1);
  },
);

test.each(RUNS)('$name: compresses with other provider options', async (setup) => {
  const providerOptions = { openai: { store: false, previousResponseId: '' }, other: {} };
  const adapter = aiSdkAdapter({ ...SMALL, providerOptions });
  const model = scripted(setup.version, working(STEPS));
  const more = { providerOptions };
  await run({ ...setup, adapter, model, tools: { bash }, messages: [TASK], more });
  expect(sizeOf(promptsOf(model).at(-1))).toBeLessThan(WINDOW_LENGTH);
});
