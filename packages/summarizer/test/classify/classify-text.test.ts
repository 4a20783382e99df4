import { classifyText, isHard } from '@palimpsest/summarizer/classify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAY_GO, MUST_STAY } from './labelled-texts.ts';

const LABELLED = [...MUST_STAY, ...MAY_GO].map(({ text }) => text);
const PIECES = ['```', '~~~', '$', '|', '---', '=', ';', '{', '}', '<a>', '    ', '\t', 'key:'];

/** Random code units, pieces with a meaning for the classifier, and labelled texts. */
const texts = fc.oneof(
  fc.array(fc.nat(0xffff), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.constantFrom(...PIECES, '\n', ' ', 'é', '雨', '\ud83c'), { maxLength: 40 })
    .map((list) => list.join('')),
  fc.array(fc.constantFrom(...LABELLED), { maxLength: 4 }).map((list) => list.join('\n\n')),
);

const withLineEnd = (text: string, end: string) =>
  text.replaceAll(/\r\n?|\n/g, '\n').replaceAll('\n', end);

test('gives the same classification for LF, CR LF and CR', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = classifyText(withLineEnd(text, '\n'));
      expect(classifyText(withLineEnd(text, '\r\n'))).toEqual(expected);
      expect(classifyText(withLineEnd(text, '\r'))).toEqual(expected);
    }),
  );
});

test('a classification is consistent, repeatable, and agrees with `isHard`', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const classification = classifyText(text);
      const { tier, confidence, reasons } = classification;
      expect(tier === 'T0').toBe(reasons.length > 0);
      expect(confidence).toBe(
        reasons.length === 0 ? 0.65 : Math.min(0.95, (70 + 5 * reasons.length) / 100),
      );
      expect(isHard(text)).toBe(classification.isHard);
      expect(classifyText(text)).toEqual(classification);
    }),
  );
});

test.each([
  ['word '.repeat(19), 'T2'],
  ['word '.repeat(20), 'T3'],
  ['雨'.repeat(38), 'T2'],
  ['雨'.repeat(39), 'T3'],
])('tells short prose from long prose: %s', (text, tier) => {
  expect(classifyText(text)).toEqual({ tier, confidence: 0.65, reasons: [], isHard: false });
});

test.each([
  ['url', 'See https://example.org.'],
  ['email', 'Write to anna@example.org.'],
  ['phone', 'Call 555-123-4567.'],
  ['version_number', 'It needs v2.1.'],
  ['hash_or_sha', 'It was 9fceb02d0ae598e95dc970b74767f19372d61af8.'],
  ['file_path', 'Look at /usr/bin.'],
  ['ip_or_semver', 'It is 10.0.0.7.'],
  ['quoted_key', 'Set "timeout": to nothing.'],
  ['legal_term', 'The party shall pay.'],
  ['direct_quote', 'He said "we will see" to her.'],
  ['numeric_with_units', 'It took 12 ms.'],
])('reports %s, and the text may be shortened', (reason, text) => {
  const { reasons, isHard: mustStay, tier } = classifyText(text);
  expect(reasons).toContain(reason);
  expect([mustStay, tier]).toEqual([false, 'T0']);
});

const KEY = 'abcDEF123ghiJKL456mnoPQR789stuVWX012yz';

test.each([
  ['OpenAI or Anthropic', `sk-${KEY}`],
  ['AWS', 'AKIAIOSFODNN7EXAMPLE'],
  ['GitHub', `ghp_${KEY}`],
  ['Stripe', `rk_live_${KEY}`],
  ['Slack', 'xoxb-123456789012-abcdefghij1234567890'],
  ['SendGrid', 'SG.abcdefghijklmnopqrstuv.wxyz0123456789abcdefghijklmno'],
  ['GitLab', `glpat-${KEY}`],
  ['npm', `npm_${KEY}`],
  ['Google', `AIza${KEY.slice(0, 35)}`],
  ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N'],
  ['another provider', 'billing-a8Kj2mNp4qRs6tUv8wXy0zBc3dEfGh'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----'],
])('a text with a key of %s must stay', (_, key) => {
  const { reasons, isHard: mustStay } = classifyText(`The key is ${key} and must not leave.`);
  expect(reasons).toContain('api_key');
  expect(mustStay).toBe(true);
});

/** Quadratic work on a text of this length would not finish. */
const LENGTH = 400_000;
const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
const HOSTILE = [
  'the cable lies behind ',
  'a',
  'a-',
  'x\n',
  'a. ',
  '/a',
  `key:${' '.repeat(60)}\n`,
  '[{',
  '$1 ',
  'a@a.',
  '-----BEGIN ',
  'password=',
  '<a ',
  '|-|\n',
  'select a, ',
  'GRANT A ',
  'import {\n',
  '\tat a.b(\n',
  'git a ',
  'a -b ',
  ' ',
].map(fill);

test('work is linear for hostile texts', { timeout: 60_000 }, () => {
  for (const text of HOSTILE) expect(classifyText(text).isHard).toBe(isHard(text));
});
