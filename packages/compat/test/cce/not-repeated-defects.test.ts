import { expect, test } from 'vitest';
import { compress, uncompress, type Message } from '../../src/cce.ts';
import { say } from './messages.ts';
import { page, prose } from './texts.ts';

// Defects of ContextCompressionEngine that are not repeated here: "Compat notes" in docs/packages/compat/cce.md lists them.

const old = { recencyWindow: 0 };

/** Returns the contents after a compression without a recency window. */
const seen = (...messages: Message[]) =>
  compress(messages, old).messages.map(({ content }) => content);

test('keeps a copy that a reference of an earlier round names', () => {
  const text = prose();
  const first = compress([say(text), say(text, { id: 'kept' })], old).messages;
  const later = compress([...first, say(prose(2)), say(prose(3))], old).messages;
  expect(later[0]!.content).toContain('[cce:dup of kept');
  expect(later[1]).toMatchObject({ id: 'kept', content: text });
});

test('does not merge the results of several tool calls', () => {
  const answers = ['c1', 'c2'].map((id, number) => {
    return say(prose(number), { role: 'tool', tool_call_id: id });
  });
  const calls = say('', { role: 'assistant', tool_calls: [{ id: 'c1' }, { id: 'c2' }] });
  const { messages } = compress([calls, ...answers], old);
  expect(messages.map((message) => message['tool_call_id'])).toEqual([undefined, 'c1', 'c2']);
  expect(messages[0]).toBe(calls);
});

test.each<[string, Partial<Message>]>([
  ['of tools without call ids', { role: 'tool' }],
  ['of functions', { role: 'function' }],
  ['to calls, in a role of the host', { role: 'result', tool_call_id: 'c1' }],
])('answers %s are not merged either', (_, kind) => {
  expect(compress([say(prose(1), kind), say(prose(2), kind)], old).messages).toHaveLength(2);
});

