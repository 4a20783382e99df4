import { describe, expect, test } from 'vitest';
import { mastraAdapter } from '../src/index.ts';
import {
  agentOf,
  countedIn,
  pairProblems,
  printed,
  resultsIn,
  scripted,
  shell,
  shownIds,
  SMALL,
  WAYS,
  working,
} from './agent.ts';

describe.each(['generate', 'stream'] as const)('%s', (way) => {
  async function worked() {
    const adapter = mastraAdapter(SMALL);
    const asked = scripted(working(14));
    const agent = agentOf(adapter, asked, { bash: shell(), recall: adapter.recallTool });
    const ran = await WAYS[way](agent);
    return { ...ran, calls: asked.calls, prompts: asked.calls.map(({ prompt }) => prompt) };
  }

  test('keeps a growing loop within the window, with each tool call paired with its result', async () => {
    const { text, prompts } = await worked();
    expect(text).toBe('The build is green.');
    expect(prompts).toHaveLength(16);
    for (const prompt of prompts) {
      expect(pairProblems(prompt)).toEqual([]);
      expect(countedIn(prompt)).toBeLessThan(8_000);
    }
  });

  test('the application keeps the full tool results', async () => {
    const held = JSON.stringify((await worked()).messages);
    for (const at of [1, 2, 14]) expect(held).toContain(JSON.stringify(printed(at)).slice(1, -1));
  });

  test('the model recalls removed content by its id', async () => {
    const { prompts } = await worked();
    const answer = resultsIn(prompts.at(-1)!).get('call_15')!;
    expect(answer.type).toBe('text');
    const value = String(answer.value);
    expect(shownIds(prompts.at(-2))[0]).toContain(value.slice(1, 9));
    const original = value.slice(value.indexOf('\n') + 1);
    expect(Array.from({ length: 14 }, (_, at) => printed(at + 1))).toContain(original);
  });

  test('keeps failed tool results marked as errors', async () => {
    const { prompts } = await worked();
    const outputs = prompts.flatMap((prompt) => [...resultsIn(prompt)]);
    const failed = outputs.filter(([id]) => id === 'call_5' || id === 'call_10');
    expect(failed.length).toBeGreaterThan(3);
    for (const [, output] of failed) expect(output).toMatchObject({ type: 'error-text' });
  });

  test('offers the recall tool from the first call on, with a constant definition', async () => {
    const { calls } = await worked();
    const offered = calls.map(({ tools }) =>
      (tools as { name: string }[]).find(({ name }) => name === 'recall'),
    );
    expect(offered[0]).toMatchObject({ inputSchema: { type: 'object', required: ['id'] } });
    for (const tool of offered) expect(tool).toEqual(offered[0]);
  });

  test('rewrites the sent prefix in fewer than 10 of 15 calls', async () => {
    const { prompts } = await worked();
    let rewrites = 0;
    for (const [at, prompt] of prompts.slice(1).entries()) {
      const before = JSON.stringify(prompts[at]);
      if (JSON.stringify(prompt.slice(0, prompts[at]!.length)) !== before) rewrites += 1;
    }
    expect(rewrites).toBeGreaterThan(0);
    expect(rewrites).toBeLessThan(10);
  });
});
