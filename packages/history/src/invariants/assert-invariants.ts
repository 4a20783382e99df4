import {
  CompressionStrategyError,
  type CompressionResult,
  type HumanTextPolicy,
  type IContent,
} from '@palimpsest/core-types';
import { createIsProtected } from '../entries/blank.ts';
import { checkInvariants } from './result-invariants.ts';

/** The result of a strategy, and the guarantees it is checked against. */
export interface InvariantInput {
  readonly strategy: string;
  readonly humanText: HumanTextPolicy;
  readonly longHumanText?: number | undefined;
  readonly before: readonly IContent[];
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Returns whether an entry had to stay unchanged, in addition to system entries and entries with `metadata.pinned`. */
  readonly pinned?: ((entry: IContent) => boolean) | undefined;
}

/**
 * Throws if a result violates an invariant. Takes the tail from `bottomPreserved`; the conformance kit checks whether that is correct.
 *
 * @throws {CompressionStrategyError} `LAW_BROKEN`, with the first violations and their entries
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
