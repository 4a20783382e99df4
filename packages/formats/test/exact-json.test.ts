import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExactJson, parseExactJson, parseRequestBody } from '../src/index.ts';

test('numbers that JavaScript cannot hold are written as they were read', () => {
  const text = '{"seed":12345678901234567890,"x":[0.1,98765432109876543,1e400,-1E+400],"n":1}';
  expect(formatExactJson(parseExactJson(text))).toBe(text);
  const body = parseRequestBody(parseExactJson(`{"seed":12345678901234567890,"messages":[]}`))!;
  const user = { role: 'user', content: 'Hello.' };
  expect(formatExactJson(body.withMessages([user]))).toBe(
    '{"seed":12345678901234567890,"messages":[{"role":"user","content":"Hello."}]}',
  );
});

test('all other values are read and written as by JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
      expect(formatExactJson(parseExactJson(text), '  ')).toBe(
        JSON.stringify(JSON.parse(text), undefined, '  '),
      );
    }),
  );
});
