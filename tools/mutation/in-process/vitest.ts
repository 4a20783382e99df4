/**
 * Stands in for vitest where tests are called without it. Collects tests; `expect` and `vi` are vitest's own, which is told of a worker
 * with nothing in it.
 */
import { collecting } from './collected-tests.ts';

Object.assign(globalThis, { __vitest_worker__: { config: { fakeTimers: {} }, ctx: {} } });
export const { expect, vi } = await import('vitest');

type Run = (...values: readonly unknown[]) => unknown;

export function test(title: string, first: unknown, second?: unknown): void {
  collecting.into.add(title, runOf(first, second));
}

/** Cases are numbered; what they are does not matter to a mutant. */
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

/** Options may stand between the title and the function. */
function runOf(first: unknown, second: unknown): Run {
  return (typeof first === 'function' ? first : second) as Run;
}
