import { describe, expect, test } from 'vitest';
import { mastraAdapter, type MastraAdapter } from '../src/index.ts';
import { agentOf, countedIn, scripted, shell, SMALL, WAYS, working, type Prompt } from './agent.ts';

/** An adapter, and the prompts that its processor receives and returns. */
function watched(adapter: MastraAdapter) {
  const requests: { readonly given: Prompt; readonly sent: Prompt; readonly isSame: boolean }[] =
    [];
  const { processor } = adapter;
  const watching: MastraAdapter = {
    ...adapter,
    processor: {
      ...processor,
      async processLLMRequest(request) {
        const before = JSON.stringify(request.prompt);
        const answer = await processor.processLLMRequest(request);
        expect(JSON.stringify(request.prompt)).toBe(before);
        const given = request.prompt as Prompt;
        const sent = (answer?.prompt ?? given) as Prompt;
        requests.push({ given, sent, isSame: answer === undefined });
        return answer;
      },
    },
  };
  return { watching, requests };
}

describe.each(['generate', 'stream'] as const)('%s', (way) => {
  test('sends messages that fit unchanged', async () => {
    const { watching, requests } = watched(mastraAdapter());
    const asked = scripted(working(3));
    await WAYS[way](agentOf(watching, asked, { bash: shell() }));
    expect(requests.map(({ isSame }) => isSame)).toEqual([true, true, true, true]);
  });

  test('sends the system prompt, a record with the words of the user, and the newest messages in each reduced request', async () => {
    const { watching, requests } = watched(mastraAdapter(SMALL));
    const asked = scripted(working(14));
    const tools = { bash: shell(), recall: watching.recallTool };
    await WAYS[way](agentOf(watching, asked, tools));
    const changed = requests.filter(({ isSame }) => !isSame);
    expect(changed.length).toBeGreaterThan(4);
    for (const { given, sent } of changed) {
      const [system, record, ...tail] = sent;
      expect(system).toBe(given[0]);
      expect(record!.role).toBe('user');
      expect(JSON.stringify(record)).toContain('\\nMake the build green. Never touch main.\\n');
      expect(tail.length).toBeGreaterThan(1);
      for (const [at, message] of given.slice(-tail.length).entries()) {
        expect(tail[at]).toBe(message);
      }
    }
  });

  test.each([
    { openai: { previousResponseId: 'resp_1' } },
    { openai: { conversation: 'conv_1' } },
    { google: { previousInteractionId: 'int_1' } },
  ])('leaves a server-managed conversation unchanged (%o)', async (providerOptions) => {
    const adapter = mastraAdapter(SMALL);
    const asked = scripted(working(10));
    await WAYS[way](agentOf(adapter, asked, { bash: shell() }), { providerOptions });
    expect(countedIn(asked.calls.at(-1)!.prompt)).toBeGreaterThan(8_000);
    expect((await adapter.originals).list()).toEqual([]);
  });
});
