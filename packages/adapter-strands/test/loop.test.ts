import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { expect, test } from 'vitest';
import { strandsAdapter } from '../src/index.ts';
import {
  agentOf,
  countedIn,
  pairProblems,
  printed,
  ScriptedModel,
  SMALL,
  TASK,
  working,
} from './agent.ts';

async function work(steps = 14, window?: number) {
  const adapter = strandsAdapter(SMALL);
  const model = new ScriptedModel(working(steps), window);
  const agent = agentOf(model, { conversationManager: adapter.conversationManager });
  const { lastMessage } = await agent.invoke(TASK);
  return { adapter, agent, model, text: JSON.stringify(lastMessage) };
}

test('a growing loop stays within the window, each call next to its result', async () => {
  const { model, text } = await work();
  expect(text).toContain('The build is green.');
  expect(model.requests).toHaveLength(16);
  for (const messages of model.requests) {
    expect(pairProblems(messages)).toEqual([]);
    expect(countedIn(messages)).toBeLessThan(8_000);
  }
});

test('a reduced request is a report with the words of the user, and the newest messages', async () => {
  const { agent, model } = await work();
  const [report, ...tail] = model.requests.at(-1)!;
  expect(report!.role).toBe('user');
  expect(JSON.stringify(report)).toContain(`\\n${TASK}\\n`);
  expect(tail.length).toBeGreaterThan(1);
  const held = agent.messages.slice(0, -1).slice(-tail.length);
  expect(tail.map(({ trackingId }) => trackingId)).toEqual(
    held.map(({ trackingId }) => trackingId),
  );
  expect(JSON.stringify(tail)).toBe(JSON.stringify(held));
});

test('the agent keeps every message', async () => {
  const { agent } = await work();
  // The task; a call and its result for each step and the recall; the answer.
  expect(agent.messages).toHaveLength(1 + 2 * 15 + 1);
  for (const at of [1, 2, 14]) {
    expect(JSON.stringify(agent.messages)).toContain(JSON.stringify(printed(at)).slice(1, -1));
  }
});

test('the model recalls removed content by its id', async () => {
  const { model } = await work();
  const [answer] = model.requests.at(-1)!.at(-1)!.content;
  expect(answer).toMatchObject({ type: 'toolResultBlock', status: 'success' });
  expect(JSON.stringify(answer)).toContain(JSON.stringify(printed(1)).slice(1, -1));
});

test('offers the recall tool in each request, with a constant definition', async () => {
  const { model } = await work();
  for (const { toolSpecs } of model.options) {
    expect(toolSpecs!.map(({ name }) => name)).toEqual(['bash', 'recall']);
    expect(toolSpecs).toEqual(model.options[0]!.toolSpecs);
  }
});

test('failed results stay failures', async () => {
  const { model } = await work();
  const failed = model.requests
    .flatMap((messages) => messages.flatMap(({ content }) => content))
    .filter((block) => block.type === 'toolResultBlock')
    .filter(({ toolUseId }) => toolUseId === 'call_5' || toolUseId === 'call_10');
  expect(failed.length).toBeGreaterThan(3);
  for (const { status } of failed) expect(status).toBe('error');
});

test('rewrites the sent prefix in fewer than 10 of 15 calls', async () => {
  const { model } = await work();
  const sent = model.requests.map((messages) =>
    messages.map((message) => JSON.stringify(message.content)),
  );
  const rewrites = sent
    .slice(1)
    .filter((messages, at) => sent[at]!.some((one, n) => one !== messages[n]));
  expect(rewrites.length).toBeGreaterThan(0);
  expect(rewrites.length).toBeLessThan(10);
});

test('a request that the provider refuses as too long is sent again, shorter', async () => {
  const { model, text } = await work(14, 4_000);
  expect(text).toContain('The build is green.');
  const refused = model.requests.filter((messages) => countedIn(messages) > 4_000);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(6);
});

test('after a request that could not be prepared, a refusal is the error of the provider, and the next request fits again', async () => {
  let isBroken = true;
  const adapter = strandsAdapter({
    ...SMALL,
    onError: () => {},
    estimateTokens: (entries) => {
      if (isBroken) throw new Error('no tokenizer');
      return estimateEntryTokens(entries);
    },
  });
  const model = new ScriptedModel(working(3), 10);
  const agent = agentOf(model, { conversationManager: adapter.conversationManager });
  await expect(agent.invoke(TASK)).rejects.toThrow('too long');
  expect(model.requests).toHaveLength(1);
  isBroken = false;
  await expect(agent.invoke(TASK)).rejects.toThrow('too long');
  expect(model.requests).toHaveLength(5);
});

test('a window that nothing fits is the error of the provider, after a few attempts', async () => {
  const adapter = strandsAdapter(SMALL);
  const model = new ScriptedModel(working(3), 10);
  const agent = agentOf(model, { conversationManager: adapter.conversationManager });
  await expect(agent.invoke(TASK)).rejects.toThrow('too long');
  expect(model.requests).toHaveLength(4);
});
