import fc from 'fast-check';

/** An attachment as base64, with the media type that its first bytes identify. */
export interface Bytes {
  readonly mimeType: string;
  readonly data: string;
}

/** First bytes of common files as base64, each with a multiple of four characters. The PNG states its size: 1024 × 768. */
const BEGINNINGS = [
  ['image/png', 'iVBORw0KGgoAAAANSUhEUgAABAAAAAMA'],
  ['image/jpeg', '/9j/4AAQSkZJRgABAQEASABIAAD/'],
  ['image/gif', 'R0lGODlhQAEwAfcA'],
  ['image/webp', 'UklGRgAQAABXRUJQVlA4'],
  ['application/pdf', 'JVBERi0xLjcKJeLjz9MK'],
  ['audio/wav', 'UklGRiQIAABXQVZFZm10'],
  ['audio/mpeg', 'SUQzBAAAAAAA'],
] as const;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Lengths in characters. The largest one, a small screenshot, reveals a cut or a wrong count. */
const LENGTHS = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(64, 256, 300) },
  { weight: 60, arbitrary: fc.constantFrom(600, 1_200) },
  { weight: 30, arbitrary: fc.constantFrom(4_000, 8_000) },
  { weight: 1, arbitrary: fc.constant(100_000) },
);

/** Generates attachments with valid base64. Equal types, lengths and seeds give equal attachments. */
export function bytesArbitrary(
  family: 'image' | 'document' | 'audio' | 'any' = 'any',
): fc.Arbitrary<Bytes> {
  const known = BEGINNINGS.filter(
    ([mimeType]) => family === 'any' || familyOf(mimeType) === family,
  );
  return fc
    .record({ beginning: fc.constantFrom(...known), length: LENGTHS, seed: fc.nat(999) })
    .map(({ beginning: [mimeType, beginning], length, seed }) => ({
      mimeType,
      data: base64(beginning, length, seed),
    }));
}

function familyOf(mimeType: string): 'image' | 'document' | 'audio' {
  if (mimeType.startsWith('image/')) return 'image';
  return mimeType.startsWith('audio/') ? 'audio' : 'document';
}

function base64(beginning: string, length: number, seed: number): string {
  let state = seed + 1;
  const digits: string[] = [];
  for (let index = beginning.length; index < length - 4; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    digits.push(DIGITS[state >>> 26]!);
  }
  return `${beginning}${digits.join('')}${seed % 2 === 0 ? 'AAA=' : 'AA=='}`;
}
