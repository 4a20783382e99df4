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

test.each([
  ['truncation', 'top-down-truncation'],
  ['Density', 'high-density'],
])('suggests a name that ends with the word: %s', (typed, name) => {
  expect(suggested(typed, 'high-densities-of', name)).toBe(name);
  expect(suggested(typed, `${name}-first`, `x${typed}`.repeat(3))).toBeUndefined();
});
