import { pi } from '@palimpsest/formats/pi';
import { recordText } from '@palimpsest/host';
import { expect, test } from 'vitest';
import plugin from '../src/index.ts';
import type { Config, Hooks, SessionMessage } from '../src/opencode-types.ts';
import { createPalimpsest } from '../src/provider.ts';
import { toTranscript } from '../src/transcript.ts';
import { ask, createClient, readFile, send, sessionOf, start, TASK, WINDOW } from './sessions.ts';

const lengthOf = (messages: unknown): number => JSON.stringify(messages).length;

test('a session that outgrows its window is shortened, and stored messages never change', async () => {
  const stored = sessionOf(100);
  const before = JSON.stringify(stored);
  const { hooks, toasts } = await start(stored);
  const sent = await send(hooks, stored);
  expect(lengthOf(sent)).toBeLessThan(0.6 * lengthOf(stored));
  const [record, ...tail] = sent;
  expect(record).toMatchObject({
    info: { role: 'user', sessionID: 'session', model: stored[0]!.info.model },
    parts: [{ type: 'text', text: expect.stringContaining(`\nThe user wrote:\n${TASK}\n`) }],
  });
  expect(tail.length).toBeGreaterThan(1);
  for (const [at, message] of stored.slice(-tail.length).entries()) {
    expect(tail[at]).toBe(message);
  }
  expect(JSON.stringify(stored)).toBe(before);
  expect(toasts).toEqual([expect.stringMatching(/^Compacted without a model: about/)]);
});

test('the next request repeats the edits: equal messages, and newer ones unchanged', async () => {
  const stored = sessionOf(100);
  const { hooks, toasts } = await start(stored);
  const first = await send(hooks, stored);
  const more = readFile(101);
  const second = await send(hooks, JSON.parse(JSON.stringify([...stored, more])) as typeof stored);
  expect(second).toEqual([...first, more]);
  expect(toasts).toHaveLength(1);
});

test('another process sends the same for the same messages', async () => {
  const stored = sessionOf(100);
  const [first, second] = [await start(stored), await start(stored)];
  expect(await send(first.hooks, stored)).toEqual(await send(second.hooks, stored));
});

test('leaves small sessions and models without a known window alone', async () => {
  const small = sessionOf(3);
  const { hooks } = await start(small);
  expect(await send(hooks, small)).toEqual(small);
  const large = sessionOf(100);
  const unknown = await start(large, 0);
  expect(await send(unknown.hooks, large)).toEqual(large);
});

test('asks again for a window that was not known before', async () => {
  const stored = sessionOf(100);
  const { hooks, client } = await start(stored);
  const { config } = client;
  Object.assign(client, { config: { providers: () => Promise.resolve({}) } });
  expect(await send(hooks, stored)).toEqual(stored);
  Object.assign(client, { config });
  expect(lengthOf(await send(hooks, stored))).toBeLessThan(0.6 * lengthOf(stored));
});

test('counts the system prompt and the tools from what the provider counted', async () => {
  const stored = sessionOf(18);
  const { hooks } = await start(stored, 60_000);
  expect(await send(hooks, stored)).toEqual(stored);
  const { info, parts } = readFile(31);
  const tokens = { input: 20_000, cache: { read: 30_000, write: 0 } };
  const answered = [...stored, { info: { ...info, tokens }, parts }];
  expect(lengthOf(await send(hooks, answered))).toBeLessThan(0.8 * lengthOf(answered));
});

test('sends a request unchanged when something fails, and says so', async () => {
  const stored = sessionOf(100);
  const { hooks, toasts, client } = await start(stored);
  Object.assign(client.config, { providers: () => Promise.reject(new Error('offline')) });
  expect(await send(hooks, stored)).toEqual(stored);
  expect(toasts).toEqual([expect.stringContaining('offline')]);
});

test('recalls what was taken out, in any process', async () => {
  const stored = sessionOf(100);
  const { hooks } = await start(stored);
  const [id] = /#[0-9a-f]{8}/.exec(JSON.stringify(await send(hooks, stored)))!;
  const later = await start(stored);
  const recall = later.hooks.tool['recall']!;
  const session = { sessionID: 'session' };
  expect(await recall.execute({ id, limit: 2 }, session)).toContain('line 0 of file');
  expect(await recall.execute({ id: '#00000000' }, session)).toContain('Unknown id');
});

test('the tool needs its id only', async () => {
  const { hooks } = await start([]);
  const definition: { jsonSchema?: object } = {};
  await hooks['tool.definition']({ toolID: 'recall' }, definition);
  expect(definition.jsonSchema).toMatchObject({ required: ['id'] });
  const other = {};
  await hooks['tool.definition']({ toolID: 'bash' }, other);
  expect(other).toEqual({});
});

