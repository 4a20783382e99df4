import { expect, test } from 'vitest';
import { mediaKind } from '../../src/tokens/media-tokens.ts';

test.each([
  ['image/png', 'image'],
  ['IMAGE/PNG', 'image'],
  ['input_image', 'image'],
  ['audio', 'audio'],
  ['Video/MP4; codecs=avc1', 'video'],
  ['application/PDF', 'document'],
  ['application/zip', 'other'],
  ['imagery', undefined],
  ['text', undefined],
])('the type %s is of the kind %s', (type, kind) => {
  expect(mediaKind(type)).toBe(kind);
});
