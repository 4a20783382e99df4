import { expect, test } from 'vitest';
import { createStepMemory, rebuildConversation, type Step } from '../src/step-memory.ts';
import type { Message } from './versions.ts';

const said = (content: string): Message => ({ role: 'user', content });
const task = said('task');
const summary = said('summary');
const one = said('one');
const two = said('two');
const three = said('three');

const stepOf = (whole: Message[], sent: Message[], previous?: Step): Step => ({
  whole,
  sent,
  previous,
  report: () => undefined,
});

test('finds a step by the same sent messages or by the same whole history', () => {
  const memory = createStepMemory();
  const first = stepOf([task, one], [summary, one]);
  memory.remember(first);
  expect(memory.find([summary, one, two])).toBe(first);
  expect(rebuildConversation([summary, one, two], first)).toEqual([task, one, two]);
  expect(memory.find([task, one, two])).toBe(first);
  expect(rebuildConversation([task, one, two], first)).toEqual([task, one, two]);
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
  expect(second.previous).toBeUndefined();
});
