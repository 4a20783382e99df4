import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, humanTextsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

const words = (name: string, length: number): string => linesOf(name, 60).slice(0, length);

test('does not change user text of up to 2,000 characters while other text can be reduced', async () => {
  const built = history();
  for (let at = 0; at < 6; at += 1) {
    built.human(words(`person${at}`, 2_000)).ai(linesOf(`model${at}`, 120));
  }
  const before = built.ai('Done.').build();
  for (const ratio of [0.4, 0.5, 0.8]) {
    const result = await compress(before, { ratio });
    expect(result.metadata.shortfallTokens).toBeUndefined();
    const after = result.kind === 'applied' ? result.newHistory : [];
    expect(humanTextsOf(after)).toEqual(expect.arrayContaining([...humanTextsOf(before)]));
  }
});

test('reduces user text when nothing else is left, and keeps the newest message whole', async () => {
  const built = history();
  for (let at = 0; at < 8; at += 1) built.human(words(`person${at}`, 1_900)).ai('Yes.');
  const before = built.build();
  const targetTokens = Math.floor(countTokensByCharacters(before) / 2);
  const result = await compress(before, { targetTokens });
  expect(result.metadata.tokensAfter).toBeLessThanOrEqual(targetTokens);
  const after = humanTextsOf(result.kind === 'applied' ? result.newHistory : []);
  expect(after).toContain(words('person7', 1_900));
  expect(after).toHaveLength(8);
  for (const [at, text] of after.entries()) {
    const given = words(`person${at}`, 1_900);
    const kept = text.split('\n').filter((line) => line !== '…');
    for (const line of kept) expect(given).toContain(line);
  }
  expect(after.filter((text) => text.length < 1_000).length).toBeGreaterThan(2);
  const least = await compressed(before, { targetTokens: 0 });
  expect(humanTextsOf(least)).toContain(words('person7', 1_900));
});

test('reduces a longer user text like other text, but keeps its first line', async () => {
  const paste = `Please mend what this log shows.\n${linesOf('log', 80)}`;
  const before = history().human(paste).ai('I will.').human('Thanks.').ai('Done.').build();
  for (const ratio of [0.2, 0.4]) {
    const [first] = humanTextsOf(await compressed(before, { ratio }));
    expect(first!.split('\n')[0]).toBe('Please mend what this log shows.');
    expect(first!.length).toBeLessThan(paste.length / 2);
    expect(first!.split('\n')).toContain('…');
  }
});

test('keeps the first line of the newest user message, even if it is long', async () => {
  const paste = `Please mend what this log shows.\n${linesOf('log', 80)}`;
  const before = history()
    .human('Hello.')
    .ai('Hello.')
    .human(paste)
    .ai(linesOf('model', 60))
    .ai('Done.')
    .build();
  const after = await compressed(before, { targetTokens: 0 });
  const newest = humanTextsOf(after).at(-1)!;
  expect(newest.split('\n')[0]).toBe('Please mend what this log shows.');
});

test('keeps only a short beginning of a single long line', async () => {
  const paste = '👨‍👩‍👧‍👦'.repeat(300);
  const before = history().human(paste).ai('I will.').build();
  const after = humanTextsOf(await compressed(before, { targetTokens: 0 }));
  const said = after.find((text) => text.startsWith('👨')) ?? '';
  expect(said.length).toBeGreaterThan(50);
  expect(said.length).toBeLessThanOrEqual(600);
});

const isMine = ({ metadata }: IContent): boolean => metadata?.['mine'] === true;
const entry = (name: string, metadata: object): IContent => ({
  speaker: 'ai',
  blocks: [{ type: 'text', text: linesOf(name, 20) }],
  metadata: { ...metadata },
});

test('pinned and system entries are the same objects', async () => {
  const before = history()
    .system(linesOf('system', 20))
    .entry(entry('pinned', { pinned: true }))
    .entry(entry('mine', { mine: true }))
    .entry(entry('other', {}))
    .human('Well?')
    .ai('Done.')
    .build();
  const after = await compressed(before, { targetTokens: 0, pinned: isMine });
  for (const at of [0, 1, 2]) expect(after).toContain(before[at]);
  expect(after).not.toContain(before[3]);
});

test('of what people said, statements stay before talk, and a newer value in place of an older one', async () => {
  const built = history();
  const talk = 'The retries wait a little longer each time, as far as I have seen it.';
  const stated = [
    'The ticket is PORT-417.',
    'Never push to main.',
    'The budget cap is $800 total.',
  ];
  for (const sentence of ['The budget cap is $500 total.', ...stated]) {
    for (let at = 0; at < 4; at += 1)
      built.human(talk.replace('time', `time ${'x'.repeat(at)}`)).ai('Noted.');
    built.human(sentence).ai('Noted.');
  }
  const said = humanTextsOf(await compressed(built.build(), { ratio: 0.25 })).join('\n');
  for (const sentence of stated) expect(said).toContain(sentence);
  expect(said).not.toContain('$500');
});

test('a long newest message of nothing but short lines does not vanish', async () => {
  const pasted = 'id\n'.repeat(1_400);
  const rule = { ...history().system('Be brief.').build()[0]!, metadata: { pinned: true } };
  const before = [...history().human(pasted).build(), rule];
  const after = await compressed(before, { targetTokens: 0, preserveThreshold: 0 });
  expect(humanTextsOf(after).join('\n')).toMatch(/^id$/m);
});
