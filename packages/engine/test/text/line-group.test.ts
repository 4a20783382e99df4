import { expect, test } from 'vitest';
import { findGroupAround } from '../../src/text/line-group.ts';

/** Returns the group around the first occurrence of a text. */
function groupAround(source: string, text: string): string {
  const { start, end } = findGroupAround(source, source.indexOf(text));
  return source.slice(start, end);
}

const indented = (count: number): string =>
  Array.from({ length: count }, (_, at) => `  entry ${at}\n`).join('');

const fields = (count: number): string =>
  Array.from({ length: count }, (_, at) => `field${at}: ${at}`).join('\n');

test('an item is a line with what is indented below it, and its closing bracket', () => {
  const source = `let a;\nfunction f() {\n${indented(2)}}\nlet b;`;
  const item = `function f() {\n${indented(2)}}`;
  expect(groupAround(source, 'function')).toBe(item);
  expect(groupAround(source, 'entry 1')).toBe(item);
  expect(groupAround(source, 'let b')).toBe('let b;');
});

test('an item that is too large is its first line, even among fields', () => {
  const source = `name: a\nlist: b\n${indented(40)}other: c`;
  expect(groupAround(source, 'list')).toBe('list: b');
  expect(groupAround(source, 'entry 20')).toBe('  entry 20');
});

test('a field is shown with the fields around it, up to 16 of them', () => {
  expect(groupAround(`\n${fields(16)}\n\nend`, 'field3')).toBe(fields(16));
  expect(groupAround(fields(17), 'field3')).toBe('field3: 3');
});

test('a blank first line is a line of its own', () => {
  expect(findGroupAround('\nname: a', 0)).toMatchObject({ start: 0, end: 0 });
});
