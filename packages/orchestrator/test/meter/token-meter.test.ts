import type { IContent } from '@palimpsest/core-types';
import { createConversationHistory, createTokenMeter } from '@palimpsest/orchestrator';
import { countTokensByCharacters } from '@palimpsest/testing';
import {
  createEntryTokenCounter,
  createExactCounter,
  estimateEntryTokens,
} from '@palimpsest/tokenizer';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

const say = (text: string): IContent => ({ speaker: 'human', blocks: [{ type: 'text', text }] });
const many = (count: number): IContent[] =>
  Array.from({ length: count }, (_, index) => say(`entry ${index}`));

function fullPass(entries: readonly IContent[]): number {
  return entries.reduce((sum, entry) => sum + countTokensByCharacters([entry]), 0);
}

async function countLater(entries: readonly IContent[]): Promise<number> {
  await Promise.resolve();
  return countTokensByCharacters(entries);
}

/** Creates an estimator that counts the entries it receives. */
function watched() {
  const seen = { entries: 0 };
  const estimate = (contents: readonly IContent[]): number => {
    seen.entries += contents.length;
    return countTokensByCharacters(contents);
  };
  return { seen, estimate };
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('append'), texts: fc.array(fc.string(), { maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('commit'),
    from: fc.nat(10),
    count: fc.nat(4),
    texts: fc.array(fc.string(), { maxLength: 2 }),
    late: fc.array(fc.string(), { maxLength: 2 }),
  }),
);

test('totals and partial sums equal a full pass, for any appends and commits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change), fc.boolean(), async (changes, isLater) => {
      const meter = createTokenMeter(isLater ? countLater : countTokensByCharacters);
      const history = createConversationHistory();
      const plain: IContent[] = [];
      for (const step of changes) {
        if ('from' in step) {
          const snapshot = history.snapshot();
          history.append(...step.late.map((text) => say(`late ${text}`)));
          const kept = [...snapshot.entries];
          kept.splice(step.from, step.count, ...step.texts.map((text) => say(`new ${text}`)));
          history.commit(snapshot, kept);
          plain.splice(0, plain.length, ...history.raw());
        } else {
          const added = step.texts.map((text) => say(`said ${text}`));
          history.append(...added);
          plain.push(...added);
        }
        expect(await meter.tokensOf(history)).toBe(fullPass(plain));
        expect(await meter.tokensOf(history.curated())).toBe(fullPass(plain));
        const sums = await meter.measure(plain);
        expect(sums.length).toBe(plain.length);
        for (let index = 0; index <= plain.length; index += 1) {
          expect(sums.tokensBefore(index)).toBe(fullPass(plain.slice(0, index)));
          expect(sums.tokensFrom(index)).toBe(fullPass(plain.slice(index)));
        }
      }
    }),
  );
});

test('with a tokenizer or its estimate, the total equals one call over all entries', async () => {
  const count = createEntryTokenCounter(await createExactCounter());
  const entries = ['Fix the parser.', 'Ünïcödé ist kein Problem.', '修复解析器', ''].map(say);
  for (const estimate of [count, estimateEntryTokens]) {
    expect(await createTokenMeter(estimate).tokensOf(entries)).toBe(estimate(entries));
  }
});

test('a turn on 10,000 entries passes under 1 % of them to the estimator', async () => {
  const { seen, estimate } = watched();
  const meter = createTokenMeter(estimate);
  const history = createConversationHistory(many(10_000));
  await meter.tokensOf(history);
  expect(seen.entries).toBe(10_000);
  history.append(say('question'), say('answer'));
  await meter.tokensOf(history);
  await meter.tokensOf(history);
  expect(seen.entries).toBe(10_002);
});

test('does not look up entries that were already counted', async () => {
  const history = createConversationHistory(many(10_000));
  const meter = createTokenMeter(() => 1);
  await meter.tokensOf(history);
  const lookUps = vi.spyOn(WeakMap.prototype, 'get');
  history.append(say('question'));
  await meter.tokensOf(history);
  const count = lookUps.mock.calls.length;
  lookUps.mockRestore();
  expect(count).toBeLessThan(10);
});

