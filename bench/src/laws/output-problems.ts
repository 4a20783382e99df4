import type { FormatName } from '@palimpsest/formats';
import type { CompressResult } from 'palimpsest';
import { isChecked, newlyBroken } from '../checker/check-provider.ts';
import { compareResults } from '../checker/compare-results.ts';
import { encodedProblems, type EncodedProblem } from './encoded-problems.ts';
import { readRepaired } from './read-repaired.ts';

/**
 * Returns the problems of messages as they are sent: newly broken provider rules, truncated attachments, results of another kind or with
 * members lost, tokens and bytes that differ from the report.
 */
export function outputProblems(
  given: readonly object[],
  made: CompressResult<object>,
): readonly EncodedProblem[] {
  const { messages, report } = made;
  const repaired = readRepaired(given, report.format);
  const provider = providerOf(report.format);
  const broken = provider === undefined ? [] : newlyBroken(provider, repaired, messages);
  return [
    ...broken.map(({ rule, index, message }) => ({
      rule: `second checker: ${rule}`,
      message: `message ${index}: ${message}`,
    })),
    ...compareResults(repaired, messages),
    ...encodedProblems(repaired, made),
  ];
}

function providerOf(format: FormatName) {
  return isChecked(format) ? format : undefined;
}
