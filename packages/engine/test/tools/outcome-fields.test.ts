import { isOutcomeField } from '../../src/tools/index.ts';
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
