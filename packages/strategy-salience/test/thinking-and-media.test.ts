import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { isRecordEntry } from '@palimpsest/engine/history';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, recordOf, reloaded, stepsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const thinking = (thought: string): ContentBlock => ({
  type: 'thinking',
  thought,
  signature: 'signed',
});
const redacted = (at: number): ContentBlock => ({
  type: 'thinking',
  thought: '',
  encryptedContent: `secret${at}`.repeat(20),
});
const media = (name: string): ContentBlock => ({
  type: 'media',
  mimeType: 'image/png',
  data: name.repeat(400),
  encoding: 'base64',
});

test('no record has reasoning, and the tail keeps its own', async () => {
  const built = history().human('Think.');
  for (let at = 0; at < 20; at += 1) {
    const blocks = [
      thinking(linesOf(`thought${at}`, 8)),
      redacted(at),
      { type: 'text' as const, text: `It is gate ${at}.` },
    ];
    built.entry({ speaker: 'ai', blocks });
  }
  const before = built.ai('Done.').build();
  for (const ratio of [0, 0.3, 0.6]) {
    const result = await compress(before, { ratio });
    const after = result.kind === 'applied' ? result.newHistory : [];
    expect(recordOf(after)).not.toMatch(/thought\d|secret\d/);
    const left = after.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'thinking'));
    expect(left.length).toBe(40 - (result.metadata.dropped?.thinkingBlocks ?? 0));
    for (const entry of after) expect(isRecordEntry(entry) || before.includes(entry)).toBe(true);
  }
});

const picture = (name: string): IContent => ({
  speaker: 'human',
  blocks: [{ type: 'text', text: `Like ${name}?` }, media(name)],
});

test('a record carries the two newest pictures of people, and a line for each', async () => {
  const built = history();
  for (const name of ['one', 'two', 'three']) built.entry(picture(name)).ai(linesOf(name, 30));
  const before = built.human('And now?').ai('Done.').build();
  const after = await compressed(before, { ratio: 0.9 });
  const blocks = after.flatMap((entry) => entry.blocks.filter(({ type }) => type === 'media'));
  expect(blocks).toEqual([media('two'), media('three')]);
  expect(after[0]!.blocks).toEqual([expect.objectContaining({ type: 'text' }), ...blocks]);
  expect(recordOf(after).match(/^\[image\/png, .*\]$/gm)).toHaveLength(3);
});

test('a second compression keeps the pictures that a record carries', async () => {
  const before = history()
    .entry(picture('mine'))
    .ai(linesOf('old', 400))
    .human('And now?')
    .ai(linesOf('new', 60))
    .human('Go on.')
    .ai('Done.')
    .build();
  const once = reloaded(await compressed(before, { ratio: 0.8 }));
  const twice = await compressed(once, { ratio: 0.7 });
  expect(twice).not.toEqual(once);
  const pictures = twice.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'media'));
  expect(pictures).toEqual([media('mine')]);
});

test('pictures of people go before what people and the agent said', async () => {
  const built = history();
  for (let index = 0; index < 12; index += 1) {
    built.entry(picture(`berth ${index}`)).ai(`Berth ${index} is ${index % 2 ? 'free' : 'taken'}.`);
  }
  const before = built.human('Which berths are free?').build();
  for (const ratio of [0.5, 0.25, 0.1]) {
    const text = recordOf(await compressed(before, { ratio }));
    for (let index = 0; index < 9; index += 1) expect(text).toContain(`Berth ${index} is `);
  }
});

function shown(text: string): IContent[] {
  const response = { type: 'tool_response', callId: 'call-1', toolName: 'screenshot' } as const;
  return [
    ...history().call('screenshot', { of: 'the gate' }).build(),
    { speaker: 'tool', blocks: [{ ...response, result: text }, media('shot')] },
  ];
}

test('a picture of a tool becomes a line of its step', async () => {
  const result = [
    { type: 'text', text: linesOf('shot', 4) },
    {
      type: 'media',
      mimeType: 'image/png',
      data: 'iVBORw0KGgo'.repeat(900),
      encoding: 'base64',
    },
  ];
  const before = history()
    .human('Look.')
    .call('screenshot', { of: 'the gate' })
    .result(result)
    .ai(linesOf('said', 40))
    .human('And now?')
    .ai('Done.')
    .build();
  const after = await compressed(before, { ratio: 0.3 });
  expect(JSON.stringify(after)).not.toContain('iVBORw0KGgoiVBORw0KGgo');
  const step = stepsOf(after).find(({ title }) => title.startsWith('Used screenshot'));
  expect(step!.lines.at(-1)).toMatch(/^\[image\/png.*kB\]$/);
});

test('keeps a picture in the newest exchange', async () => {
  const before = [
    ...history().human('Look.').ai(linesOf('old', 400)).build(),
    ...shown('taken it'),
  ];
  const after = await compressed(before, { ratio: 0.6 });
  expect(after.at(-1)).toBe(before.at(-1));
});

test('a record has no base64 data, neither of arguments nor of results', async () => {
  const data = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0123456789'.repeat(200);
  const before = history()
    .human('Upload it.')
    .call('upload', { name: 'a.png', data })
    .result(`start ${data} end`)
    .call('upload', JSON.stringify({ name: 'b.png', data }))
    .result({ ok: true, data })
    .ai(linesOf('said', 40))
    .human('And now?')
    .ai('Done.')
    .build();
  const record = recordOf(await compressed(before, { ratio: 0.9 }));
  expect(record).not.toMatch(/[A-Za-z\d+/]{200}/);
  expect(record).toContain('a.png');
});
