import { experimental_createSteering } from 'ai';
import { expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import { bash, SMALL, TASK, working } from './agent.ts';
import { promptsOf, run, RUNS, scripted } from './versions.ts';

const runs = RUNS.filter(({ version }) => version.version === 7);

test.each(runs)('$name: keeps a user message that arrives during the run', async (how) => {
  const adapter = aiSdkAdapter(SMALL);
  const steering = experimental_createSteering();
  const work = working(14);
  const model = scripted(how.version, (prompt, call) => {
    if (call === 3) void steering.steer('Leave suite 9 alone.');
    return work(prompt, call);
  });
  const tools = { bash, recall: adapter.recallTool };
  const more = { experimental_steering: steering };
  await run({ ...how, adapter, model, tools, messages: [TASK], more });
  const prompts = promptsOf(model);
  const said = prompts.map((prompt) => JSON.stringify(prompt).split('Leave suite 9 alone.').length);
  expect(said).toEqual([1, 1, 1, ...Array.from({ length: prompts.length - 3 }, () => 2)]);
  expect(prompts.length).toBeGreaterThan(14);
});
