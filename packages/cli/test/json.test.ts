import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewriteMessages } from '../src/json/rewrite-messages.ts';
import { parseJson, skipSpace, skipValue } from '../src/json/parse-json.ts';

const written = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, 3, '\t'))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

test('finds the end of every JSON value', () => {
  fc.assert(
    fc.property(written, fc.constantFrom('', ' ', ']', '\n'), (text, behind) => {
      expect(skipValue(text + behind, skipSpace(text, 0))).toBe(text.length);
    }),
  );
});

test('agrees with JSON.parse on valid JSON, and reports the position of an error', () => {
  const damaged = fc
    .tuple(written, fc.nat(), fc.constantFrom('', '"', '{', ']', ',', '0', '\\', '\u{1}', 'e', '-'))
    .map(([text, at, piece]) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + piece + text.slice(index + 1);
    });
  fc.assert(
    fc.property(damaged, (text) => {
      const { problem } = parseJson(text);
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      expect(problem === undefined).toBe(isJson);
      if (problem === undefined) return;
      expect(problem.reason).toMatch(/^this is not JSON: expected .+, got .+$/s);
      const line = text.split('\n')[problem.line - 1]!;
      expect(problem.column).toBeLessThanOrEqual(line.length + 1);
    }),
    { numRuns: 1000 },
  );
});

test('rewrites the last of two members "messages", which JSON.parse reads', () => {
  const text = String.raw`{"messages":[{"role":"a"}],"m\u0065ssages": [ {"role":"b"}, {"role":"c"} ]}`;
  const { value } = parseJson(text) as { readonly value: { readonly messages: unknown[] } };
  expect(rewriteMessages(text, value.messages, [value.messages[1], { role: 'd' }])).toBe(
    String.raw`{"messages":[{"role":"a"}],"m\u0065ssages": [ {"role":"c"}, {"role":"d"} ]}`,
  );
  expect(rewriteMessages(text, value.messages, [])).toContain(': []}');
});

test('writes new messages in the spaced style of the input', () => {
  const text = '[{"role": "user", "content": [1, 2]}, {"role": "user", "content": []}]';
  const before = JSON.parse(text) as unknown[];
  expect(rewriteMessages(text, before, [...before, { role: 'x, y: z', n: [1, {}] }])).toBe(
    '[{"role": "user", "content": [1, 2]}, {"role": "user", "content": []}, {"role": "x, y: z", "n": [1, {}]}]',
  );
});
