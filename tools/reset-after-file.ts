import { afterAll, vi } from 'vitest';

/** Test files share a worker: replacements made in one file must not reach the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
