import {
  CompressionStrategyError,
  type CompressionResult,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import { createIsProtected } from './create-is-protected.ts';
import { checkInvariants } from './result-invariants.ts';

/** What a strategy made, and what it is held to. */
export interface InvariantInput {
  readonly strategy: string;
  readonly humanText: HumanTextPolicy;
  readonly longHumanText?: number | undefined;
  readonly before: readonly IContent[];
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Entries that had to survive byte for byte, beside system entries and those with `metadata.pinned`. */
  readonly pinned?: ((entry: IContent) => boolean) | undefined;
}

/**
 * Holds a result against the laws before anybody gets to see it. The tail is what the strategy says it kept (`bottomPreserved`); whether
 * that is what it should have kept is left to the conformance kit.
 *
 * @throws {CompressionStrategyError} `LAW_BROKEN`, naming the first laws broken and where
 */
export function assertInvariants({
  strategy,
  humanText,
  longHumanText,
  before,
  result,
  tokensBefore,
  tokensAfter,
  pinned,
}: InvariantInput): void {
  const { provenance = [], targetTokens, shortfallTokens, bottomPreserved } = result.metadata;
  const broken = checkInvariants({
    before,
    after: result.newHistory,
    provenance,
    ...(bottomPreserved === undefined ? {} : { tailStart: before.length - bottomPreserved }),
    isProtected: createIsProtected(pinned),
    humanText,
    ...(longHumanText === undefined ? {} : { longHumanText }),
    tokensBefore,
    tokensAfter,
    ...(targetTokens === undefined ? {} : { targetTokens }),
    ...(shortfallTokens === undefined ? {} : { shortfallTokens }),
  });
  if (broken.length === 0) return;
  const shown = broken
    .slice(0, 3)
    .map(({ law, index, message }) => `${law}${index < 0 ? '' : ` at entry ${index}`}: ${message}`);
  throw new CompressionStrategyError(
    `The result of "${strategy}" breaks ${broken.length} of the laws every compression keeps (${shown.join('; ')}). The messages were not changed; please report this to the author of the strategy.`,
    'LAW_BROKEN',
    { strategy },
  );
}
