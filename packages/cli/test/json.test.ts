import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMessageWriter } from '../src/json/rewrite-messages.ts';
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
  expect(createMessageWriter(text, value.messages)([value.messages[1], { role: 'd' }])).toBe(
    String.raw`{"messages":[{"role":"a"}],"m\u0065ssages": [ {"role":"c"}, {"role":"d"} ]}`,
  );
  expect(createMessageWriter(text, value.messages)([])).toContain(': []}');
});

test('writes new messages in the spaced style of the input', () => {
  const text = '[{"role": "user", "content": [1, 2]}, {"role": "user", "content": []}]';
  const before = JSON.parse(text) as unknown[];
  expect(createMessageWriter(text, before)([...before, { role: 'x, y: z', n: [1, {}] }])).toBe(
    '[{"role": "user", "content": [1, 2]}, {"role": "user", "content": []}, {"role": "x, y: z", "n": [1, {}]}]',
  );
});

test('writes the same whether it keeps the text or not', () => {
  const conversation = fc.tuple(
    fc.array(fc.record({ role: fc.string(), content: fc.jsonValue() }), { maxLength: 6 }),
    fc.constantFrom(undefined, 1, 3, '\t'),
    fc.constantFrom('[', '{ "id": 1.0, "messages": ['),
    fc.constantFrom('', ' ', '\n'),
  );
  fc.assert(
    fc.property(
      conversation,
      fc.nat(),
      fc.boolean(),
      ([messages, indent, open, gap], at, isOdd) => {
        // Escapes and irregular gaps, which only a copy can keep.
        const elements = messages.map((message) =>
          JSON.stringify(message, undefined, indent).replace(
            '"role"',
            isOdd ? String.raw`"r\u006fle"` : '"role"',
          ),
        );
        const inside = elements.join(`,${gap}`).replace('},', isOdd ? '} ,' : '},');
        const text = `${open}${gap}${inside}${gap}]${open === '[' ? '' : ', "n": 2e1 }'}`;
        const { value } = parseJson(text);
        const before = Array.isArray(value) ? value : (value as { messages: unknown[] }).messages;
        const [kept, detached] = [undefined, 0].map((large) =>
          createMessageWriter(text, before, 'messages', large),
        );
        expect(kept!(before)).toBe(text);
        const added = { role: 'new', content: ['x', 1] };
        const index = at % (before.length + 1);
        for (const after of [before, [], before.toSpliced(index, 1, added)])
          expect(detached!(after)).toBe(kept!(after));
      },
    ),
    { numRuns: 300 },
  );
});