test('undo sends everything again, until it is on', async () => {
  const stored = sessionOf(100);
  const { hooks, toasts } = await start(stored);
  const run = async (command: string, given: string) => {
    const parts: object[] = [{ type: 'text', text: given }];
    const input = { command, sessionID: 'session', arguments: given };
    await hooks['command.execute.before'](input, { parts });
    return JSON.stringify(parts);
  };
  const short = await send(hooks, stored);
  expect(await run('palimpsest', 'undo')).toContain('sent as it is stored');
  expect(await send(hooks, stored)).toEqual(stored);
  expect(await run('palimpsest', 'off')).toContain(
    'Expected preview, compact before TEXT, undo, on, forget RULE or nothing, got off.',
  );
  expect(await run('palimpsest', ' on ')).toContain('Compacted without a model: about');
  expect(await send(hooks, stored)).toEqual(short);
  expect(await run('review', 'all')).toBe('[{"type":"text","text":"all"}]');
  expect(toasts).toHaveLength(4);
});

/** Runs `/palimpsest`, and returns what the person is told. */
async function palimpsest(hooks: Hooks, given: string): Promise<string> {
  const parts: { text?: string }[] = [{ text: given }];
  const input = { command: 'palimpsest', sessionID: 'session', arguments: given };
  await hooks['command.execute.before'](input, { parts });
  return parts[0]!.text!;
}

test('`preview` says what a compaction would remove, and removes nothing', async () => {
  const stored = sessionOf(18);
  const { hooks, toasts } = await start(stored);
  const said = await palimpsest(hooks, 'preview');
  expect(said).toMatch(/A compaction now: .*\nInto a report: \d+ messages, from "Read every file/);
  expect(said).toContain(toasts[0]!);
  expect(await send(hooks, stored)).toEqual(stored);
});

test('`compact before` puts only what stands before a message of the person into a report', async () => {
  const docs = ask('docs', 'Now the docs.');
  const given = [...sessionOf(6), docs, readFile(7), readFile(8)];
  const { hooks, toasts } = await start(given, 50_000);
  expect(await send(hooks, given)).toEqual(given);
  const said = await palimpsest(hooks, '"compact before now the docs"');
  const all = [...given, ask('command', said)];
  const [report, ...rest] = await send(hooks, all);
  expect(report!.parts[0]!.text).toContain('Never touch c.txt.');
  expect(rest.slice(-4)).toEqual(all.slice(-4));
  expect(JSON.stringify([report, ...rest]).length).toBeLessThan(0.7 * JSON.stringify(all).length);
  expect(toasts.at(-1)).toMatch(/^Compacted without a model/);
  // Later requests begin in the same way.
  const next = await send(hooks, [...all, readFile(9)]);
  expect(next.slice(0, -1)).toEqual([report, ...rest]);
  await palimpsest(hooks, 'compact before file 3');
  await send(hooks, all);
  expect(toasts.at(-1)).toBe('No message of yours after the first has "file 3".');
});

test('`compact before` keeps an earlier compaction if there is nothing to remove', async () => {
  const given = [...sessionOf(0), ask('docs', 'Now the docs.'), ...sessionOf(100).slice(1)];
  const { hooks, toasts } = await start(given);
  const short = await send(hooks, given);
  expect(JSON.stringify(short).length).toBeLessThan(0.7 * JSON.stringify(given).length);
  await palimpsest(hooks, 'compact before now the docs');
  expect(await send(hooks, given)).toEqual(short);
  expect(toasts.at(-1)).toMatch(/^Nothing to remove/);
});

test("answers opencode's own compaction without a model, from all messages of the session", async () => {
  const stored = sessionOf(40);
  const [task, ...others] = stored;
  const earlier: SessionMessage[] = [
    { ...ask('c', ''), parts: [{ id: 'c-part', type: 'compaction' }] },
    {
      info: { id: 's', sessionID: 'session', role: 'assistant', summary: true },
      parts: [{ id: 's-text', type: 'text', text: 'An earlier summary.' }],
    },
  ];
  const { hooks, config } = await start([task!, ...earlier, ...others, readFile(41)]);
  expect(config.agent).toEqual({ compaction: { model: 'palimpsest/transcript' } });
  const { npm } = config.provider!['palimpsest'] as { npm: string };
  expect(npm).toMatch(/\/provider\.js$/);
  const output: { prompt?: string } = {};
  await hooks['experimental.session.compacting']({ sessionID: 'session' }, output);
  const [summary] = await send(hooks, [ask('next', 'Go on.'), ...others]);
  const request = `${output.prompt}\n\nThe conversation:\n\n[User]: ${summary!.parts[0]!.text}`;
  const model = createPalimpsest().languageModel('transcript');
  const { stream } = await model.doStream({ prompt: [{ role: 'user', content: request }] });
  let text = '';
  for await (const event of stream) text += (event as { delta?: string }).delta ?? '';
  expect(text).toContain(`\nThe user wrote:\n${TASK}\n`);
  expect(text).not.toContain('[Assistant]');
  expect(text).not.toContain('An earlier summary.');
  expect(text).not.toContain('f41.txt');
  const generated = (await model.doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: request }] }],
  })) as { content: object[] };
  expect(generated.content).toEqual([{ type: 'text', text }]);
  await expect(model.doStream({ prompt: [{ role: 'user', content: 'Hi.' }] })).rejects.toThrow(
    'prompt: expected',
  );
});

