import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed, wordsOf } from './compressed.ts';
import { linesOf } from './lines-of.ts';

test('keeps the newest exchange whole, whatever its size', async () => {
  const before = history()
    .human('Look around.')
    .call('Read', { file_path: '/a/old.txt' })
    .result(linesOf('old', 60))
    .call('Read', { file_path: '/a/new.txt' })
    .result(linesOf('new', 400))
    .build();
  const result = await compress(before, { ratio: 0.3 });
  expect(result.metadata.bottomPreserved).toBe(2);
  expect(result.kind === 'applied' && result.newHistory.slice(-2)).toEqual(before.slice(-2));
  expect(result.metadata.shortfallTokens).toBeGreaterThan(0);
  expect(result.metadata.shortfallReason).toContain('the newest 2 of 5 entries stay whole');
});

test('does not change a history that is a single exchange', async () => {
  const before = history()
    .call('Read', { file_path: '/a/b.txt' })
    .result(linesOf('only', 40))
    .build();
  const result = await compress(before, { ratio: 0.1 });
  expect(result).toMatchObject({ kind: 'noop', reason: 'tail-covers-all' });
  expect(result.metadata.shortfallReason).toContain('the newest exchange');
});

/** Forty questions with answers of similar size. */
const even = history();
for (let at = 0; at < 40; at += 1) {
  even.human(`Part ${String(at).padStart(2, '0')}?`).ai(linesOf(`part${at + 10}`, 12));
}
const talk = even.build();

test('keeps as many of the newest exchanges whole as fit into 25 % of the target', async () => {
  for (const ratio of [0.3, 0.5, 0.8]) {
    const targetTokens = Math.floor(ratio * countTokensByCharacters(talk));
    const { metadata } = await compress(talk, { targetTokens });
    const tail = metadata.bottomPreserved!;
    const tokens = (entries: number): number => countTokensByCharacters(talk.slice(-entries));
    expect(tokens(tail)).toBeLessThanOrEqual(0.25 * targetTokens);
    expect(tokens(tail + 2)).toBeGreaterThan(0.25 * targetTokens);
  }
});

test('keeps the newest exchanges within 12 % of the target if user text alone exceeds it', async () => {
  const said = history();
  for (let at = 0; at < 40; at += 1) said.human(linesOf(`part${at + 10}`, 12)).ai(`Noted ${at}.`);
  const before = said.build();
  const targetTokens = Math.floor(0.5 * countTokensByCharacters(before));
  const tail = (await compress(before, { targetTokens })).metadata.bottomPreserved!;
  const tokens = (entries: number): number => countTokensByCharacters(before.slice(-entries));
  expect(tokens(tail)).toBeLessThanOrEqual(0.12 * targetTokens);
  expect(tokens(tail + 2)).toBeGreaterThan(0.12 * targetTokens);
});

test('uses the preserve threshold for the tail if the host sets one', async () => {
  const share = await compress(talk, { ratio: 0.5, preserveThreshold: 0.25 });
  expect(share.metadata.bottomPreserved).toBe(20);
  const unset = await compress(talk, { ratio: 0.5 });
  expect(unset.metadata.bottomPreserved).toBeLessThan(15);
});

test('does not keep text before the tail that the tail repeats', async () => {
  const secret = 'harbourGate_12 opens with tariffKey_4711 for crane_0042 alone.';
  const before = history()
    .human('Look around.')
    .call('Read', { file_path: '/a/old.txt' })
    .result(`${linesOf('old', 60)}\n${secret}`)
    .ai(secret)
    .build();
  for (const ratio of [0.3, 0.5, 0.9]) {
    const after = await compressed(before, { ratio });
    expect(wordsOf(after.at(-1)!)).toBe(secret);
    expect(after.slice(0, -1).map(wordsOf).join('\n')).not.toContain('tariffKey_4711');
  }
  const alone = await compressed([...before.slice(0, -1), ...history().ai('Done.').build()], {
    ratio: 0.9,
  });
  expect(alone.map(wordsOf).join('\n')).toContain(secret);
});

test('keeps a tail that a dropped notice defines when the marker legend is added', async () => {
  const before = history()
    .human('[0 entries between here and the newest 2 were dropped; 4 follow]')
    .call('Read', { file_path: '/a/old.txt' })
    .result(linesOf('old', 20))
    .ai(linesOf('thought', 4))
    .human('Go on.')
    .build();
  const result = await compress(before, { targetTokens: 0, preserveThreshold: 0 });
  const after = result.kind === 'applied' ? result.newHistory : [];
  expect(result.metadata.bottomPreserved).toBe(2);
  expect(after.slice(-2)).toEqual(before.slice(-2));
  const again = await compress(after, { targetTokens: 0, preserveThreshold: 0 });
  expect(again.kind).toBe('noop');
});

test('a gap marker in the first entry of the tail does not move the tail', async () => {
  const before = history().human('Go.');
  for (let at = 0; at < 60; at += 1) {
    before.call('read', { path: `src/gate${at}.ts` }).result(linesOf(`gate${at}`, 1));
  }
  const plain = before.build();
  // The Responses format joins a marker with the calls after it.
  const marked = plain.map((entry) =>
    entry.speaker === 'ai'
      ? { ...entry, blocks: [{ type: 'text', text: '…26' } as const, ...entry.blocks] }
      : entry,
  );
  const tails: (readonly unknown[])[] = [];
  for (let targetTokens = 900; targetTokens < 1_500; targetTokens += 15) {
    const both = [
      await compress(plain, { targetTokens }),
      await compress(marked, { targetTokens }),
    ];
    tails.push(both.map(({ metadata }) => metadata.bottomPreserved));
  }
  expect(new Set(tails.flat()).size).toBeGreaterThan(1);
  for (const [one, other] of tails) expect(other).toBe(one);
});
