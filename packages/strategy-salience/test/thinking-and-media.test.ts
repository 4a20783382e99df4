import { formatMarkerLegend, type ContentBlock, type IContent } from '@palimpsest/core-types';
import { history } from '@palimpsest/testing';
import { expect, test } from 'vitest';
import { compress, compressed } from './compressed.ts';
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

const settings = (name: string): string =>
  Array.from({ length: 30 }, (_, at) => `export const ${name}Setting${at} = read();`).join('\n');

test('reasoning is kept whole or removed', async () => {
  const built = history().human('Think.');
  for (let at = 0; at < 20; at += 1) {
    const blocks = [
      thinking(linesOf(`thought${at}`, 8)),
      { type: 'text' as const, text: `${at}.` },
    ];
    built.entry({ speaker: 'ai', blocks });
  }
  const before = built.ai('Done.').build();
  const given = new Set(before.flatMap(({ blocks }) => blocks));
  for (const ratio of [0, 0.3, 0.6]) {
    const result = await compress(before, { ratio });
    const after = result.kind === 'applied' ? result.newHistory : [];
    const left = after.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'thinking'));
    for (const block of left) expect(given).toContain(block);
    expect(left.length).toBe(20 - (result.metadata.dropped?.thinkingBlocks ?? 0));
    expect(left.length).toBeLessThan(20);
    expect(left.length > 0).toBe(ratio > 0);
  }
});

test('removes all reasoning of a message or none, redacted or signed', async () => {
  const built = history().human('Think.');
  for (let at = 0; at < 20; at += 1) {
    const blocks = [
      thinking(linesOf(`thought${at}`, 6)),
      redacted(at),
      thinking(linesOf(`more${at}`, 3)),
      { type: 'text' as const, text: `${at}.` },
    ];
    built.entry({ speaker: 'ai', blocks });
  }
  const before = built.ai('Done.').build();
  const counts = new Set<number>();
  for (const ratio of [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    for (const { speaker, blocks } of await compressed(before, { ratio })) {
      if (speaker !== 'ai') continue;
      counts.add(blocks.filter(({ type }) => type === 'thinking').length);
    }
  }
  expect([...counts].toSorted((a, b) => a - b)).toEqual([0, 3]);
});

test('leaves a gap marker in an entry that had only reasoning', async () => {
  const before: IContent[] = [
    ...history().human('Think.').build(),
    { speaker: 'ai', blocks: [thinking(linesOf('one', 40)), thinking(linesOf('two', 40))] },
    ...history().human('And?').ai('Done.').build(),
  ];
  const [asked] = before;
  const pinned = (entry: IContent): boolean => entry === asked;
  const after = await compressed(before, { targetTokens: 0, pinned });
  const entry = after.find(({ speaker }) => speaker === 'ai')!;
  expect(entry.blocks).toEqual([{ type: 'text', text: '…2' }]);
  expect((await compress(after, { targetTokens: 0, pinned })).kind).toBe('noop');
});

test('removes old pictures of tool results, and keeps pictures of the user', async () => {
  const before: IContent[] = [
    { speaker: 'human', blocks: [{ type: 'text', text: 'Like this?' }, media('mine')] },
    ...history().call('screenshot', { of: 'the gate' }).build(),
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'call-1', toolName: 'screenshot', result: 'taken it' },
        media('shot'),
      ],
    },
    ...history().human('And now?').ai('Done.').build(),
  ];
  const result = await compress(before, { ratio: 0.6 });
  expect(result.metadata.dropped).toMatchObject({ mediaBlocks: 1 });
  const after = result.kind === 'applied' ? result.newHistory : [];
  const pictures = after.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'media'));
  expect(pictures).toEqual([media('mine')]);
  const least = await compressed(before, { targetTokens: 0 });
  expect(least.flatMap(({ blocks }) => blocks)).toContain(before[0]!.blocks[1]);
});

test('keeps a picture in the newest exchange', async () => {
  const before: IContent[] = [
    ...history().human('Look.').ai(linesOf('old', 60)).call('screenshot').build(),
    {
      speaker: 'tool',
      blocks: [
        { type: 'tool_response', callId: 'call-1', toolName: 'screenshot', result: 'taken it' },
        media('shot'),
      ],
    },
  ];
  const after = await compressed(before, { ratio: 0.6 });
  expect(after.at(-1)).toBe(before.at(-1));
});

test('does not leave reasoning alone when the picture next to it is removed', async () => {
  const drawn = { ...media('drawn'), caption: linesOf('caption', 80) };
  const before: IContent[] = [
    ...history().human('Draw gate_4711 of the harbour.').build(),
    { speaker: 'ai', blocks: [thinking('drawGate_4711 is what is needed.'), drawn] },
    ...history().ai(linesOf('said', 30)).human('And?').ai('Done.').build(),
  ];
  for (let ratio = 0.1; ratio < 1; ratio += 0.05) {
    const after = await compressed(before, { ratio });
    const entry = after.find(({ speaker }) => speaker === 'ai')!;
    const types = entry.blocks.map(({ type }) => type);
    expect(types).not.toEqual(['thinking']);
    expect(types.length).toBeGreaterThan(0);
  }
});

test('text next to a picture costs as much as other text', async () => {
  const built = history().human('Look around.');
  const shot: IContent = {
    speaker: 'tool',
    blocks: [
      {
        type: 'tool_response',
        callId: 'call-1b',
        toolName: 'screenshot',
        result: settings('shot'),
      },
      media('picture'),
    ],
  };
  const before = built
    .call('look', { at: 'the hall' })
    .result(settings('hall'))
    .call('screenshot', { of: 'the gate' }, { id: 'call-1b' })
    .entry(shot)
    .ai('Seen.')
    .build();
  const after = await compressed(before, { targetTokens: 420 });
  const kept = after.map((entry) => JSON.stringify(entry.blocks)).join('');
  const count = (name: string): number => kept.split(`${name}Setting`).length - 1;
  expect(kept).not.toContain('"media"');
  // `shot` is the newer of two results with equal scores.
  expect(count('shot')).toBeGreaterThan(count('hall'));
});

test('removes reasoning that looks like a marker legend', async () => {
  const entry: IContent = {
    speaker: 'ai',
    blocks: [thinking(formatMarkerLegend()), { type: 'text', text: 'I looked.' }],
  };
  const before = history().human('Think.').entry(entry).ai('Done.').human('Go on.').build();
  const after = await compressed(before, { ratio: 0 });
  expect(after.flatMap(({ blocks }) => blocks.map(({ type }) => type))).not.toContain('thinking');
});
