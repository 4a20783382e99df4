import { expect, test } from 'vitest';
import { collect, textOf } from './collect.ts';
import { KEY, speeches } from './protocols.ts';
import { json, startStream, stream, stub } from './stub-server.ts';

test.each(speeches)('$name: an answer comes in pieces, with what it cost', async (speech) => {
  const { opening, said, ending, usage, finishReason, name } = speech;
  const { url, requests } = await stub((response) =>
    stream(response, [...opening, said('The door'), said(' is blue.'), ...ending]),
  );
  expect(await collect(speech.provider(url))).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'The door' }] },
    { speaker: 'ai', blocks: [{ type: 'text', text: ' is blue.' }] },
    { speaker: 'ai', blocks: [], metadata: { provider: name, model: 'm-1b', finishReason, usage } },
  ]);
  const [sent] = requests;
  expect(requests).toHaveLength(1);
  expect(sent?.path).toBe(speech.path);
  expect(sent?.headers[speech.keyHeader]).toContain(KEY);
});

test.each(speeches)('$name: characters come whole whatever the packets are', async (speech) => {
  const text = 'Tür — 青いドア 🚪👩‍👩‍👧';
  const bytes = Buffer.from([...speech.opening, speech.said(text), ...speech.ending].join(''));
  const { url } = await stub(async (response) => {
    startStream(response);
    for (const byte of bytes) {
      response.write(Uint8Array.of(byte));
      // Without a turn of the loop they would arrive together.
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  expect(textOf(await collect(speech.provider(url)))).toBe(text);
});

test.each(speeches)('$name: a server that does not stream is understood', async (speech) => {
  const { name, usage, finishReason } = speech;
  const { url } = await stub((response) => json(response, 200, speech.whole('The door is blue.')));
  expect(await collect(speech.provider(url))).toEqual([
    { speaker: 'ai', blocks: [{ type: 'text', text: 'The door is blue.' }] },
    { speaker: 'ai', blocks: [], metadata: { provider: name, model: 'm-1b', finishReason, usage } },
  ]);
});

test.each(speeches)('$name: thoughts come as one block, before the text', async (speech) => {
  const { opening, said, thought, ending } = speech;
  const { url } = await stub((response) =>
    stream(response, [
      ...opening,
      thought('Doors '),
      thought('have colours.'),
      said('Blue.'),
      ...ending,
    ]),
  );
  const [first, second] = await collect(speech.provider(url));
  expect(first?.blocks).toEqual([{ type: 'thinking', thought: 'Doors have colours.' }]);
  expect(second?.blocks).toEqual([{ type: 'text', text: 'Blue.' }]);
});

test.each(speeches)('$name: an answer of nothing but thoughts is one', async (speech) => {
  const { opening, thought, ending, finishReason } = speech;
  const { url } = await stub((response) =>
    stream(response, [...opening, thought('Doors'), ...ending]),
  );
  const chunks = await collect(speech.provider(url));
  expect(chunks.flatMap(({ blocks }) => blocks)).toEqual([{ type: 'thinking', thought: 'Doors' }]);
  expect(chunks.at(-1)?.metadata).toMatchObject({ finishReason });
});

test.each(speeches)('$name: an empty answer says why it ended', async (speech) => {
  const { opening, ending, finishReason, usage } = speech;
  const { url } = await stub((response) => stream(response, [...opening, ...ending]));
  const chunks = await collect(speech.provider(url));
  expect(chunks).toHaveLength(1);
  expect(chunks[0]).toMatchObject({ blocks: [], metadata: { finishReason, usage } });
});
