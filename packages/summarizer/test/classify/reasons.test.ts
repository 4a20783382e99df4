import {
  HARD_REASONS,
  REASONS,
  SOFT_REASONS,
  classifyText,
  createClassifier,
} from '@palimpsest/summarizer/classify';
import type { Reason } from '../../src/classify/reasons.ts';
import { expect, test } from 'vitest';

const WORDS = 'The cable was moved behind the shelf last week';

/** For each reason, a text with only that reason. */
const ALONE: Readonly<Record<Reason, string>> = {
  code_fence: '~~~\nplain words, and more of them, and then some\n~~~',
  indented_code: 'so\n\n    wait here\n    then go',
  latex_math: 'Let $n$ be large',
  unicode_math: 'for all x ∈ S',
  json_structure: '[12, 7, 30, 4, 1024]',
  yaml_structure: 'image: nginx\nname: web\nrole: front',
  verse_pattern: 'so\nThe rain came down\nAnd no one spoke\nUntil the morning broke',
  high_line_length_variance: `a\nb\nc\nd\n${'e'.repeat(60)}`,
  high_special_char_ratio: 'a ^ b % c',
  source_code: 'total = price\ntotal += tax',
  shell_command: '$ ls and more words',
  markup:
    '<i>one two three four five six seven eight</i> <i>four five six seven eight nine ten</i>',
  markdown_table: 'name | rate | city of birth\n---- | ---- | -------------',
  error_traceback: 'goroutine 1 [running] and nothing more than that',
  sql_content: 'add a PRIMARY KEY here, please, and then run it again',
  api_key: `it is ${['AKIA', 'Q7RT2WXZ9KLM4NPB'].join('')}, they say`,
  credential_assignment: 'the password: tulip4garden, as ever',
  base64_content: `it is iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4 now`,
  url: 'see https://example.org for more',
  email: 'write to anna@example.org today',
  phone: 'call 555-123-4567 today',
  version_number: 'we run v2.4 today',
  hash_or_sha: 'at 9fceb02d0ae598e95dc970b74767f19372d61af8 it broke',
  file_path: 'look into src/app/main today',
  ip_or_semver: 'it answers at 10.0.0.7 today',
  quoted_key: 'there is a "name": in it',
  legal_term: 'the tenant shall pay',
  direct_quote: 'he said "we will see" and left',
  numeric_with_units: 'it took 30 ms today',
};

test.each(REASONS)('finds %s as the only reason of a text', (reason) => {
  expect(classifyText(ALONE[reason]).reasons).toEqual([reason]);
});

test.each(HARD_REASONS)('%s is hard', (reason) => {
  expect(classifyText(ALONE[reason])).toEqual({
    tier: 'T0',
    confidence: 0.75,
    reasons: [reason],
    isHard: true,
  });
});

test.each(SOFT_REASONS)('%s is soft', (reason) => {
  expect(classifyText(ALONE[reason])).toEqual({
    tier: 'T0',
    confidence: 0.75,
    reasons: [reason],
    isHard: false,
  });
});

test.each(REASONS)('%s makes a text hard exactly when it is configured as hard', (reason) => {
  const strict = createClassifier({ hard: [reason] });
  const lenient = createClassifier({ hard: REASONS.filter((other) => other !== reason) });
  expect(strict.isHard(ALONE[reason])).toBe(true);
  expect(strict.classify(ALONE[reason]).isHard).toBe(true);
  expect(lenient.isHard(ALONE[reason])).toBe(false);
  expect(lenient.classify(ALONE[reason])).toMatchObject({ reasons: [reason], isHard: false });
});

test('reports the reasons in a fixed order, whatever their order in the text', () => {
  const text = `${ALONE.email}\n${ALONE.url}\n${ALONE.shell_command}\n${ALONE.code_fence}`;
  expect(classifyText(text).reasons).toEqual(['code_fence', 'shell_command', 'url', 'email']);
});

test('confidence is 0.70 plus 0.05 for each reason, and at most 0.95', () => {
  const parts = [ALONE.url, ALONE.email, ALONE.phone, ALONE.legal_term, ALONE.ip_or_semver];
  const confidence = (count: number) => classifyText(parts.slice(0, count).join('; ')).confidence;
  expect([1, 2, 3, 4, 5].map(confidence)).toEqual([0.75, 0.8, 0.85, 0.9, 0.95]);
  const all = classifyText([...parts, ALONE.direct_quote, ALONE.version_number].join('; '));
  expect(all.reasons).toHaveLength(7);
  expect(all.confidence).toBe(0.95);
});

test('prose without a reason is T2 or T3 with confidence 0.65', () => {
  expect(classifyText(WORDS)).toEqual({
    tier: 'T2',
    confidence: 0.65,
    reasons: [],
    isHard: false,
  });
  expect(classifyText(`${WORDS}, and ${WORDS}, and ${WORDS}`).tier).toBe('T3');
  expect(classifyText('').tier).toBe('T2');
});
