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
});
