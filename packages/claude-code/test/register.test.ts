import { expect, test } from 'vitest';
import type { SessionMessage } from '../src/mod-types.ts';
import { createSession, sessionOf, SUMMARY, TASK } from './sessions.ts';

const RECORD = 'Report of the earlier part of this conversation';

/** What Claude Code keeps of messages that have no handle. */
const stored = (messages: readonly SessionMessage[]): SessionMessage[] =>
  messages.map((message, at) => ({ ...message, handle: `stored-${at}` }));

const idsIn = (messages: readonly SessionMessage[]): string[][] => [
  messages.flatMap(({ toolUses }) => toolUses.map(({ tool_use_id }) => tool_use_id)),
  messages.flatMap(({ toolResults = [] }) => toolResults.map(({ tool_use_id }) => tool_use_id)),
];

test('offers the tool recall and commands when a session starts', async () => {
  const session = createSession();
  const started = {};
  expect(await session.call('session.start', {}, started)).toBe(started);
  expect(session.registered).toEqual(['recall', 'palimpsest', 'keep', 'drop']);
});

test('halves the tokens in use: the opening as it was, one record, and the newest messages with pairs whole', async () => {
  const messages = sessionOf(40);
  const session = createSession(undefined, 34_000);
  const result = await session.compact({ messages });
  expect(result.tokensBefore).toBe(34_000);
  expect(result.tokensAfter).toBeLessThanOrEqual(17_000);
  const [opening, turn, record, ...tail] = result.messages;
  expect(opening).toEqual(messages[0]);
  expect(turn).toEqual({ role: 'assistant', text: '…', toolUses: [] });
  expect(record).toMatchObject({ role: 'user', text: expect.stringContaining(RECORD) });
  expect(tail.length).toBeGreaterThan(1);
  expect(tail).toEqual(messages.slice(-tail.length).map(({ handle: _handle, ...rest }) => rest));
  const [calls, results] = idsIn(result.messages);
  expect(results).toEqual(calls);
  expect(session.lines).toEqual([expect.stringMatching(/^Compacted without a model: about/)]);
  expect(await session.command('')).toContain(session.lines[0]);
  const kept = [...session.files.keys()];
  expect(kept).not.toEqual([]);
  expect(kept.filter((path) => !path.startsWith('/home/.claude/palimpsest/'))).toEqual([]);
});

test('compacts a subagent, of which it knows no usage', async () => {
  const { messages } = await createSession(undefined, 900_000).compact({
    messages: sessionOf(60),
    agentId: 'agent',
  });
  expect(messages[0]!.text).toBe(TASK);
  expect(messages[2]!.text).toContain(RECORD);
});

test('leaves to Claude Code what it computes ahead, and what cannot become small enough', async () => {
  const session = createSession();
  const messages = sessionOf(20);
  expect(await session.compact({ messages, trigger: 'precompute' })).toEqual({
    messages: [SUMMARY],
  });
  expect(session.lines).toEqual([]);
  expect(await session.compact({ messages: messages.slice(0, 1) })).toEqual({
    messages: [SUMMARY],
  });
  expect(session.lines).toEqual([expect.stringContaining('Claude Code summarizes instead.')]);
});

test('lets Claude Code summarize when a hook fails', async () => {
  const session = createSession();
  session.$.fs.write = () => Promise.reject(new Error('The disk is full.'));
  await expect(session.compact({ messages: sessionOf(20) })).rejects.toThrow('The disk is full.');
  const next = Object.assign(async () => SUMMARY, { error: { message: 'The disk is full.' } });
  const answer = await session.caught.get('session.compact')!(session.$, {}, next);
  expect(answer).toBe(SUMMARY);
  expect(session.lines).toEqual([expect.stringContaining('failed (The disk is full.)')]);
});

test('opens the session again after a failure', async () => {
  const session = createSession();
  const ready = { ...session.$.session };
  Object.assign(session.$.session, { id: () => Promise.reject(new Error('not yet')) });
  await expect(session.compact({ messages: sessionOf(20) })).rejects.toThrow('not yet');
  Object.assign(session.$.session, ready);
  expect((await session.compact({ messages: sessionOf(20) })).messages).not.toEqual([SUMMARY]);
});

