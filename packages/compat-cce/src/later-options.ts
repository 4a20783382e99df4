import { InvalidInputError } from './invalid-input-error.ts';

/**
 * Options that ContextCompressionEngine got after 1.0 and that only ask to save more, or in another way. Without them the result is larger or
 * says other sentences, and nothing is lost.
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

/** Options that ask to keep something, or for more in the result: without them something the caller relies on would be missing. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['adapters', 'What they would have kept would be compressed.'],
  ['classifier', 'What it would have kept would be compressed.'],
  ['importanceScoring', 'What it would have kept would be compressed.'],
  ['preservePatterns', 'What they match would be compressed. List the roles to keep in preserve.'],
  ['trace', 'The result would have no trace.'],
]);

/** Values with which ContextCompressionEngine does what it does without the option. */
function isOff(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}

/**
 * Looks at the options that are not known here.
 *
 * @returns those that are set, and have no effect
 * @throws {InvalidInputError} for one whose effect would be missed, and for one nobody knows
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
