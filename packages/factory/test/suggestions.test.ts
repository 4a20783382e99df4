import { UnknownStrategyError } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { expect, test } from 'vitest';
import { errorOf, pluginNamed } from './plugins.ts';

/** What is suggested for a name, where these are registered. */
function suggested(typed: string, ...names: string[]): string | undefined {
  const registry = createRegistry();
  for (const name of names) registry.register(pluginNamed(name));
  const error = errorOf(() => registry.resolve(typed));
  expect(error).toBeInstanceOf(UnknownStrategyError);
  return /Did you mean "(.*)"\?/.exec((error as Error).message)?.[1];
}

test.each([
  ['added', 'abcdefgihj', 'abcdefghj'],
  ['left out', 'abcdefgj', 'abcdefghj'],
  ['changed', 'abcdxfghj', 'abcdefghj'],
  ['in front', 'xabcdefghj', 'abcdefghj'],
])('a name with a letter %s is meant', (_, typed, meant) => {
  expect(suggested(typed, 'zzzzzzzzz', meant)).toBe(meant);
});

test.each([
  [1, 'xbc', 'abc'],
  [2, 'xycdef', 'abcdef'],
  [3, 'xyzdefghi', 'abcdefghi'],
  [3, 'xyzdefghijkl', 'abcdefghijkl'],
  [3, 'abcdef', 'abcdefghi'],
  [3, 'abcdefghi', 'abcdef'],
])('%s letters may differ where that is a third, and never more than three', (_, typed, name) => {
  expect(suggested(typed, name)).toBe(name);
});

test.each([
  ['xb', 'ab'],
  ['abc', 'abcdef'],
  ['xycde', 'abcde'],
  ['xyzdefgh', 'abcdefgh'],
  ['wxyzefghijkl', 'abcdefghijkl'],
  ['abcdefghi', 'abcdefghijklm'],
  ['abcdefghijklm', 'abcdefghi'],
  ['abcdef', 'abcdfxy'],
])('%s is too far from %s to be meant', (typed, name) => {
  expect(suggested(typed, name)).toBeUndefined();
});

test('of several the nearest is meant, and the first of those as near', () => {
  expect(suggested('abcdefghx', 'abcdefxyx', 'abcdefghi', 'abcdefghj')).toBe('abcdefghi');
  expect(suggested('abcdefghx', 'abcdefghi', 'abcdefxyx')).toBe('abcdefghi');
});

test('up to 64 letters a name may be a typing mistake, and what is meant as well', () => {
  const name = 'x'.repeat(64);
  expect(suggested(`${'x'.repeat(63)}y`, name)).toBe(name);
  expect(suggested('x'.repeat(63), name)).toBe(name);
  expect(suggested(`${name}y`, name)).toBeUndefined();
  expect(suggested(name, `${name}y`)).toBeUndefined();
});
