import { UnknownStrategyError } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { expect, test } from 'vitest';
import { errorOf, pluginNamed } from './plugins.ts';

/** Returns the suggestion for a typed name, given the registered names. */
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
])('suggests a name that differs by one letter: %s', (_, typed, meant) => {
  expect(suggested(typed, 'zzzzzzzzz', meant)).toBe(meant);
});

test.each([
  [1, 'xbc', 'abc'],
  [2, 'xycdef', 'abcdef'],
  [3, 'xyzdefghi', 'abcdefghi'],
  [3, 'xyzdefghijkl', 'abcdefghijkl'],
  [3, 'abcdef', 'abcdefghi'],
  [3, 'abcdefghi', 'abcdef'],
])(
  'suggests a name that differs in up to a third of its letters, at most three: %s',
  (_, typed, name) => {
    expect(suggested(typed, name)).toBe(name);
  },
);

test.each([
  ['xb', 'ab'],
  ['abc', 'abcdef'],
  ['xycde', 'abcde'],
  ['xyzdefgh', 'abcdefgh'],
  ['wxyzefghijkl', 'abcdefghijkl'],
  ['abcdefghi', 'abcdefghijklm'],
  ['abcdefghijklm', 'abcdefghi'],
  ['abcdef', 'abcdfxy'],
])('%s is too different from %s for a suggestion', (typed, name) => {
  expect(suggested(typed, name)).toBeUndefined();
});

test('suggests the nearest name, and the first of equally near names', () => {
  expect(suggested('abcdefghx', 'abcdefxyx', 'abcdefghi', 'abcdefghj')).toBe('abcdefghi');
  expect(suggested('abcdefghx', 'abcdefghi', 'abcdefxyx')).toBe('abcdefghi');
});

test.each([
  ['truncation', 'top-down-truncation'],
  ['Density', 'high-density'],
])('suggests a name that ends with the word: %s', (typed, name) => {
  expect(suggested(typed, 'high-densities-of', name)).toBe(name);
  expect(suggested(typed, `${name}-first`, `x${typed}`.repeat(3))).toBeUndefined();
});
