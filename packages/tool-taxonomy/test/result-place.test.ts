import type { ToolResponseBlock } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import { resultPlace } from '../src/index.ts';

function responseOf(result: unknown): ToolResponseBlock {
  return { type: 'tool_response', callId: 'call-1', toolName: 'Bash', result };
}

test('a text stands for itself', () => {
  const place = resultPlace(responseOf('three lines'));
  expect(place).toMatchObject({ text: 'three lines', isValue: false });
  expect(place!.put('one')).toBe('one');
});

test('of a record the field with the text is written, and the rest stays', () => {
  const result = { exitCode: 0, stdout: 'three lines', stderr: '' };
  const place = resultPlace(responseOf(result));
  expect(place).toMatchObject({ text: 'three lines', isValue: false });
  expect(place!.put('one')).toEqual({ exitCode: 0, stdout: 'one', stderr: '' });
  expect(result.stdout).toBe('three lines');
});

test('a list that lacks items is a value, as the list was that had them', () => {
  expect(resultPlace(responseOf(['…2', { path: 'a.ts', text: 'two' }]))!.isValue).toBe(true);
});

test('what frameworks wrap as the result of a tool is its text', () => {
  const place = resultPlace(responseOf({ result: 'three lines' }));
  expect(place).toMatchObject({ text: 'three lines', isValue: false });
  expect(place!.put('one')).toEqual({ result: 'one' });
  const beside = responseOf({ result: 'ok', output: 'three lines' });
  expect(resultPlace(beside)!.text).toBe('three lines');
});

test('parts of text become one text', () => {
  const place = resultPlace(
    responseOf([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
  );
  expect(place).toMatchObject({ text: 'a\nb', isValue: false });
  expect(place!.put('a')).toBe('a');
});

test('a value is its JSON, and JSON becomes a value again; a mark is no JSON', () => {
  const place = resultPlace(responseOf({ rows: [1, 2, 3] }));
  expect(place).toMatchObject({ text: '{"rows":[1,2,3]}', isValue: true });
  expect(place!.put('{"rows":[1]}')).toEqual({ rows: [1] });
  expect(place!.put('…3')).toBe('…3');
});

test('what cannot be written as JSON has no place', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  for (const result of [circle, { size: 1n }, undefined])
    expect(resultPlace(responseOf(result))).toBeUndefined();
});

test('the place of a block is found once', () => {
  const response = responseOf({ output: 'text' });
  expect(resultPlace(response)).toBe(resultPlace(response));
});
