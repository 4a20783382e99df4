import { classifyParts, classifyText, createClassifier } from '@palimpsest/summarizer/classify';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const FENCE = '```sh\nrm old.txt\n```';

test('classifies each part of prose around a fence', () => {
  const text = `First we tidy up.\n\n${FENCE}\n\nThe password: tulip4garden stays.\n`;
  const parts = classifyParts(text);
  expect(parts.map(({ kind }) => kind)).toEqual(['prose', 'fence', 'prose']);
  expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  expect(parts.map((part) => part.kind === 'prose' && part.classification.isHard)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a fence part has only its kind and its position', () => {
  const text = `First we tidy up.\n\n${FENCE}\n`;
  const start = text.indexOf('```');
  expect(classifyParts(text)[1]).toEqual({ kind: 'fence', start, end: start + FENCE.length });
});

test('uses the hard reasons and the detectors of a given classifier', () => {
  const classifier = createClassifier({ hard: [], detectors: [{ name: 'tidy', test: /tidy/ }] });
  const [first, , last] = classifyParts(
    `First we tidy up.\n${FENCE}\nThe password: tulip4garden.`,
    classifier,
  );
  expect(first).toMatchObject({ classification: { reasons: ['tidy'], isHard: true } });
  expect(last).toMatchObject({
    classification: { reasons: ['credential_assignment'], isHard: false },
  });
});

test('the parts cover the text, and prose parts have the classification of classifyText', () => {
  const line = fc.constantFrom('```', '~~~~', 'word', '  ```ts', '$ ls -l', 'a = b', '', '`` `');
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      const parts = classifyParts(text);
      expect(parts.map(({ start, end: stop }) => text.slice(start, stop)).join('')).toBe(text);
      const prose = parts.filter((part) => part.kind === 'prose');
      expect(prose.map(({ classification }) => classification)).toEqual(
        prose.map(({ start, end: stop }) => classifyText(text.slice(start, stop))),
      );
    }),
  );
});
