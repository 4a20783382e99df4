import { describe, expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';
import {
  bash,
  pairProblems,
  printed,
  resultsIn,
  shownIds,
  sizeOf,
  SMALL,
  TASK,
  working,
} from './agent.ts';
import { promptsOf, run, RUNS, scripted, type Message } from './versions.ts';

describe.each(RUNS)('$name', ({ version, way, hook }) => {
  async function worked() {
    const adapter = aiSdkAdapter(SMALL);
    const model = scripted(version, working(14));
    const tools = { bash, recall: adapter.recallTool };
    const messages: Message[] = [TASK];
    const ran = await run({ version, way, hook, adapter, model, tools, messages });
    return { adapter, model, messages, ...ran, prompts: promptsOf(model) };
  }

  test('keeps a growing loop within the window, with each tool call paired with its result', async () => {
    const { text, prompts, answers, messages } = await worked();
    expect(text).toBe('The build is green.');
    expect(prompts).toHaveLength(16);
    for (const prompt of prompts) {
      expect(pairProblems(prompt)).toEqual([]);
      expect(sizeOf(prompt)).toBeLessThan(24_000);
    }
    expect(sizeOf([...messages, ...answers])).toBeGreaterThan(36_000);
  });

  test('the application keeps the full tool results', async () => {
    const { answers, messages } = await worked();
    const results = resultsIn(answers);
    expect(results.get('call_1')).toEqual({ type: 'text', value: printed(1) });
    expect(shownIds(answers.slice(0, -3))).toEqual([]);
    expect(messages).toEqual([TASK]);
  });

  test('the model recalls removed content by its id', async () => {
    const { prompts } = await worked();
    const last = prompts.at(-1)!;
    const answer = resultsIn(last).get('call_15') as { type: string; value: string };
    expect(answer.type).toBe('text');
    expect(shownIds(prompts.at(-2))[0]).toContain(answer.value.slice(1, 9));
    const original = answer.value.slice(answer.value.indexOf('\n') + 1);
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
