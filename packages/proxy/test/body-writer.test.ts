import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyWriter } from '../src/body-writer.ts';

type Body = Record<string, unknown>;

/** Writes a body after a change of what was parsed. */
function rewritten(text: string, change: (value: Body) => Body): string {
  const value = JSON.parse(text) as Body;
  return Buffer.from(createBodyWriter(text, value)(change(value))).toString();
}

const INDENTS = [undefined, 2, '\t'];

test('what a body shares with the one that was read keeps its bytes', () => {
  const first = '{ "role":"user", "id":1734567890123456789, "ratio":1.0, "s":"\\u0041\\"]" }';
  const block = '{"type":"tool_use","input":{"tweet_id":1734567890123456789,"neg":-0}}';
  const text = `{"seed": 12345678901234567890, "messages": [ ${first} ,{"role":"assistant","content":[{"type":"thinking"},${block}]}],\n"tools":[ ], "x":1e21, "__proto__":{"a":1.0}}`;
  const written = rewritten(text, (value) => {
    const [one, two] = value['messages'] as Body[];
    const content = (two!['content'] as object[]).slice(1);
    return { ...value, messages: [one, { ...two, content }], tools: [{ name: 'recall' }] };
  });
  expect(written).toBe(
    `{"seed": 12345678901234567890, "messages": [${first},{"role":"assistant","content":[${block}]}],\n"tools":[{"name":"recall"}], "x":1e21, "__proto__":{"a":1.0}}`,
  );
});

test('a new member follows the others', () => {
  expect(rewritten('{"a":1.0 }', (value) => ({ ...value, b: [2] }))).toBe('{"a":1.0 ,"b":[2]}');
  expect(rewritten(' {} ', () => ({ b: 2, c: undefined }))).toBe(' {"b":2} ');
});

test('a body is written as it is meant, and unchanged byte for byte', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(...INDENTS),
      (body, more, indent) => {
        const text = JSON.stringify(body, undefined, indent);
        expect(rewritten(text, (value) => ({ ...value }))).toBe(text);
        const changed = (value: Body): Body => ({ ...value, ...more, all: [value, [value['a']]] });
        const expected = JSON.stringify(changed(JSON.parse(text) as Body));
        expect(JSON.parse(rewritten(text, changed))).toEqual(JSON.parse(expected));
      },
    ),
  );
});

test('of members with one name the last is replaced, which is the one that was read', () => {
  const text = '{"a":[1],"a":[2.0],"b":3}';
  expect(rewritten(text, (value) => ({ ...value, a: [4] }))).toBe('{"a":[1],"a":[4],"b":3}');
});
