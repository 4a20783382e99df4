import type { CompressionStrategy, IContent } from '@palimpsest/core-types';
import {
  applyDensityResult,
  applyPlan,
  indexExchanges,
  judge,
  protection,
} from '@palimpsest/history';

type Optimize = NonNullable<CompressionStrategy['optimize']>;

const CONFIG = {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: true,
  recencyRetention: 2,
  workspaceRoot: '/w',
} as const;

/** Laws that are about `compress` alone: `optimize` knows no tail and no target, and takes repeated files out of human text. */
const OF_COMPRESS = new Set(['law-3-tail', 'law-3-human-text']);

/** Everything an `optimize` breaks on one history, with stale reads removed and with pointers left. */
export function checkOptimization(optimize: Optimize, history: readonly IContent[]): string[] {
  return (['removal', 'pointer'] as const).flatMap((staleReads) =>
    check((entries) => optimize(entries, { ...CONFIG, staleReads }), history).map(
      (message) => `optimize (${staleReads}): ${message}`,
    ),
  );
}

function check(
  plan: (history: readonly IContent[]) => ReturnType<Optimize>,
  history: readonly IContent[],
): string[] {
  const { removals, replacements } = plan(history);
  const after = applyDensityResult(history, { removals, replacements });
  const { provenance } = applyPlan(history, { removals: new Set(removals), replacements });
  const broken = judge({
    before: history,
    after,
    provenance,
    isProtected: protection(),
    humanText: 'eligible',
    // A plan is made without an estimator: characters are what it can keep to.
    tokensBefore: countShown(history),
    tokensAfter: countShown(after),
  })
    .filter(({ law }) => !OF_COMPRESS.has(law))
    .map(({ law, index, message }) => `${law} at ${index}: ${message}`);
  const repeated = plan(history);
  if (
    JSON.stringify([repeated.removals, [...repeated.replacements]]) !==
    JSON.stringify([removals, [...replacements]])
  ) {
    broken.push('law-6: two runs differ');
  }
  const again = plan(after);
  if (again.removals.length > 0 || again.replacements.size > 0) {
    broken.push('law-6: running it again changes the history');
  }
  const newest = indexExchanges(history).exchanges.at(-1);
  const surviving = new Set(after);
  const touched = newest?.calls.some(
    ({ entry, response }) =>
      !surviving.has(history[entry]!) ||
      (response !== undefined && !surviving.has(history[response.entry]!)),
  );
  if (touched === true) broken.push('law-3: the newest exchange was touched');
  return broken;
}

/** Characters a model is shown: of texts as they are, of anything else as JSON. */
function countShown(history: readonly IContent[]): number {
  let characters = 0;
  for (const { blocks } of history) {
    for (const block of blocks) {
      for (const value of Object.values({ ...block, native: undefined })) {
        const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
        characters += text.length;
      }
    }
  }
  return characters;
}
