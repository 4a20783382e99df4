import type { PrepareResult } from '@palimpsest/orchestrator';
import { expect, test } from 'vitest';
import { createAdapter, type Adapter, type AdapterOptions } from '../src/index.ts';

const TASK = { role: 'user', content: 'Find out why the build is slow.' };
const log = (at: number): string =>
  Array.from({ length: 200 }, (_, line) => `step ${at}.${line} took ${line * at} ms`).join('\n');

let calls = 0;

/** A call of a tool with its result. */
function step(name: string, input: object, content: string): object[] {
  calls += 1;
  const id = `call_${calls}`;
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content },
  ];
}

const read = (path: string, content: string): object[] => step('read_file', { path }, content);
const run = (at: number): object[] => step('bash', { command: `make ${at}` }, log(at));

/** Sends the messages as they grow, step by step, and returns the last request. */
async function sendAll(adapter: Adapter, steps: readonly object[][]): Promise<readonly object[]> {
  const messages: object[] = [TASK];
  let sent: readonly object[] = messages;
  for (const added of steps) {
    messages.push(...added);
    sent = (await adapter.adapt<object>('openai', messages)).messages;
  }
  return sent;
}

const textOf = (messages: readonly object[]): string => JSON.stringify(messages);

function adapterFor(contextLimit: number, options: AdapterOptions = {}): Adapter {
  return createAdapter({ contextLimit, ...options });
}

test('a model finds what was taken out, and recalls its lines', async () => {
  const adapter = adapterFor(14_000);
  const found = step(
    'bash',
    { command: 'cat a' },
    `${log(1)}\nthe culprit is webpack-bundle-7\n${log(2)}`,
  );
  const sent = await sendAll(adapter, [found, ...[3, 4, 5, 6, 7, 8, 9, 10].map(run)]);
  expect(textOf(sent).length).toBeLessThan(60_000);
  const { search_history, recall } = adapter.tools;
  const { text, isError } = await search_history.run({ query: 'step 1.150', limit: 1 });
  expect(isError).toBe(false);
  const [, place] = /\n(\{.*?\}) /.exec(text)!;
  const lines = await recall.run(JSON.parse(place!));
  expect(lines.text).toContain('step 1.150 took 150 ms');
  // The range of the passage, not the whole result.
  expect(lines.text.split('\n').length).toBeLessThanOrEqual(21);
});

test('an agent is told how many tokens are left', async () => {
  const adapter = adapterFor(100_000);
  const { context_left } = adapter.tools;
  expect((await context_left.run({})).text).toContain('nothing is known');
  await sendAll(adapter, [run(1), run(2)]);
  const [used, left, limit, trigger] = (await context_left.run({})).text
    .match(/\d+/g)!
    .map(Number) as [number, number, number, number];
  expect(used).toBeGreaterThan(3_000);
  expect(used + left).toBe(limit);
  expect(trigger).toBeLessThan(limit);
});

test('an agent that asks for it gets a short conversation at the next request, with what it names word for word', async () => {
  const adapter = adapterFor(200_000);
  const steps = [1, 2, 3, 4, 5, 6].map(run);
  const finding = step(
    'bash',
    { command: 'grep' },
    `${log(7)}\nFINDING: cache key 4711 changes\n${log(8)}`,
  );
  const before = await sendAll(adapter, [...steps, finding, run(9), run(10)]);
  // Far below the window: nothing is due.
  expect(textOf(before)).toContain('step 1.77 ');
  const input = { reason: 'found it', keep: ['FINDING: cache key'] };
  const { text } = await adapter.tools.compact_context.run(input);
  const asked = step('compact_context', input, text);
  const all = [TASK, ...steps.flat(), ...finding, ...run(9), ...run(10), ...asked];
  const other = adapterFor(200_000);
  const sent = (await other.adapt<object>('openai', all)).messages;
  expect(textOf(sent).length).toBeLessThan(0.7 * textOf(all).length);
  expect(textOf(sent)).toContain('step 7.150 took 1050 ms');
  expect(textOf(sent)).not.toContain('step 1.77 ');
  // Without the call, nothing happens.
  const without = (await adapterFor(200_000).adapt<object>('openai', all.slice(0, -2))).messages;
  expect(without).toHaveLength(all.length - 2);
  expect(textOf(without)).toContain('step 1.77 ');
  // The next requests go on from there: the call is no longer in the newest reply.
  const later = [...all, ...run(11)];
  const next = (await other.adapt<object>('openai', later)).messages;
  expect(textOf(next.slice(0, sent.length))).toBe(textOf(sent));
});

