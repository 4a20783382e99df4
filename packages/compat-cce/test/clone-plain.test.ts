import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clonePlain } from '../src/clone-plain.ts';

test('a copy equals its source', () => {
  fc.assert(
    fc.property(fc.anything({ withDate: true, withMap: true, withSet: true }), (value) => {
      expect(clonePlain(value)).toEqual(value);
    }),
  );
});

test('a copy of JSON data serializes to the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(clonePlain(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('a copy does not change with its source', () => {
  const source = { list: [{ text: 'before' }], at: new Date(0), tags: new Set(['before']) };
  const copy = clonePlain(source);
  source.list[0]!.text = 'after';
  source.at.setFullYear(2000);
  source.tags.add('after');
  expect(copy).toEqual({ list: [{ text: 'before' }], at: new Date(0), tags: new Set(['before']) });
});

test('keeps a key named __proto__ as a key', () => {
  const copy = clonePlain(JSON.parse('{"__proto__": {"isAdmin": true}}') as object);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test('keeps circular references, and copies 100,000 levels', () => {
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

test('keeps functions, class instances and uncloneable values as they are', () => {
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

test('keeps array holes, undefined values and symbol keys', () => {
  const mark = Symbol('mark');
  const list: number[] = [];
  list[1] = 1;
  const copy = clonePlain({ list, nothing: undefined, [mark]: 1 });
  expect(0 in copy.list).toBe(false);
  expect('nothing' in copy).toBe(true);
  expect(copy[mark]).toBe(1);
});
