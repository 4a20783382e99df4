import type { ContentBlock, MediaBlock, ThinkingBlock } from '@palimpsest/core-types';
import fc from 'fast-check';
import { inclusionArbitrary } from './marker-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Generates reasoning as providers return it: signed, encrypted without text, hidden, or cut off while it is streamed. */
export function thinkingArbitrary(): fc.Arbitrary<ThinkingBlock> {
  const type = fc.constant('thinking' as const);
  const signature = fc.string({ maxLength: 8 });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type, thought: fc.lorem({ maxCount: 5 }), signature }) },
    fc.record({ type, thought: textArbitrary(), signature, isHidden: fc.boolean() }),
    fc.record({ type, thought: fc.constant(''), encryptedContent: fc.base64String() }),
    fc.record({
      type,
      thought: fc.lorem({ maxCount: 5 }),
      sourceField: fc.constant('reasoning_content'),
      streamStatus: fc.constantFrom('delta' as const, 'complete' as const),
    }),
  );
}

const MEDIA: readonly MediaBlock[] = [
  { type: 'media', mimeType: 'image/png', data: 'aGVsbG8=', encoding: 'base64' },
  { type: 'media', mimeType: 'image/png', data: 'aGVs'.repeat(200), encoding: 'base64' },
  { type: 'media', mimeType: 'image/jpeg', data: 'https://example.org/a.jpg', encoding: 'url' },
  {
    type: 'media',
    mimeType: 'application/pdf',
    data: '',
    encoding: 'base64',
    filename: 'Übersicht \ud83d.pdf',
    caption: '[read_file a.ts: success, 12 lines]',
  },
  { type: 'media', mimeType: '', data: 'aGVsbG8=', encoding: 'base64', caption: '' },
];

export function mediaArbitrary(): fc.Arbitrary<MediaBlock> {
  return fc.constantFrom(...MEDIA);
}

/** Generates blocks in entries where strategies rarely expect them. */
export function oddBlockArbitrary(): fc.Arbitrary<ContentBlock> {
  return fc.oneof(
    fc.constantFrom<ContentBlock>(
      { type: 'opaque', kind: 'mystery' },
      { type: 'opaque', kind: 'web_search_tool_result', native: { type: 'result', text: 'found' } },
    ),
    fc.lorem({ maxCount: 4 }).map((code) => ({ type: 'code' as const, code })),
    textArbitrary().map((code) => ({ type: 'code' as const, code, language: 'ts' })),
    textArbitrary().map((text) => ({ type: 'text' as const, text })),
    inclusionArbitrary().map((text) => ({ type: 'text' as const, text })),
    mediaArbitrary(),
  );
}