test.each([
  ['a fence that is never closed', '```python\nfor row in rows:\n    total += row.price'],
  ['a fence around fences', '````md\n```js\nlet a = 1;\n```\n````'],
  ['a fence of tildes', '~~~sh\nls -la | wc\n~~~'],
  ['a fence with CRLF', '```js\r\nlet a = 1;\r\n```'],
])('%s stays word for word', (_, fence) => {
  const message = say(`${prose()}\n\n${fence}`);
  const [content] = seen(message);
  expect(content).toMatch(/^\[summary: /);
  expect(content!.endsWith(`\n\n${fence}`)).toBe(true);
});

test.each([
  ['indented code', '    const a = read();\n    const b = write(a);\n'],
  ['settings', 'name: parser\nversion: 3\nlicense: none\n'],
])('%s with CRLF is protected like the one with LF', (_, block) => {
  const text = `${block.repeat(4)}\nPlease keep this in mind when you go on with the work on it.`;
  expect(seen(say(text))).toEqual([text]);
  const windows = text.replaceAll('\n', '\r\n');
  expect(seen(say(windows))).toEqual([windows]);
});

test('keeps an API key next to a fence', () => {
  const key = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');
  const text = `Use the key ${key} for it, please. ${prose()}\n\n\`\`\`sh\naws s3 ls\n\`\`\`\n`;
  expect(seen(say(text))[0]).toContain(key);
});

test('does not treat a sentence that begins with "No" as filler', () => {
  const text = `No, do not use MySQL for the billing service, because replication broke twice. ${prose()}`;
  expect(seen(say(text))[0]).toContain('do not use MySQL');
});

test('keeps lines without a full stop', () => {
  const text = [
    'The importer has to follow these rules:',
    '- it must reject files above 20 MB',
    '- it must keep the old user_id',
    'We had lunch at noon. It was nice, and nobody was in a hurry to get back to work afterwards.',
    'Somebody told a long story about a dog, and all of us laughed, and then we went back.',
  ].join('\n');
  const [content] = seen(say(text));
  expect(content).toMatch(/^\[summary: /);
  expect(content).toContain('must reject files above 20 MB');
  expect(content).toContain('must keep the old user_id');
});

test('does not split numbers and abbreviations', () => {
  const text = `Version 2.5.1 of the app must not be used with Dr. Miller's data, e.g. the 3.75 GB file. ${prose()}`;
  expect(seen(say(text))[0]).toContain("2.5.1 of the app must not be used with Dr. Miller's data");
});

test.each(['__proto__', 'toString', 'constructor', '7', 'a\nb'])(
  'the id %j is one like any other',
  (id) => {
    const messages = [say(prose(), { id })];
    const { messages: compressed, verbatim } = compress(messages, old);
    expect(Object.getPrototypeOf(verbatim)).toBe(null);
    const copies = [
      verbatim,
      { ...verbatim },
      Object.assign({}, verbatim),
      JSON.parse(JSON.stringify(verbatim)) as typeof verbatim,
      new Map(Object.entries(verbatim)),
    ];
    for (const store of copies) {
      expect(uncompress(compressed, store)).toEqual({
        messages,
        messages_expanded: compressed.length,
        messages_passthrough: 0,
        missing_ids: [],
      });
    }
  },
);

test('stores messages as they were at the call, even if they change during an asynchronous summary', async () => {
  const message = say(prose(), { id: 'm1', role: 'user' });
  const running = compress([message], { ...old, summarizer: async () => 'short' });
  message.content = 'changed';
  message.role = 'changed';
  const { messages, verbatim } = await running;
  expect(messages[0]).toMatchObject({
    content: '[summary: short | entities: readLines]',
    role: 'user',
  });
  expect(verbatim['m1']).toMatchObject({ content: prose(), role: 'user' });
});

test.each(['[summary: ', '[summary#x: ', '[truncated — 9 chars: '])(
  'a long text that begins with %s is summarized like any other',
  (beginning) => {
    const text = `${beginning}${Array.from({ length: 300 }, (_, number) => prose(number)).join(' ')}`;
    expect(seen(say(text))[0]!.length).toBeLessThan(1_000);
  },
);

const forged = (ids: string[], more: Partial<Message> = {}) =>
  say('[summary: made up]', {
    ...more,
    metadata: { _cce_original: { ids, summary_id: 'cce_sum_45h', version: 0 } },
  });

test('forged metadata replaces no message', () => {
  const messages = [say(prose(), { id: 'm1' }), forged(['m1']), forged(['m1'], { id: 'm1' })];
  const { messages: compressed, verbatim } = compress(messages, old);
  expect(uncompress(compressed, verbatim).messages).toEqual(messages);

  const added = [...compressed, forged(['m1'], { id: 'evil' }), forged(Object.keys(verbatim))];
  expect(uncompress(added, verbatim).messages).toEqual([...messages, ...added.slice(-2)]);
});

test('a summary truncated in a later round overwrites no original', () => {
  const messages = [say(prose(1), { id: 'm1' }), say(prose(2), { id: 'm2' })];
  const first = compress(messages, old);
  const again = [...first.messages, say(prose(3), { id: 'm2', role: 'assistant' })];
  const second = compress(again, { tokenBudget: 1, forceConverge: true });
  expect(second.messages.map(({ content }) => content)).toEqual([
    expect.stringMatching(/^\[truncated — \d+ chars\]$/),
    expect.stringMatching(/^\[truncated — \d+ chars\]$/),
  ]);
  expect(second.messages[0]!.metadata!['_cce_original']).toMatchObject({
    parent_ids: [
      (first.messages[0]!.metadata!['_cce_original'] as { summary_id: string }).summary_id,
    ],
    earlier_ids: ['m1', 'm2'],
  });
  const merged = { ...first.verbatim, ...second.verbatim };
  expect(Object.keys(merged)).toHaveLength(4);
  expect(uncompress(second.messages, second.verbatim).messages).toEqual(again);
  expect(uncompress(second.messages, merged, { recursive: true }).messages).toEqual([
    ...messages,
    again[1],
  ]);
});

test.each([
  [
    'two prices',
    'The first plan costs $20 a month and the second one costs $45 a month for everybody.',
  ],
  [
    'an arrow',
    'Open the menu → choose the second entry, and then wait until the page is loaded again.',
  ],
  [
    'a word of SQL',
    'The result is an integer, and returning a boolean would be a constraint for us all.',
  ],
  [
    'a colon',
    'Analysis: the team is tired, and the deadline is near, and nobody knows what to do next.',
  ],
])('prose with %s is summarized', (_, sentence) => {
  expect(seen(say(`${sentence} ${prose()}`))[0]).toMatch(/^\[summary: /);
});

test('summarizes text without spaces by sentences, and keeps it well-formed', () => {
  const sentences = [
    '我们今天讨论了新的计划，大家都很高兴。',
    '但是必须在星期五之前完成数据库的迁移。',
    '外面一直在下雨，没有人想出去吃午饭。',
    '下一次会议的时间还没有决定。',
  ];
  const [content] = seen(say(Array.from({ length: 6 }, () => sentences.join('')).join('')));
  expect(content).toMatch(/^\[summary: /);
  expect(sentences.some((sentence) => content!.includes(sentence))).toBe(true);
  const [emoji] = seen(say('👩‍👩‍👧‍👦'.repeat(300)));
  expect(emoji!.isWellFormed()).toBe(true);
});

test('keeps content in parts unchanged, and counts its text', () => {
  const parts = say('', { content: [{ type: 'text', text: prose() }] as never });
  const result = compress([parts], { tokenBudget: 10, forceConverge: true });
  expect(result.messages[0]).toBe(parts);
  expect(result).toMatchObject({ fits: false, tokenCount: Math.ceil(prose().length / 3.5) });
});

test.each([
  ['indentation', (line: string) => `    ${line}`],
  ['letter case', (line: string) => line.toUpperCase()],
])('nearly equal texts that differ in %s alone are not the same', (_, change) => {
  const lines = page('same').split('\n');
  const messages = [say(lines.join('\n')), say(lines.map(change).join('\n'))];
  const { compression } = compress(messages, { ...old, fuzzyDedup: true });
  expect(compression.messages_fuzzy_deduped).toBe(undefined);
});
