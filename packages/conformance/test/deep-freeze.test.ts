import { deepFreeze } from '../src/deep-freeze.ts';
import { expect, test } from 'vitest';

test('a change at any depth throws', () => {
  const value = deepFreeze({ list: [{ name: 'a' }], nothing: undefined, none: null, count: 1 });
  expect(() => ((value as { count: number }).count = 2)).toThrow(TypeError);
  expect(() => value.list.push({ name: 'b' })).toThrow(TypeError);
  expect(() => (value.list[0]!.name = 'b')).toThrow(TypeError);
  expect(value).toEqual({ list: [{ name: 'a' }], nothing: undefined, none: null, count: 1 });
});

test('freezes circular and deep values, and members next to null', () => {
  const circle: { self?: unknown; list: unknown[] } = { list: [undefined, null, { name: 'a' }] };
  circle.self = circle;
  deepFreeze(circle);
  expect(Object.isFrozen(circle.list[2])).toBe(true);
  let deep: { in?: unknown } = {};
  const innermost = deep;
  for (let depth = 0; depth < 50_000; depth += 1) deep = { in: deep };
  deepFreeze(deep);
  expect(Object.isFrozen(innermost)).toBe(true);
});
