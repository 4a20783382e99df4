import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { anthropic } from '@palimpsest/formats/anthropic';
import { icontent } from '@palimpsest/formats/icontent';

test('keeps blocks of a known kind the same objects, and makes others opaque', () => {
  const text = { type: 'text', text: 'Hi', providerMetadata: { x: 1 } } as const;
  const novelty = JSON.parse('{"type":"novelty","x":1}');
  const message: IContent = { speaker: 'ai', blocks: [text, novelty], metadata: { id: 'a' } };
  const [entry] = icontent.decode([message]);
  expect(entry?.blocks[0]).toBe(text);
  expect(entry?.blocks[1]).toMatchObject({ type: 'opaque', kind: 'novelty' });
  const edited = { speaker: 'ai', ...entry, blocks: entry?.blocks.slice(1) ?? [] } as const;
  expect(icontent.encode([edited])).toEqual([{ ...message, blocks: [novelty] }]);
});

test('writes changed metadata', () => {
  const message: IContent = { speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] };
  const [entry] = icontent.decode([message]);
  const pinned = { ...message, ...entry, metadata: { pinned: true } };
  expect(icontent.encode([pinned])).toEqual([{ ...message, metadata: { pinned: true } }]);
});

test('removes native objects of other formats, except those of content that needs them', () => {
  const image = { type: 'image', source: { type: 'file', file_id: 'f' } };
  const message = { role: 'user', content: [{ type: 'text', text: 'Hi' }, image] };
  const written = icontent.encode(anthropic.decode([message]));
  expect(written[0]).not.toHaveProperty('native');
  expect(written[0]?.blocks[0]).toEqual({ type: 'text', text: 'Hi' });
  expect(anthropic.encode(icontent.decode(written))).toEqual([message]);
});
