import { expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, sizeOf, SMALL, TASK, working } from './agent.ts';
import { promptsOf, run, RUNS, scripted } from './versions.ts';

const HELD = [
  { openai: { previousResponseId: 'resp_1' } },
  { azure: { conversation: 'conv_1' } },
  { google: { previousInteractionId: 'int_1' } },
];

const held = RUNS.flatMap((how) => HELD.map((providerOptions) => ({ ...how, providerOptions })));

test.each(held)(
  '$name: leaves a server-managed conversation unchanged ($providerOptions)',
  async ({ providerOptions, ...how }) => {
    const adapter = aiSdkAdapter({ ...SMALL, providerOptions });
    const model = scripted(how.version, working(10));
    const more = { providerOptions };
    const { answers } = await run({
      ...how,
      adapter,
      model,
      tools: { bash },
      messages: [TASK],
      more,
    });
    expect(sizeOf(promptsOf(model).at(-1))).toBeGreaterThan(24_000);
    expect((await adapter.originals).list()).toEqual([]);
    expect(answers.length).toBe(21);
  },
);

test.each(RUNS)('$name: compresses as usual with other provider options', async (how) => {
  const providerOptions = { openai: { store: false, previousResponseId: '' }, other: {} };
  const adapter = aiSdkAdapter({ ...SMALL, providerOptions });
  const model = scripted(how.version, working(10));
  const more = { providerOptions };
  await run({ ...how, adapter, model, tools: { bash }, messages: [TASK], more });
  expect(sizeOf(promptsOf(model).at(-1))).toBeLessThan(24_000);
});