test('recalls what was taken out, also in a later process', async () => {
  const first = createSession();
  const { messages } = await first.compact({ messages: sessionOf(20) });
  const [id] = /#[0-9a-f]{8}/.exec(JSON.stringify(messages))!;
  const resumed = createSession(first.files);
  expect(
    await resumed.call('tool.call', { tool: 'mcp__palimpsest__recall', id, limit: 1 }),
  ).toEqual({ result: expect.stringContaining('line 0 of file') });
  expect(await resumed.call('tool.call', { tool: 'mcp__palimpsest__recall' })).toEqual({
    deny: expect.stringContaining('id'),
  });
});

test('undo brings every message back, after two compactions, and stops until it is on again', async () => {
  const whole = sessionOf(40);
  const session = createSession(undefined, 30_000);
  const once = await session.compact({ messages: whole.slice(0, 41) });
  const twice = await session.compact({ messages: [...stored(once.messages), ...whole.slice(41)] });
  expect(await session.command('undo')).toContain('back');
  expect(session.runLater()).toEqual({ command: 'compact', args: 'undo' });
  const undone = await createSession(session.files).compact({
    messages: stored(twice.messages),
    trigger: 'manual',
    instructions: 'undo',
  });
  expect(undone.messages.map(({ handle: _handle, ...message }) => message)).toEqual(
    whole.map(({ handle: _handle, ...message }) => message),
  );
  await session.compact({ messages: stored(twice.messages), instructions: 'undo' });
  expect(await session.compact({ messages: whole })).toEqual({ messages: [SUMMARY] });
  expect(await session.command('on')).toContain('Compaction without a model is on');
  expect((await session.compact({ messages: whole })).messages[2]!.text).toContain(RECORD);
  expect(await session.command('off')).toBe(
    'Expected preview, compact before TEXT, undo, on, forget RULE or nothing, got off.',
  );
});

test('undo says what it will cost, and what cannot come back', async () => {
  const whole = sessionOf(40);
  const session = createSession(undefined, 30_000);
  const once = await session.compact({ messages: whole });
  const warning = await session.command('undo');
  const [, tokens] = /about ([\d,]+) tokens in a window of 200,000/.exec(warning)!;
  // What it takes now, and what was removed.
  expect(Number(tokens!.replace(',', ''))).toBeGreaterThan(30_000);
  expect(warning).toMatch(/summarizes .* does not come back/);
  await session.compact({ messages: stored(once.messages), instructions: 'undo' });
  expect(session.lines.at(-1)).toMatch(/are back: \d+ → 81 messages, about [\d,]+ tokens/);
  await session.compact({ messages: [SUMMARY], instructions: 'undo' });
  expect(session.lines.at(-1)).toMatch(/^Nothing was brought back.*is gone/);
});

/** Returns the lines of a file in compacted messages: in the record, or in results of calls. */
const linesOf = (messages: readonly SessionMessage[], file: number): readonly string[] =>
  messages
    .flatMap(({ text, toolResults = [] }) => [text, ...toolResults.map((result) => result.text)])
    .flatMap((text) => text.split('\n'))
    .filter((line) => /^line \d+ of file (\d+):/.exec(line)?.[1] === String(file));

