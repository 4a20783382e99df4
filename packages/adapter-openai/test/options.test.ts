import { RECALL_TOOL } from '@palimpsest/originals/recall';
import { expect, test, vi } from 'vitest';
import { openaiAdapter } from '../src/index.ts';

test('without a `fetch` option, calls the global `fetch` that is set at the time of the request', async () => {
  const { fetch } = openaiAdapter();
  const answer = Response.json({});
  const stub = vi.fn<typeof fetch>().mockResolvedValue(answer);
  vi.stubGlobal('fetch', stub);
  try {
    expect(await fetch('https://api.openai.com/v1/models')).toBe(answer);
  } finally {
    vi.unstubAllGlobals();
  }
  expect(stub).toHaveBeenCalledOnce();
});

test('the recall tools equal `RECALL_TOOL` on the wire, for each new adapter', () => {
  const { recallTool, responsesRecallTool } = openaiAdapter();
  const { name, description, inputSchema } = RECALL_TOOL;
  const wire = { name, description, parameters: inputSchema };
  expect(JSON.parse(JSON.stringify(recallTool))).toEqual({ type: 'function', function: wire });
  expect(JSON.parse(JSON.stringify(responsesRecallTool))).toEqual({
    type: 'function',
    strict: false,
    ...wire,
  });
  expect(JSON.stringify(openaiAdapter().recallTool)).toBe(JSON.stringify(recallTool));
});