test('answers a second compaction, for which opencode hands over answers only, or nothing', async () => {
  const stored = sessionOf(40);
  const tail = stored.slice(38);
  const asked = ask('c', '');
  for (const listed of [tail, []]) {
    const { hooks, toasts } = await start([...stored, asked]);
    await hooks['experimental.session.compacting']({ sessionID: 'session' }, {});
    const [summary, ...others] = await send(hooks, listed);
    expect([others, toasts]).toEqual([[], []]);
    expect(summary).toMatchObject({ info: { role: 'user', sessionID: 'session' } });
    const { text } = summary!.parts[0]!;
    expect(text).toContain(`\nThe user wrote:\n${TASK}\n`);
    expect(text).toContain('f40.txt');
    expect(lengthOf(text)).toBeLessThan(0.5 * lengthOf(stored));
    // The next list is for a model again.
    const next = await send(hooks, stored);
    expect(next.at(-1)).toBe(stored.at(-1));
    expect(JSON.stringify(next)).not.toContain('<palimpsest-transcript>');
  }
});

test('after a compaction, opencode sends the record in a user message', async () => {
  const record = recordText(pi.decode(toTranscript(sessionOf(5))));
  const stored: SessionMessage[] = [
    { ...ask('c', ''), parts: [{ id: 'c-part', type: 'compaction' }] },
    {
      info: { id: 's', sessionID: 'session', role: 'assistant', summary: true },
      parts: [{ id: 's-text', type: 'text', text: record }],
    },
    ...sessionOf(100).slice(6),
  ];
  const { hooks } = await start(stored);
  const [first] = await send(hooks, stored);
  const { text = '' } = first!.parts[0]!;
  expect(text).toContain(`\n${TASK}\n`);
  expect(text.match(/Report of the earlier part/g)).toHaveLength(1);
  expect(text).toContain('• Ran `cat f1.txt`');
});

test('a list without a session is left alone', async () => {
  const { hooks, toasts } = await start([]);
  expect([await send(hooks, []), toasts]).toEqual([[], []]);
});

test('a summary that failed does not make a summary of the next request', async () => {
  const stored = sessionOf(3);
  const { hooks, client, toasts } = await start(stored);
  const { session } = client;
  Object.assign(client, { session: { messages: () => Promise.reject(new Error('offline')) } });
  await hooks['experimental.session.compacting']({ sessionID: 'session' }, {});
  expect(await send(hooks, stored.slice(1))).toEqual(stored.slice(1));
  expect(toasts).toEqual([expect.stringContaining('offline')]);
  Object.assign(client, { session });
  expect(await send(hooks, stored)).toEqual(stored);
});

test.each([WINDOW, WINDOW + 3])(
  'a summary succeeds whether its target is even or odd: %i',
  async (window) => {
    const stored = sessionOf(40);
    const { hooks, toasts } = await start(stored, window);
    await hooks['experimental.session.compacting']({ sessionID: 'session' }, {});
    const sent = await send(hooks, stored);
    expect([sent.length, toasts]).toEqual([1, []]);
  },
);

test('a summary for a model without a known window takes a sixth of the conversation', async () => {
  const stored = sessionOf(40);
  const { hooks } = await start(stored, 0);
  await hooks['experimental.session.compacting']({ sessionID: 'session' }, {});
  const [summary] = await send(hooks, stored);
  const share = lengthOf(summary) / lengthOf(stored);
  expect(share).toBeGreaterThan(0.12);
  expect(share).toBeLessThan(0.2);
});

test("leaves summaries to a model that a person chose for opencode's compaction", async () => {
  const stored = sessionOf(3);
  const config: Config = { agent: { compaction: { model: 'chat/scripted' } } };
  const { hooks } = await start(stored, WINDOW, config);
  expect(config.agent).toEqual({ compaction: { model: 'chat/scripted' } });
  const output: { prompt?: string } = {};
  await hooks['experimental.session.compacting']({ sessionID: 'session' }, output);
  expect(output).toEqual({});
  expect(await send(hooks, stored)).toEqual(stored);
});

test('turns off the clearing of old results, if a person did not turn it on', async () => {
  const unset = await start([]);
  expect(unset.config.compaction).toEqual({ prune: false });
  const set = await start([], WINDOW, { compaction: { prune: true } });
  expect(set.config.compaction).toEqual({ prune: true });
});

test('rejects shares outside their bounds', async () => {
  const { client } = createClient([]);
  await expect(plugin.server({ client }, { trigger: 2 })).rejects.toThrow('trigger: expected');
});
