import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  insertSetting,
  parseSettings,
  removeSetting,
  type Setting,
} from '../src/hosts/settings-text.ts';

const ELEMENT: Setting = { path: ['plugin'], value: '@palimpsest/opencode', isElement: true };
const MEMBER: Setting = { path: ['plugins', 'ours'], value: { source: 'here' }, isElement: false };

const space = fc.constantFrom(
  '',
  '',
  ' ',
  '\n',
  '\n  ',
  '\r\n\t',
  ' /* a note */ ',
  ' // a note\n',
);
const key = fc.constantFrom('plugin', 'plugins', 'other', '$schema', 'a "quoted" name', 'ours');
const scalar = fc.constantFrom('1', 'true', 'null', '"text"', '"@palimpsest/other"', '"ours"');

/** Texts of values, with spaces, comments and trailing commas wherever they may be. */
const { value } = fc.letrec<{ value: string; list: string; record: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, scalar, tie('list'), tie('record')),
  list: listOf(tie('value')),
  record: recordOf(tie('value')),
}));

function listOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return enclose('[', ']', fc.array(fc.tuple(space, item, space), { maxLength: 3 }));
}

function recordOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc.tuple(
    space,
    key.map((name) => JSON.stringify(name)),
    space,
    fc.constant(':'),
    item,
    space,
  );
  return enclose('{', '}', fc.uniqueArray(member, { maxLength: 3, selector: ([, name]) => name }));
}

function enclose(
  open: string,
  close: string,
  items: fc.Arbitrary<readonly (readonly string[])[]>,
): fc.Arbitrary<string> {
  return fc.tuple(items, fc.constantFrom('', ','), space).map(([parts, trailing, gap]) => {
    const text = parts.map((part) => part.join('')).join(',');
    return `${open}${text}${parts.length > 0 ? trailing : ''}${gap}${close}`;
  });
}

const document = fc.oneof(
  fc.tuple(space, recordOf(value), space).map((parts) => parts.join('')),
  listOf(scalar).map((text) => `{\n  "other": 1,\n  "plugin": ${text}\n}\n`),
  recordOf(scalar).map((text) => `{"plugins": ${text}, "other": 1}`),
  fc.constantFrom('', '\n', '{}', '{\n}\n', '// nothing yet\n', '\uFEFF{ "other": 1 }'),
);

const setting = fc.constantFrom(ELEMENT, MEMBER);

test('a removal undoes an insertion byte for byte', () => {
  let inserted = 0;
  const isUndone = fc.property(document, setting, (text, wanted) => {
    const made = insertSetting(text, wanted);
    if (made === undefined || made === 'occupied') return true;
    inserted += 1;
    const isThere = insertSetting(made.text, wanted) === undefined;
    return isThere && removeSetting(made.text, made.insertion) === text;
  });
  expect(fc.check(isUndone, { numRuns: 2_000 })).toMatchObject({ counterexample: null });
  expect(inserted).toBeGreaterThan(500);
});

test('a removal keeps what a person changed elsewhere in between, byte for byte', () => {
  const edit = fc.record({
    at: fc.nat(200),
    note: fc.constantFrom('\n', '  ', '/* later */', ' // later\n'),
  });
  let edited = 0;
  const isKept = fc.property(document, setting, edit, (text, wanted, { at, note }) => {
    const made = insertSetting(text, wanted);
    if (made === undefined || made === 'occupied') return true;
    const { insertion } = made;
    const places = [...Array(text.length + 1).keys()].filter(
      (offset) => text.slice(0, offset) + insertion.text + text.slice(offset) === made.text,
    );
    const place = places[0]!;
    if (places.length > 1) return true;
    const before = Math.min(at, text.length);
    const without = text.slice(0, before) + note + text.slice(before);
    // Not within a word, and not where the insertion is.
    if (
      before === place ||
      JSON.stringify(parseSettings(without)) !== JSON.stringify(parseSettings(text))
    )
      return true;
    const after = before < place ? before : before + insertion.text.length;
    const changed = made.text.slice(0, after) + note + made.text.slice(after);
    if (JSON.stringify(parseSettings(changed)) !== JSON.stringify(parseSettings(made.text)))
      return true;
    edited += 1;
    return removeSetting(changed, insertion) === without;
  });
  expect(fc.check(isKept, { numRuns: 3_000 })).toMatchObject({ counterexample: null });
  expect(edited).toBeGreaterThan(200);
});

test('whatever a person did to the list, only the setting goes', () => {
  const text = '{\n  "other": 1\n}\n';
  const made = insertSetting(text, ELEMENT);
  if (made === undefined || made === 'occupied') throw new Error('not inserted');
  expect(made.text).toBe('{\n  "plugin": ["@palimpsest/opencode"],\n  "other": 1\n}\n');
  const others = made.text.replace(
    '["@palimpsest/opencode"]',
    '["x", "@palimpsest/opencode", "y"]',
  );
  expect(parseSettings(removeSetting(others, made.insertion))).toEqual({
    plugin: ['x', 'y'],
    other: 1,
  });
  const reformatted = JSON.stringify(parseSettings(made.text));
  expect(parseSettings(removeSetting(reformatted, made.insertion))).toEqual({ other: 1 });
  const withoutPlugin = '{ "other": 2 }';
  expect(removeSetting(withoutPlugin, made.insertion)).toBe(withoutPlugin);
  const broken = `${made.text}}`;
  expect(removeSetting(broken, made.insertion)).toBe(broken);
});

test.each(['[]', '"text"', '{ "plugin": "one" }', '{ broken'])(
  'inserts nothing into %s',
  (text) => {
    expect(insertSetting(text, ELEMENT)).toBe('occupied');
  },
);
