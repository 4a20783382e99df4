import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clonePlain } from '../src/clone-plain.ts';

test('a copy equals what it was made of', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withMap: true, withSet: true }), (value) => {
      expect(clonePlain(value)).toEqual(value);
    }),
  );
});

test('a copy of JSON data reads the same as JSON, key by key', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(clonePlain(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('a copy does not change with what it was made of', () => {
  const source = { list: [{ text: 'before' }], at: new Date(0), tags: new Set(['before']) };
  const copy = clonePlain(source);
  source.list[0]!.text = 'after';
  source.at.setFullYear(2000);
  source.tags.add('after');
  expect(copy).toEqual({ list: [{ text: 'before' }], at: new Date(0), tags: new Set(['before']) });
});

test('a key named __proto__ stays a key', () => {
  const copy = clonePlain(JSON.parse('{"__proto__": {"isAdmin": true}}') as object);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test('circles stay circles, and depth is no limit', () => {
  const circle: { self?: object } = {};
  circle.self = circle;
  const copy = clonePlain(circle);
  expect(copy.self).toBe(copy);
  expect(copy).not.toBe(circle);

  let deep: unknown = 'bottom';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  let bottom: unknown = clonePlain(deep);
  while (Array.isArray(bottom)) bottom = (bottom as unknown[])[0];
  expect(bottom).toBe('bottom');
});

test('functions and objects of classes are kept as they are', () => {
  class Secret {
    readonly #word = 'sesame';
    tell() {
      return this.#word;
    }
  }
  const source = { run: () => 1, secret: new Secret(), uncloneable: new Map([['run', () => 1]]) };
  const copy = clonePlain(source);
  expect(copy.run).toBe(source.run);
  expect(copy.secret.tell()).toBe('sesame');
  expect(copy.uncloneable).toBe(source.uncloneable);
});

test('holes, undefined values and symbols are not lost', () => {
  const mark = Symbol('mark');
  const list: number[] = [];
  list[1] = 1;
  const copy = clonePlain({ list, nothing: undefined, [mark]: 1 });
  expect(0 in copy.list).toBe(false);
  expect('nothing' in copy).toBe(true);
  expect(copy[mark]).toBe(1);
});
