import { expect, test } from 'vitest';
import { collect } from './collect.ts';
import { compatible, connect, KEY, protocols } from './protocols.ts';
import { stream, stub } from './stub-server.ts';

const withReasoning = protocols.flatMap((protocol) =>
  protocol.reasoning === undefined ? [] : [{ ...protocol, reasoning: protocol.reasoning }],
);

test.each(protocols)('$name: yields each piece of text, then metadata', async (protocol) => {
  const { opening, text, ending, usage, finishReason, name } = protocol;
  const { url, requests } = await stub((response) =>
    stream(response, [...opening, text('The door'), text(' is blue.'), ...ending]),
  );
  const entries = await collect(connect(protocol, url));
  expect(entries.slice(0, -1)).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'The door' }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: ' is blue.' }] },
  ]);
  expect(entries.at(-1)).toMatchObject({
    speaker: 'ai',
    blocks: [],
    metadata: { provider: name, finishReason, usage },
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.path).toBe(protocol.path);
  expect(requests[0]?.headers[protocol.keyHeader]).toContain(KEY);
});

test.each(protocols.filter(({ name }) => !name.startsWith('google')))(
  '$name: reports the model that responded',
  async (protocol) => {
    const { opening, ending } = protocol;
    const { url } = await stub((response) =>
      stream(response, [...opening, protocol.text('Blue.'), ...ending]),
    );
    const entries = await collect(connect(protocol, url));
    expect(entries.at(-1)?.metadata?.model).toBe('m-1b');
  },
);

test.each(withReasoning)(
  '$name: yields reasoning as one block before the text',
  async (protocol) => {
    const { opening, text, reasoning, ending } = protocol;
    const { url } = await stub((response) =>
      stream(response, [
        ...opening,
        reasoning('Doors '),
        reasoning('have colours.'),
        text('Blue.'),
        ...ending,
      ]),
    );
    const [first, second] = await collect(connect(protocol, url));
    expect(first?.blocks).toEqual([{ type: 'thinking', thought: 'Doors have colours.' }]);
    expect(second?.blocks).toEqual([{ type: 'text', text: 'Blue.' }]);
  },
);

test.each(protocols)('$name: reports why an empty response ended', async (protocol) => {
  const { opening, ending, finishReason, usage } = protocol;
  const { url } = await stub((response) => stream(response, [...opening, ...ending]));
  const entries = await collect(connect(protocol, url));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ blocks: [], metadata: { finishReason, usage } });
});

test('rejects endless reasoning', async () => {
  const reasoning = compatible.reasoning!('x'.repeat(900_000));
  const { url, closed } = await stub((response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(reasoning, more);
    };
    more();
  });
  const error = collect(connect(compatible, url));
  await expect(error).rejects.toMatchObject({ code: 'BAD_STREAM', isTransient: false });
  await expect(error).rejects.toThrow('reasoning without end');
  await expect.poll(closed).toBe(1);
});