test('counts only changed entries after a commit', async () => {
  const { seen, estimate } = watched();
  const meter = createTokenMeter(estimate);
  const history = createConversationHistory(many(1_000));
  await meter.tokensOf(history);
  const kept = history.raw().slice(500);
  history.commit(history.snapshot(), [say('summary'), ...kept]);
  expect(await meter.tokensOf(history)).toBe(fullPass([say('summary'), ...kept]));
  expect(seen.entries).toBe(1_001);
});

test('an array of the caller may change at any index between measurements', async () => {
  const { seen, estimate } = watched();
  const meter = createTokenMeter(estimate);
  const entries = many(10);
  const before = await meter.measure(entries);
  entries[3] = say('a replaced entry');
  entries.pop();
  expect(await meter.tokensOf(entries)).toBe(fullPass(entries));
  entries.push(say('another end'));
  expect(await meter.tokensOf(entries)).toBe(fullPass(entries));
  expect(seen.entries).toBe(12);
  expect(before.tokens).toBe(fullPass(many(10)));
  expect(before.tokensBefore(10)).toBe(before.tokens);
});

test('concurrent callers share counts, and each gets the total at its call', async () => {
  const shown = vi.fn<(contents: readonly IContent[]) => void>();
  const meter = createTokenMeter(async (contents) => {
    shown(contents);
    await Promise.resolve();
    return countTokensByCharacters(contents);
  });
  const history = createConversationHistory(many(100));
  const first = meter.tokensOf(history);
  history.append(say('late'));
  const second = meter.tokensOf(history);
  const third = meter.tokensOf([...history.raw()]);
  expect(await Promise.all([first, second, third])).toEqual([
    fullPass(many(100)),
    fullPass(history.raw()),
    fullPass(history.raw()),
  ]);
  expect(shown).toHaveBeenCalledTimes(101);
});

test('measures an array as it was at the call, even if it changes meanwhile', async () => {
  const meter = createTokenMeter((contents) => Promise.resolve(countTokensByCharacters(contents)));
  const entries = many(40);
  const asked = meter.tokensOf(entries);
  entries.splice(0, 20);
  expect(await meter.tokensOf(entries)).toBe(fullPass(entries));
  expect(await asked).toBe(fullPass(many(40)));
});

test('calls an asynchronous estimator for at most 32 entries at once', async () => {
  let open = 0;
  let most = 0;
  const meter = createTokenMeter(async () => {
    open += 1;
    most = Math.max(most, open);
    await Promise.resolve();
    open -= 1;
    return 1;
  });
  expect(await meter.tokensOf(many(100))).toBe(100);
  expect(most).toBe(32);
});

test('rejects when the estimator fails, and asks it again at the next call', async () => {
  let isDown = true;
  const meter = createTokenMeter((contents) => {
    const [block] = contents[0]!.blocks;
    if (isDown && block?.type === 'text' && block.text === 'entry 5') throw new Error('down');
    return isDown ? Promise.reject(new Error('later')) : Promise.resolve(2);
  });
  const history = createConversationHistory(many(10));
  await expect(meter.tokensOf(history)).rejects.toThrow(/down|later/);
  isDown = false;
  expect(await meter.tokensOf(history)).toBe(20);
});

test('rejects an invalid token estimate', async () => {
  for (const answer of [Number.NaN, -1, Infinity]) {
    const meter = createTokenMeter(() => answer);
    await expect(meter.tokensOf(many(1))).rejects.toMatchObject({ code: 'INVALID_ESTIMATE' });
  }
});

test('rejects an index outside the history and names the valid range', async () => {
  const sums = await createTokenMeter(() => 1).measure(many(2));
  for (const index of [-1, 3, 0.5, Number.NaN]) {
    expect(() => sums.tokensBefore(index)).toThrow(
      expect.objectContaining({ name: 'OptionError', code: 'INVALID_INDEX' }),
    );
    expect(() => sums.tokensFrom(index)).toThrow('a whole number from 0 to 2');
  }
});
