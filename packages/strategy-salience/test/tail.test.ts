import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { countTokensByCharacters, history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { callsOf, compress, compressed, responsesOf, wordsOf } from './compressed.ts';
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
  expect(result.metadata.shortfallReason).toContain('the newest 2 of 5 entries stay unchanged');
});

test('reports what was done, also beside a newest exchange over the target', async () => {
  const built = history().human('Mend the harbour.');
  for (let at = 0; at < 12; at += 1)
    built.call('Bash', { command: `ship parcel_${at}` }).result(linesOf(`parcel${at}`, 20));
  const before = built
    .call('Read', { file_path: '/a/new.txt' })
    .result(linesOf('new', 400))
    .build();
  const [after, less] = [
    await compressed(before, { ratio: 0.3 }),
    await compressed(before, { ratio: 0.2 }),
  ];
  expect(JSON.stringify(after)).toContain('parcel_11');
  // What cannot be met is not met better by a smaller target.
  expect(less).toEqual(after);
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

/** A session of tool exchanges of one size. */
function exchanges(count: number, lines: number): IContent[] {
  const built = history().human('Look around.');
  for (let at = 0; at < count; at += 1) {
    built.call('Read', { file_path: `/a/${at}.txt` }).result(linesOf(`gate${at}`, lines));
  }
  return built.build();
}

const tailOf = async (before: readonly IContent[], targetTokens: number): Promise<number> =>
  (await compress(before, { targetTokens })).metadata.bottomPreserved!;

test('keeps three exchanges before the unanswered one within half of the target', async () => {
  const before = exchanges(40, 12);
  const four = countTokensByCharacters(before.slice(-8));
  expect(await tailOf(before, 2 * four + 20)).toBe(8);
  expect(await tailOf(before, 2 * four - 20)).toBe(6);
});

test('keeps up to ten exchanges while all fit into 12 % of the target', async () => {
  const before = exchanges(90, 2);
  const tokens = (exchanged: number): number =>
    countTokensByCharacters(before.slice(-2 * exchanged));
  const whole = countTokensByCharacters(before);
  for (const targetTokens of [Math.floor(0.5 * whole), Math.floor(0.9 * whole)]) {
    const kept = (await tailOf(before, targetTokens)) / 2;
    expect(kept).toBeGreaterThan(3);
    expect(kept).toBeLessThanOrEqual(11);
    expect(kept === 4 || tokens(kept) <= 0.13 * targetTokens).toBe(true);
    expect(kept === 11 || tokens(kept + 1) > 0.11 * targetTokens).toBe(true);
  }
});

test('an exchange is in the tail whole or not at all, and an entry of the agent comes first', async () => {
  const built = history().human('Look around.');
  for (let at = 0; at < 30; at += 1) {
    const calls: ContentBlock[] = ['a', 'b', 'c'].map((name) => ({
      type: 'tool_call',
      id: `${name}${at}`,
      name: 'Read',
      parameters: { file_path: `/${name}/${at}.txt` },
    }));
    built.entry({ speaker: 'ai', blocks: calls });
    for (const name of ['a', 'b', 'c']) {
      const response = { type: 'tool_response', callId: `${name}${at}`, toolName: 'Read' } as const;
      const result = linesOf(`${name}${at}`, 6);
      built.entry({ speaker: 'tool', blocks: [{ ...response, result }] });
    }
    if (at % 4 === 1) built.human(`Part ${at}?`);
  }
  const before = built.build();
  for (const ratio of [0.1, 0.2, 0.3, 0.5, 0.7, 0.9]) {
    const result = await compress(before, { ratio });
    const after = result.kind === 'applied' ? result.newHistory : [];
    const tail = after.slice(-result.metadata.bottomPreserved!);
    expect(tail[0]!.speaker).toBe('ai');
    expect(callsOf(tail).map(({ id }) => id)).toEqual(
      responsesOf(tail).map(({ callId }) => callId),
    );
  }
});

test('what the model has not answered stays: the request, and results before it', async () => {
  const before = history()
    .human('Look around.')
    .call('Read', { file_path: '/a/old.txt' })
    .result(linesOf('old', 60))
    .call('Read', { file_path: '/a/new.txt' })
    .result(linesOf('new', 60))
    .human('Stop that.')
    .build();
  const after = await compressed(before, { targetTokens: 0 });
  expect(after.slice(-3)).toEqual(before.slice(-3));
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
