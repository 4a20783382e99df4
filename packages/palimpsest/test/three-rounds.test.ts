import { expect, test } from 'vitest';
import { createPalimpsest, memoryOriginals, openOriginals } from '../src/index.ts';

/** Returns `length` characters of distinct words. */
function said(name: string, length: number): string {
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += `${name}${at} `;
  return text.slice(0, length);
}

test.each([
  [10, 1218, 38, 162, 8, 10, 236, 38, 18],
  [10, 1218, 38, 162, 8, 10, 236, 38, 18, 40, 12, 300],
  [900, 20, 30, 40, 50, 60, 20, 30, 40, 50, 60, 30],
])(
  'a round from the originals is not taken for the output of another that it looks like: %j',
  async (...lengths) => {
    const messages = lengths.map((length, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: said(`word${at}x`, length),
    }));
    const palimpsest = createPalimpsest();
    const originals = await openOriginals(memoryOriginals(), { session: 's' });
    let now: typeof messages = [];
    let begin = 0;
    for (const round of [1, 2, 3]) {
      const end = Math.ceil((messages.length * round) / 3);
      const given = [...now, ...messages.slice(begin, end)];
      now = (await palimpsest.compress(given, { originals, targetRatio: 0.5 })).messages;
      begin = end;
      const restored = await originals.restore(now);
      expect(restored.messages).toEqual(messages.slice(0, end));
      expect(restored.missing).toEqual([]);
    }
  },
);
