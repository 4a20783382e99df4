import { anthropic, type AnthropicMessage } from '@palimpsest/formats/anthropic';
import { createCompactor } from '@palimpsest/host';
import { expect, test } from 'vitest';

const transcript: readonly AnthropicMessage[] = [
  { role: 'user', content: 'Make the tests green. Never push to main.' },
  ...[1, 2, 3, 4].flatMap((at): AnthropicMessage[] => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input: { command: 'npm test' } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `t${at}`,
          content: Array.from({ length: 200 }, (_, line) => `PASS test ${line * at}`).join('\n'),
        },
      ],
    },
  ]),
  { role: 'assistant', content: 'All tests pass.' },
];

test('equal transcripts give equal messages, and compacting them again changes nothing', async () => {
  const [first, second] = [
    createCompactor({ codec: anthropic }),
    createCompactor({ codec: anthropic }),
  ];
  const { messages, report } = await first.compact(transcript, { targetTokens: 1_000 });
  expect(report.tokensAfter).toBeLessThanOrEqual(1_000);
  const [record, ...tail] = messages;
  expect(JSON.stringify(record)).toContain('\\nMake the tests green. Never push to main.\\n');
  expect(tail.length).toBeGreaterThan(0);
  for (const [at, message] of transcript.slice(-tail.length).entries()) {
    expect(tail[at]).toBe(message);
  }
  expect((await second.compact(transcript, { targetTokens: 1_000 })).messages).toEqual(messages);
  const again = await first.compact(messages, { targetTokens: 1_000 });
  expect(again.report.kind).toBe('noop');
  expect(again.messages).toEqual(messages);
});

test('another process recalls and restores what it is told of an earlier compaction', async () => {
  const { messages } = await createCompactor({ codec: anthropic }).compact(transcript, {
    targetTokens: 1_000,
  });
  const [id] = /#[\da-f]{8}/.exec(JSON.stringify(messages))!;
  const later = createCompactor({ codec: anthropic });
  expect((await later.recall({ id })).isError).toBe(true);
  await later.remember(transcript, messages);
  expect(await later.recall({ id, limit: 1 })).toMatchObject({ isError: false });
  expect(await later.restore(messages)).toEqual(transcript);
});

test('a picture of a person stands once in a record, and stays, however often it is compacted', async () => {
  const [, ...work] = transcript;
  const source = { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' };
  const content = [
    { type: 'text', text: 'Make it look like this.' },
    { type: 'image', source },
  ];
  const rounds = Array.from({ length: 4 }, () => work).flat();
  let messages: readonly AnthropicMessage[] = [{ role: 'user', content }, ...rounds];
  for (let round = 0; round < 3; round += 1) {
    const compactor = createCompactor({ codec: anthropic });
    const compacted = await compactor.compact(messages, { targetTokens: 5_000 });
    expect(compacted.report.kind).toBe('applied');
    const [text, ...media] = compacted.messages[0]!.content as { text: string }[];
    expect(text!.text.split('[image/png')).toHaveLength(2);
    expect(media).toEqual([content[1]]);
    messages = [...(JSON.parse(JSON.stringify(compacted.messages)) as typeof messages), ...rounds];
  }
});

test('rejects a missing target and an invalid codec', async () => {
  const compactor = createCompactor({ codec: anthropic });
  await expect(compactor.compact(transcript, {} as never)).rejects.toThrow(
    'targetTokens: expected',
  );
  await expect(compactor.compact(transcript, { targetTokens: 0.5 })).rejects.toThrow(
    'targetTokens',
  );
  expect(() => createCompactor({ codec: {} as never })).toThrow('codec: expected');
});
