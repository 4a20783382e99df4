import type { IContent } from '@palimpsest/core-types';
import { countTokensByCharacters } from '@palimpsest/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenMeter } from '../src/meter/token-meter.ts';

const say = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const many = (count: number): IContent[] =>
  Array.from({ length: count }, (_, index) => say(`entry ${index}`));
/** The sum over single entries, because this estimator is not additive. */
const fullPass = (entries: readonly IContent[]): number =>
  entries.reduce((sum, entry) => sum + countTokensByCharacters([entry]), 0);
const later = async (entries: readonly IContent[]) => countTokensByCharacters(entries);

test.each([countTokensByCharacters, later])('sums equal a full pass: %o', async (estimate) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { maxLength: 70 }), async (texts) => {
      const entries = texts.map(say);
      const sums = await createTokenMeter(estimate).measure(entries);
      for (let index = 0; index <= entries.length; index += 1) {
        expect(sums.tokensBefore(index)).toBe(fullPass(entries.slice(0, index)));
        expect(sums.tokensFrom(index)).toBe(fullPass(entries.slice(index)));
      }
    }),
    { numRuns: 20 },
  );
});

test('rejects when the estimator fails, and asks it again at the next call', async () => {
  let isDown = true;
  const meter = createTokenMeter((contents) => {
    const [block] = contents[0]!.blocks;
    if (isDown && block?.type === 'text' && block.text === 'entry 5') throw new Error('down');
    return isDown ? Promise.reject(new Error('later')) : Promise.resolve(2);
  });
  const entries = many(10);
  await expect(meter.tokensOf(entries)).rejects.toThrow(/down|later/);
  isDown = false;
  expect(await meter.tokensOf(entries)).toBe(20);
});

test.each([Number.NaN, -1, Infinity])('rejects the token estimate %j', async (answer) => {
  await expect(createTokenMeter(() => answer).tokensOf(many(1))).rejects.toMatchObject({
    code: 'INVALID_ESTIMATE',
  });
});
