import { expect, test } from 'vitest';
import { createStepMemory, wholeOf, type Step } from '../src/prepare-step.ts';
import type { Message } from './versions.ts';

const said = (content: string): Message => ({ role: 'user', content });
const task = said('task');
const summary = said('summary');
const one = said('one');
const two = said('two');
const three = said('three');

const stepOf = (whole: Message[], sent: Message[], before?: Step): Step => ({
  whole,
  sent,
  before,
  report: () => undefined,
});

test('finds a step by the same sent messages or by the same whole history', () => {
  const memory = createStepMemory();
  const first = stepOf([task, one], [summary, one]);
  memory.remember(first);
  expect(memory.find([summary, one, two])).toBe(first);
  expect(wholeOf([summary, one, two], first)).toEqual([task, one, two]);
  expect(memory.find([task, one, two])).toBe(first);
  expect(wholeOf([task, one, two], first)).toEqual([task, one, two]);
  expect(memory.find([one, two])).toBeUndefined();
  expect(memory.find([said('task'), said('one')])).toBeUndefined();
});

test('remembers only the newest step and the one before it', () => {
  const memory = createStepMemory();
  const first = stepOf([task, one], [summary, one]);
  const second = stepOf([task, one, two], [summary, one, two], first);
  const third = stepOf([task, one, two, three], [summary, one, two, three], second);
  for (const step of [first, second]) memory.remember(step);
  expect(memory.find([summary, one])).toBe(first);
  memory.remember(third);
  expect(memory.find([summary, one])).toBeUndefined();
  expect(memory.find([task, one])).toBeUndefined();
  expect(memory.find([summary, one, two])).toBe(second);
  expect(second.before).toBeUndefined();
});
