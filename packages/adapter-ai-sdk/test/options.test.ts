import { OptionError } from '@palimpsest/core-types';
import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { asSchema } from 'ai';
import { expect, test } from 'vitest';
import { aiSdkAdapter } from '../src/index.ts';

test.each([
  ['`providerOptions` that is a text', { providerOptions: 'openai' }],
  ['`providerOptions` that is a list', { providerOptions: [] }],
])('rejects %s', (_what, options) => {
  expect(() => aiSdkAdapter(options as never)).toThrow(OptionError);
});

test('the recall tool returns an error text for an unknown id', async () => {
  const { recallTool, recall } = aiSdkAdapter();
  const input = { id: '12345678' };
  const output = await recallTool.execute!(input, { toolCallId: 'a', messages: [] } as never);
  expect(output).toEqual(await recall(input));
  const modelOutput = await recallTool.toModelOutput!({ toolCallId: 'a', input, output } as never);
  expect(modelOutput).toEqual({ type: 'error-text', value: expect.stringContaining('12345678') });
});

test('the recall tool has the description and the schema of `RECALL_TOOL`', async () => {
  const { recallTool } = aiSdkAdapter();
  expect(recallTool.description).toBe(RECALL_TOOL.description);
  const schema = await asSchema(recallTool.inputSchema as never).jsonSchema;
  expect(JSON.stringify(schema)).toBe(JSON.stringify(RECALL_TOOL.inputSchema));
});
