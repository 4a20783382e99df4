import { describe, expect, test } from 'vitest';
import { measureGrowth } from '../src/speed/end-to-end/growth-of-compress.ts';
import { measureCompress, measureOptimize } from '../src/speed/end-to-end/sessions-speed.ts';
import { hostileInputs } from '../src/speed/hostile/hostile-inputs.ts';
import { measureHostileInputs } from '../src/speed/hostile/hostile-speed.ts';
import { makeTranscript } from '../src/transcript.ts';

const texts = [makeTranscript(40, 1), makeTranscript(40, 2)];

describe('the speed for a caller', () => {
  test('is measured for sessions, and for their second call', async () => {
    const row = await measureCompress(texts, 'top-down-truncation', 0.5);
    expect(row.call).toBe('top-down-truncation to 0.5');
    expect(row.toJsonParse).toBeGreaterThan(0);
    expect(row.againToFirst).toBeGreaterThan(0);
    expect(await measureOptimize(texts)).not.toHaveProperty('againToFirst');
  });

  test('is compared with that at the smallest size', async () => {
    const sizes = [
      { messages: 20, conversations: 2 },
      { messages: 40, conversations: 1 },
    ];
    const rows = await measureGrowth('high-density', sizes);
    expect(rows.map(({ messages }) => messages)).toEqual([20, 40]);
    expect(rows[0]!.growth).toBe(1);
  });
});

describe('hostile texts', () => {
  const inputs = hostileInputs();

  test('are at every place, prose first', () => {
    const places = [...new Set(inputs.map(({ place }) => place))];
    const counts = places.map((place) => inputs.filter((input) => input.place === place).length);
    expect(new Set(counts).size).toBe(1);
    for (const place of places) {
      expect(inputs.find((input) => input.place === place)?.text).toBe('ordinary prose');
    }
  });

  test('are measured by place, and the costliest is named', async () => {
    const few = inputs.filter(({ text }) => text === 'ordinary prose' || text === 'digits');
    const rows = await measureHostileInputs('top-down-truncation', few);
    expect(rows).toHaveLength(4);
    for (const { inputs: count, worst } of rows) expect([count, worst]).toEqual([1, 'digits']);
  });
});
