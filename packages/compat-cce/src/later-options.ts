import { InvalidInputError } from './invalid-input-error.ts';

/**
 * Options added to ContextCompressionEngine after 1.0 that only save more, or save differently. Without them the result is larger or worded
 * differently, but nothing is lost.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'agentToolPrepass',
  'budgetStrategy',
  'classifierMode',
  'clusterThreshold',
  'compressionDepth',
  'contradictionDetection',
  'contradictionTopicThreshold',
  'conversationFlow',
  'coreference',
  'discourseAware',
  'entropyScorer',
  'entropyScorerMode',
  'importanceThreshold',
  'mlTokenClassifier',
  'observationThreshold',
  'relevanceThreshold',
  'semanticClustering',
]);

/** Options that keep messages or add to the result, with the loss if they were ignored. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['adapters', 'What they would have kept would be compressed.'],
  ['classifier', 'What it would have kept would be compressed.'],
  ['importanceScoring', 'What it would have kept would be compressed.'],
  ['preservePatterns', 'What they match would be compressed. List the roles to keep in preserve.'],
  ['trace', 'The result would have no trace.'],
]);

/** Returns whether ContextCompressionEngine treats a value like an absent option. */
function isOff(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}

/**
 * Checks the options that are not in `accepted`.
 *
 * @returns names of options that are set but have no effect
 * @throws {InvalidInputError} when ignoring an option would lose something, or when an option is unknown
 */
export function ignoredOptions(options: object, accepted: readonly string[]): string[] {
  const set = Object.entries(options).filter(([name, value]) => {
    return !accepted.includes(name) && !isOff(value);
  });
  for (const [name] of set) {
    if (HARMLESS.has(name)) continue;
    const loss = NEEDED.get(name);
    const problem =
      loss === undefined
        ? `There is no option "${name}".`
        : `The option "${name}" came after version 1.0 of ContextCompressionEngine and is not offered here. ${loss}`;
    throw new InvalidInputError(
      `${problem} Take it out; accepted are ${accepted.join(', ')}.`,
      'UNKNOWN_OPTION',
    );
  }
  return set.map(([name]) => name);
}