test('keeps and drops by rules of the person, also in a later process', async () => {
  const whole = sessionOf(40);
  const lines = linesOf(whole, 7);
  expect(lines).toHaveLength(60);
  const plain = await createSession(undefined, 30_000).compact({ messages: whole });
  expect(linesOf(plain.messages, 7).length).toBeLessThan(60);
  expect(linesOf(plain.messages, 39)).toHaveLength(60);

  const first = createSession(undefined, 30_000);
  expect(await first.command('')).toContain('is on');
  expect(await first.command('line 3 of file 7:', 'keep')).toContain('compaction on: keep line 3');
  expect(await first.command('/line 3 of file 39:/', 'drop')).toContain(
    'compaction on: drop /line 3',
  );
  expect(await first.command('/(/', 'keep')).toContain('a valid regular expression');
  const resumed = createSession(first.files, 30_000);
  expect(await resumed.command('', 'keep')).toBe(
    'keep line 3 of file 7:\ndrop /line 3 of file 39:/',
  );
  const { messages } = await resumed.compact({ messages: whole });
  expect(linesOf(messages, 7)).toEqual(lines);
  expect(linesOf(messages, 39)).toEqual([]);
  expect(messages.at(-1)!.toolResults![0]!.text).toMatch(/^#[\da-f]{8}\n[^\n]*$/);

  expect(await resumed.command('forget line 3 of file 7:')).toBe('Forgotten: line 3 of file 7:');
  const after = await createSession(first.files, 30_000).compact({ messages: whole });
  expect(linesOf(after.messages, 7).length).toBeLessThan(60);
});

test('a file of rules that cannot be read counts as none', async () => {
  const files = new Map([['/home/.claude/palimpsest/session/rules.json', '{"keep":["a']]);
  expect(await createSession(files).command('', 'keep')).toContain('There are no rules.');
});

test('a rule of /keep brings back what an earlier compaction took out', async () => {
  const whole = sessionOf(40);
  const session = createSession(undefined, 30_000);
  const once = await session.compact({ messages: whole.slice(0, 61) });
  expect(linesOf(once.messages, 7).length).toBeLessThan(60);
  await session.command('line 3 of file 7:', 'keep');
  const twice = await session.compact({ messages: [...stored(once.messages), ...whole.slice(61)] });
  expect(linesOf(twice.messages, 7)).toEqual(linesOf(whole, 7));
});

test('`compact before` puts only what stands before a message of the person into a record', async () => {
  const docs: SessionMessage = {
    role: 'user',
    text: 'Now the docs.',
    toolUses: [],
    handle: 'docs',
  };
  const messages = [...sessionOf(20), docs, ...sessionOf(3).slice(1)];
  const session = createSession();
  expect(await session.command('compact before now the docs')).toContain('"now the docs"');
  expect(session.runLater()).toEqual({ command: 'compact', args: '' });
  const { messages: compacted } = await session.compact({ messages, trigger: 'manual' });
  expect(compacted.slice(-7).map(({ text }) => text)).toEqual(
    messages.slice(-7).map(({ text }) => text),
  );
  expect(compacted.at(-7)).toBe(docs);
  expect(JSON.stringify(compacted)).toContain(RECORD);
  expect(JSON.stringify(compacted).length).toBeLessThan(0.7 * JSON.stringify(messages).length);
  expect(session.lines.at(-1)).toMatch(/^Compacted without a model/);
  await session.command('undo');
  const restored = await session.compact({ messages: compacted, instructions: 'undo' });
  expect(idsIn(restored.messages)).toEqual(idsIn(messages));
});

test('`compact before` a text that no message of the person has leaves every message as it is', async () => {
  const messages = sessionOf(20);
  const session = createSession();
  await session.command('compact before file 3');
  expect((await session.compact({ messages })).messages).toEqual(messages);
  expect(session.lines).toEqual(['No message of yours after the first has "file 3".']);
  // The next compaction is an ordinary one.
  expect(JSON.stringify(await session.compact({ messages }))).toContain(RECORD);
});

test('`preview` says what a compaction would remove, and stores nothing', async () => {
  const session = createSession(undefined, undefined, {}, sessionOf(20));
  expect(await session.command('preview')).toMatch(
    /^A compaction now: .*, 41 → \d+ messages\.\nInto a report: \d+ messages, from "Read every file.*\n.*\nAs they are: the newest \d+, from a call of Bash on\.$/,
  );
  expect([...session.files.keys()]).toEqual([]);
});

test.each([
  ['a placeholder', {}, false],
  ['the secret, if the person wants it', { PALIMPSEST_SECRETS: 'keep' }, true],
])('the files of originals have %s', async (_case, variables, isKept) => {
  // Put together here, so that no file holds what looks like a secret.
  const secret = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYz123456'].join('_');
  const messages = sessionOf(20).map((message) => ({
    ...message,
    ...(message.toolResults && {
      toolResults: message.toolResults.map((result) => ({
        ...result,
        text: `${result.text}\ntoken ${secret}`,
      })),
    }),
  }));
  const session = createSession(new Map(), undefined, variables);
  const { messages: compacted } = await session.compact({ messages });
  const written = [...session.files.values()].join('\n');
  expect(written).toContain('line 0 of file 1');
  expect(written.includes(secret)).toBe(isKept);
  await session.command('undo');
  const restored = await session.compact({ messages: compacted, instructions: 'undo' });
  const first = JSON.stringify(restored.messages[2]);
  expect(first).toContain(isKept ? `token ${secret}` : 'token [secret: GitHub token]');
});
