import { describe, expect, test } from 'vitest';
import { CLIENTS, DETAIL } from './clients.ts';
import { startModel } from './provider.ts';
import { serve } from './serve.ts';

const SHELL = { name: 'bash', input: { command: 'ls' } };
const DESCRIBE = { id: 'call_describe', name: 'describe_tool', input: { name: 'bash' } };

function toolsIn(body: string): unknown {
  return (JSON.parse(body) as { readonly tools: unknown }).tools;
}

describe.each(CLIENTS)('with describe_tool, over $name', (client) => {
  test.each([true, false])(
    'the model reads the full description of a shortened tool (streams %s)',
    async (isStream) => {
      const model = await startModel((_, at) =>
        at === 0
          ? { text: '', calls: [DESCRIBE] }
          : { text: '', calls: [{ id: 'call_1', ...SHELL }] },
      );
      const proxy = await serve(model.url, { tools: ['recall', 'describe_tool'] });
      const { calls } = await client.ask(proxy.url, [client.user('List the files.')], isStream);

      // The client sees only the call of its own tool.
      expect(calls.map(({ name }) => name)).toEqual(['bash']);
      const [first = '', second = ''] = model.requests.map(({ bytes }) => bytes.toString());
      expect(first).toContain('Runs a command.');
      expect(first).not.toContain(DETAIL);
      expect(second).toContain(DETAIL);
      expect(toolsIn(second)).toEqual(toolsIn(first));
    },
  );

  test('without it, descriptions are not changed', async () => {
    const model = await startModel(() => ({ text: 'Done.', calls: [] }));
    const proxy = await serve(model.url, {});
    await client.ask(proxy.url, [client.user('List the files.')], false);
    expect(model.requests[0]!.bytes.toString()).toContain(DETAIL);
  });
});
