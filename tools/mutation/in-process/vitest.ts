/** Replaces vitest where tests are called without it. Collects tests; `expect` and `vi` are vitest's own, which gets an empty worker. */
import { collecting } from './collected-tests.ts';

Object.assign(globalThis, { __vitest_worker__: { config: { fakeTimers: {} }, ctx: {} } });
export const { expect, vi } = await import('vitest');

type Run = (...values: readonly unknown[]) => unknown;

export function test(title: string, first: unknown, second?: unknown): void {
  collecting.into.add(title, runOf(first, second));
}

/** Numbers the cases: their titles do not matter for a mutant. */
test.each =
  (cases: readonly unknown[]) =>
  (title: string, first: unknown, second?: unknown): void => {
    const run = runOf(first, second);
    for (const [index, values] of cases.entries()) {
      const given: readonly unknown[] = Array.isArray(values) ? values : [values];
      collecting.into.add(`${title} #${index}`, () => run(...given));
    }
  };

test.skipIf = (condition: boolean): typeof test | ((...ignored: readonly unknown[]) => void) =>
  condition ? () => undefined : test;

export function describe(title: string, define: () => void): void {
  collecting.into.suite(title, define);
}

export function beforeEach(hook: Run): void {
  collecting.into.before(hook);
}

export function afterEach(hook: Run): void {
  collecting.into.after(hook);
}

/** Returns the test function, which may follow options. */
function runOf(first: unknown, second: unknown): Run {
  return (typeof first === 'function' ? first : second) as Run;
}
