/**
 * Test files that take at least 12 s of processor time each, together as much as all others. `pnpm test` excludes them; `pnpm test:full` runs
 * them.
 */
export const HEAVY_TESTS: readonly string[] = [
  'bench/test/fuzz.test.ts',
  'bench/test/rules-corpus.test.ts',
  'packages/conformance/test/check-strategy.test.ts',
  'packages/conformance/test/every-law.test.ts',
  'packages/conformance/test/origin.test.ts',
  'packages/conformance/test/reducing.test.ts',
  'packages/conformance/test/role-laws.test.ts',
  'packages/orchestrator/test/pinning/laws.test.ts',
  'packages/strategy-extractive/test/growing-session.test.ts',
];
