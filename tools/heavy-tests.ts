/**
 * Test files that take at least 12 s of processor time each, or read recorded conversations, together as much as all others. `pnpm test` excludes
 * them. `pnpm check:sample` runs them on a fixed sample: the conversations of `bench/src/sampled-conversations.ts`, and a share of the examples
 * (`extent.ts`). `pnpm check:full` runs them on everything. The slowest come first, so that no core waits for them at the end.
 */
export const HEAVY_TESTS: readonly string[] = [
  'bench/test/corpus-laws.test.ts',
  'bench/test/originals-laws.test.ts',
  'bench/test/adapter-corpus.test.ts',
  'bench/test/proxy-corpus.test.ts',
  'bench/test/hosts-corpus.test.ts',
  'bench/test/hostile-outputs.test.ts',
  'packages/conformance/test/every-law.test.ts',
  'bench/test/fuzz.test.ts',
  'packages/originals/test/killed.test.ts',
  'packages/conformance/test/check-strategy.test.ts',
  'bench/test/directives/directive-laws.test.ts',
  'packages/palimpsest/test/strategies/contract.test.ts',
];