test.each(['salience', 'top-down-truncation'])(
  'with %s, what an agent names stays in later compressions, and cannot fill the window',
  async (strategy) => {
    const settings = { 'compression.strategy': strategy };
    const adapter = adapterFor(16_000, { settings });
    const found = `FINDING: cache key 4711 changes\n${log(7).slice(0, 3_000)}`;
    const ask = (keep: string[]): object[] =>
      step('compact_context', { reason: 'next', keep }, 'The conversation is shortened.');
    const sent = await sendAll(adapter, [
      step('read_file', { path: 'out/finding.txt' }, found),
      ask(['file:finding.txt']),
      ...Array.from({ length: 20 }, (_, at) => run(at)),
    ]);
    expect(textOf(sent)).toContain('FINDING: cache key 4711 changes');
    expect(textOf(sent)).toContain('step 7.100 ');
    const outcomes: PrepareResult['kind'][] = [];
    const greedy = adapterFor(16_000, {
      settings,
      onPrepared: ({ kind }) => outcomes.push(kind),
    });
    await sendAll(greedy, [run(1), ask(['took', '/(/']), ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(run)]);
    // Pins that leave no room would make requests too large.
    expect(outcomes).not.toContain('overflow');
    expect(outcomes.filter((kind) => kind === 'compressed').length).toBeLessThan(6);
  },
);

test('a host that forbids rewriting is obeyed', async () => {
  const adapter = adapterFor(200_000, { when: 'ingest' });
  const asked = step('compact_context', { reason: 'now' }, 'The conversation is shortened.');
  const all = [TASK, ...[1, 2, 3, 4, 5, 6].flatMap(run), ...asked];
  expect((await adapter.adapt<object>('openai', all)).messages).toEqual(all);
});

test('what people name stays, by text, pattern, tool and file', async () => {
  const keep = ['file:docs/**/*.md', 'tool:deploy', '/E\\d{3}: fatal/', 'price of peas'].join('\n');
  const steps = [
    read('/home/me/app/docs/rules/a.md', log(21)),
    read('/home/me/app/src/a.ts', log(22)),
    step('deploy', {}, log(23)),
    step('bash', { command: 'make' }, `${log(24)}\nE404: fatal`),
    [
      { role: 'assistant', content: `The price of peas is 3. ${log(25)}` },
      { role: 'user', content: 'Go on.' },
    ],
    ...[1, 2, 3, 4, 5, 6].map(run),
  ];
  const adapter = adapterFor(40_000, {
    settings: { 'compression.keep': keep, maxOutputTokens: 20_000 },
  });
  const sent = textOf(await sendAll(adapter, steps));
  for (const at of [21, 23, 24, 25]) expect(sent).toContain(`step ${at}.133 `);
  expect(sent).not.toContain('step 22.133 ');
});

test('results that people drop become one line with a recall id at the next request; what they keep wins', async () => {
  const steps = [
    read('dist/a.js', log(1)),
    read('dist/keep.js', log(2)),
    read('src/a.js', log(3)),
    run(4),
  ];
  let drop = '';
  const adapter = createAdapter({
    settings: () => ({
      'compression.keep': 'file:keep.js',
      ...(drop === '' ? {} : { 'compression.drop': drop }),
    }),
  });
  const before = textOf(await sendAll(adapter, steps));
  expect(before).toContain('step 1.133 ');
  drop = 'file:dist/**';
  const all = [TASK, ...steps.flat(), ...run(5)];
  const sent = (await adapter.adapt<object>('openai', all)).messages;
  expect(textOf(sent)).not.toContain('step 1.133 ');
  for (const at of [2, 3, 4, 5]) expect(textOf(sent)).toContain(`step ${at}.133 `);
  const { content } = sent[2] as { content: string };
  const [id, line] = content.split('\n') as [string, string];
  expect(line).toContain('dist/a.js');
  expect((await adapter.recall({ id: id.slice(1), offset: 133, limit: 2 })).text).toContain(
    'step 1.133 ',
  );
  // Once is enough: the prefix stays.
  const next = (await adapter.adapt<object>('openai', [...all, ...run(6)])).messages;
  expect(textOf(next.slice(0, sent.length))).toBe(textOf(sent));
});
