import { fencedCode, splitFences } from '../../src/text/index.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each<[string, string, string | undefined, string]>([
  ['code', 'run();', 'ts', '```ts\nrun();\n```'],
  ['no language', 'run();', undefined, '```\nrun();\n```'],
  ['a fence inside', '```ts\nrun();\n```', 'md', '````md\n```ts\nrun();\n```\n````'],
  ['a short run inside', 'a `b` ``c``', 'md', '```md\na `b` ``c``\n```'],
  ['a backtick in the language', '~~~', 'a`b', '~~~~a`b\n~~~\n~~~~'],
  ['a language of two lines', 'run();', 'ts\r\nrun', '```ts\nrun();\n```'],
])('%s', (_, code, language, expected) => {
  expect(fencedCode(code, language)).toBe(expected);
});

test('returns a text that splitFences reads as one fence, for any code and language', () => {
  const pieces = fc.array(fc.constantFrom('`', '```', '~', '~~~', '\n', '\r', ' ', 'ts', 'x'));
  fc.assert(
    fc.property(pieces, pieces, (code, language) => {
      const text = fencedCode(code.join(''), language.join(''));
      expect(splitFences(text)).toEqual([{ kind: 'fence', start: 0, end: text.length }]);
    }),
  );
});
