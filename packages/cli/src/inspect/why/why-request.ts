import type { Arguments } from '../../arguments/option.ts';
import { readPositive, readShare } from '../../arguments/values.ts';
import { Refusal } from '../../refusal.ts';
import type { WhyTarget } from './explain-conversation.ts';

/** Of how many tokens the reasons are shown while nobody says: a quarter. */
const USUAL_RATIO = 0.25;

/**
 * The target to explain a compression to; `undefined` where none is to be explained.
 *
 * @throws {Refusal} for a target without `--why`, and for two of them
 */
export function whyTarget(given: Arguments): WhyTarget | undefined {
  const tokens = readPositive(given, 'target-tokens');
  const ratio = readShare(given, 'target-ratio');
  if (!given.has('why')) {
    const alone = tokens === undefined ? 'target-ratio' : 'target-tokens';
    if (tokens === undefined && ratio === undefined) return undefined;
    throw new Refusal(`--${alone} needs --why: without it, inspect has nothing to compress to.`);
  }
  if (tokens !== undefined && ratio !== undefined) {
    throw new Refusal(
      '--target-tokens and --target-ratio exclude each other; give one of the two.',
    );
  }
  return tokens === undefined ? { ratio: ratio ?? USUAL_RATIO } : { tokens };
}
