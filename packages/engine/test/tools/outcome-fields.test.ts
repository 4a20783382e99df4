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
