import fc from 'fast-check';
import { expect, test } from 'vitest';
import { membersAt, namesAt, parseSettings, removeElement } from '../src/hosts/settings-text.ts';

const OURS = '@palimpsest/opencode';

const space = fc.constantFrom('', '', ' ', '\n  ', '\r\n\t', ' /* a note */ ', ' // a note\n');
const scalar = fc.constantFrom('1', 'true', 'null', '"other"', '["one", { "a": 1 }]', '{ }');
const item = fc.tuple(space, scalar, space).map((parts) => parts.join(''));
const ours = fc.tuple(space, space).map(([before, after]) => `${before}"${OURS}"${after}`);
const comma = fc.constantFrom('', ',');

/** A text of a list with our name in it, with spaces, comments and a trailing comma wherever they may be. */
const list = fc
  .tuple(fc.array(item, { maxLength: 2 }), ours, fc.array(item, { maxLength: 2 }), comma)
  .map(([before, own, after, end]) => `[${[...before, own, ...after].join(',')}${end}]`);

const member = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(space, space, value, space)
    .map((parts) => `${parts[0]}"${name}"${parts.slice(1).join('').replace(/^/, ':')}`);
const others = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });

const document = fc
  .tuple(space, others, member('plugin', list), others, scalar, comma, space)
  .map(([start, before, plugin, after, value, end, last]) => {
    const members = [
      ...before.map((name) => `\n  "${name}": ${value}`),
      plugin,
      ...after.map((name) => `"${name}2": ${value} // a note\n`),
    ];
    return `${start}{${members.join(',')}${end}${last}}`;
  });

test('a removal deletes one range of a text, and nothing but the element is missing', () => {
  const isRemoved = fc.property(document, (text) => {
    const before = parseSettings(text);
    const at = namesAt(before, 'plugin').indexOf(OURS);
    const after = removeElement(text, 'plugin', at);
    const { plugin, ...rest } = membersAt(before);
    const left = (plugin as unknown[]).toSpliced(at, 1);
    const isListKept = left.length > 0 || Object.keys(rest).length === 0;
    expect(parseSettings(after)).toEqual(isListKept ? { ...rest, plugin: left } : rest);
    let start = 0;
    while (start < after.length && after[start] === text[start]) start += 1;
    expect(text.endsWith(after.slice(start))).toBe(true);
  });
  fc.assert(isRemoved, { numRuns: 2_000 });
});

const MINE = '{\n  // mine\n  "theme": "dark"LIST,\n}\n';

test.each([
  ['', ',\n  "plugin": ["@palimpsest/opencode"]'],
  ['', ',\n  "plugin": [\n    "@palimpsest/opencode",\n  ]'],
  [',\n  "plugin": ["a"]', ',\n  "plugin": ["a", "@palimpsest/opencode"]'],
  [',\n  "plugin": ["a"]', ',\n  "plugin": ["@palimpsest/opencode", "a"]'],
  [
    ',\n  "plugin": [\n    "a", // A, B\n    "b"\n  ]',
    ',\n  "plugin": [\n    "a", // A, B\n    "b",\n    "@palimpsest/opencode"\n  ]',
  ],
])('a removal leaves no empty line: %j', (left, given) => {
  const text = MINE.replace('LIST', given);
  const at = namesAt(parseSettings(text), 'plugin').indexOf(OURS);
  expect(removeElement(text, 'plugin', at)).toBe(MINE.replace('LIST', left));
});

test('names are keys that are true, or elements, also those with options', () => {
  const value = { on: { a: true, b: false }, list: ['c', ['d', {}], { source: 'e' }], none: 'f' };
  expect(['on', 'list', 'none', 'missing'].map((key) => namesAt(value, key))).toEqual([
    ['a'],
    ['c', 'd', 'e'],
    [],
    [],
  ]);
});

test.each([
  ['', {}],
  ['// nothing yet\n', {}],
  ['{ "a": 1, }', { a: 1 }],
  ['[]', []],
  ['{ broken', undefined],
])('reads %j', (text, value) => {
  expect(parseSettings(text)).toEqual(value);
});
