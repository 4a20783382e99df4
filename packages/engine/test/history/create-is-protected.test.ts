import type { IContent } from '@palimpsest/core-types';
import { createIsProtected } from '../../src/history/index.ts';
import { expect, test } from 'vitest';

const said: IContent = { speaker: 'human', blocks: [] };

test('protects system entries and those with metadata.pinned (law 3)', () => {
  for (const isProtected of [createIsProtected(), createIsProtected(() => false)]) {
    expect(isProtected({ ...said, speaker: 'system' })).toBe(true);
    expect(isProtected({ ...said, metadata: { pinned: true } })).toBe(true);
    expect(isProtected({ ...said, metadata: { pinned: false } })).toBe(false);
    expect(isProtected({ ...said, metadata: {} })).toBe(false);
    expect(isProtected(said)).toBe(false);
  }
});

test('protects entries that the caller pins', () => {
  const isProtected = createIsProtected((entry) => entry.speaker === 'ai');
  expect(isProtected({ ...said, speaker: 'ai' })).toBe(true);
  expect(isProtected(said)).toBe(false);
});
