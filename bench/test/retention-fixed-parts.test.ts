import { expect, test } from 'vitest';
import { call, result, user } from '../src/retention/example-session.ts';
import type { ProbedHistory } from '../src/retention/families.ts';
import {
  FREE_RANGE_NAMES,
  freeShare,
  hasReducedHumanText,
  isInRange,
} from '../src/retention/fixed-parts.ts';
import { scoreAll } from '../src/retention/retention-run.ts';

const system = { role: 'system', content: 'r'.repeat(900) };
const answer = (length: number): { role: string; content: string } => ({
  role: 'assistant',
  content: 'a'.repeat(length),
});

test('free is what people and the newest messages leave of the target', () => {
  const messages = [system, user('u'.repeat(200)), answer(500), user('v'.repeat(2_000))];
  // The answer does not fit in 12 % of the target, and stays as the newest.
  expect(freeShare([...messages, answer(100)], 10_000)).toBeCloseTo(1 - 2_300 / 10_000, 9);
  expect(freeShare([...messages, answer(100)], 1_000)).toBeCloseTo(1 - 2_300 / 1_000, 9);
  // Longer words of a person may be reduced; what fits in 12 % of the target stays.
  const long = [user('w'.repeat(2_001)), answer(100), user('x'.repeat(50)), answer(100)];
  expect(freeShare(long, 10_000)).toBeCloseTo(1 - 250 / 10_000, 9);
});

test('a call belongs to its results, whatever their size', () => {
  const asked = call('c', { path: 'a.ts' });
  const messages = [user('go'), answer(300), asked, result('c', 'y'.repeat(700))];
  const { name, arguments: text } = asked.tool_calls![0]!.function;
  const fixed = 2 + name.length + text.length + 700;
  expect(freeShare(messages, 1_000)).toBeCloseTo(1 - fixed / 1_000, 9);
});

test('every share is in one range', () => {
  const ranges = [-3, 0, 0.29, 0.3, 0.59, 0.6, 1].map((share) =>
    FREE_RANGE_NAMES.filter((range) => isInRange(share, range)),
  );
  expect(ranges.flat()).toEqual([
    'under 0.3',
    'under 0.3',
    'under 0.3',
    '0.3 to 0.6',
    '0.3 to 0.6',
    'over 0.6',
    'over 0.6',
  ]);
});

test('short words of a person are reduced where they are not there word for word', () => {
  const before = [user('first'), user('second'), user('z'.repeat(2_001)), answer(5)];
  expect(hasReducedHumanText(before, [user('second'), user('a note'), user('first')])).toBe(false);
  expect(hasReducedHumanText(before, [user('second'), user('fir')])).toBe(true);
  expect(hasReducedHumanText(before, [user('second'), answer(5)])).toBe(true);
});

test('a score knows both', async () => {
  const messages = [user('first'), answer(95)];
  const history: ProbedHistory = {
    id: 'made',
    cut: 2,
    frac: 0.7,
    prefix_chars: 100,
    messages,
    probes: [],
    lines: [],
  };
  const method = {
    name: 'newest',
    compress: () => ({ messages: [answer(95)], size: 95, target: 400 }),
  };
  const [score] = await scoreAll([history], method, 50);
  expect(score).toMatchObject({ freeShare: 0.75, hasReducedHumanText: true });
});
