import { isOutcomeField, isTextField } from '@palimpsest/tool-taxonomy';
import { expect, test } from 'vitest';

test.each([
  'exitCode',
  'exit_code',
  'exitcode',
  'returncode',
  'isError',
  'is_error',
  'success',
  'ok',
  'OK',
  'error',
  'status',
  'message',
  'stderr',
])('%s is an outcome field', (name) => {
  expect(isOutcomeField(name)).toBe(true);
});

test.each(['stdout', 'code', 'errors', 'metadata', '', 'exit code', 'toString'])(
  '%j is not an outcome field',
  (name) => {
    expect(isOutcomeField(name)).toBe(false);
  },
);

test('distinguishes fields for output from fields for data', () => {
  expect(['output', 'stdout', 'llmContent'].every(isTextField)).toBe(true);
  expect(['rows', 'log', '', 'toString'].some(isTextField)).toBe(false);
});
