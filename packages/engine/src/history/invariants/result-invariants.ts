import {
  CompressionStrategyError,
  type YieldToEventLoop,
  type CompressionResult,
  type IContent,
  type ProvenanceRecord,
} from '@palimpsest/core-types';
import { createIsProtected, type EntryPredicate } from '../entries/blank.ts';
import { findViolations } from './find-violations.ts';
import { lawOfVoice } from './law-of-voice.ts';

/** A compression to check: its repaired input, its output, and its figures. */
export interface CheckedResult {
  readonly before: readonly IContent[];
  readonly after: readonly IContent[];
  /** Provenance of each output entry by input index. If empty, checks that need it are skipped. */
  readonly provenance: readonly ProvenanceRecord[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens?: number | undefined;
  readonly shortfallTokens?: number | undefined;
  /** Whether an entry must stay as it is: a system or a pinned one. */
  readonly isProtected: EntryPredicate;
}

/** A property of every compression. `docs/invariants.md` explains the numbers. */
export interface ResultInvariant<Result extends CheckedResult = CheckedResult> {
  readonly name: string;
  readonly guarantee: string;
  find(result: Result): Iterable<readonly [index: number, message: string]>;
}

const wholeHistory: ResultInvariant = {
  name: 'law-1-whole-history',
  guarantee: 'What comes out is a history a provider accepts (laws 1, 4 and 9).',
  *find({ before, after }) {
    // The entries of the input are repaired: they may only lose a call or a result.
    const known = new Set(before);
    for (const { law, index, message } of findViolations(after)) {
      if (law === 'paired-calls' || !known.has(after[index]!)) yield [index, message];
    }
  },
};

const order: ResultInvariant = {
  name: 'law-2-order',
  guarantee: 'Surviving entries and blocks keep their order.',
  *find({ before, after, provenance }) {
    for (const index of findMoved(before, after)) {
      yield [index, 'an entry that was kept changed its place'];
    }
    let last = -1;
    for (const [index, { sources, reason }] of provenance.entries()) {
      const [source] = sources;
      if (reason === 'notice' || source === undefined) continue;
      if (source <= last) yield [index, `represents entry ${source} after entry ${last}`];
      // A summary takes the position of the first entry it replaces; kept entries of the rest follow.
      last = reason === 'summary' ? source : sources.at(-1)!;
      const [old, now] = [before[source], after[index]];
      if (sources.length !== 1 || old === undefined || now === undefined) continue;
      if (findMoved(old.blocks, now.blocks).length > 0) {
        yield [index, `blocks of entry ${source} changed places`];
      }
    }
  },
};

/** Returns the indices in `after` of objects from `before` that are out of order. Objects may occur several times. Linear. */
function findMoved(before: readonly object[], after: readonly object[]): number[] {
  /** Positions of each object, last one first. */
  const positions = Map.groupBy([...before.keys()].toReversed(), (at) => before[at]!);
  const moved: number[] = [];
  let next = 0;
  for (const [index, object] of after.entries()) {
    const left = positions.get(object);
    if (left === undefined) continue;
    while (left.length > 0 && left.at(-1)! < next) left.pop();
    const position = left.pop();
    if (position === undefined) moved.push(index);
    else next = position + 1;
  }
  return moved;
}

const protectedEntries: ResultInvariant = {
  name: 'law-3-protected',
  guarantee: 'System and pinned entries are the same objects.',
  *find({ before, after, isProtected }) {
    const surviving = new Set(after);
    for (const [index, entry] of before.entries()) {
      if (isProtected(entry) && !surviving.has(entry)) yield [index, 'a protected entry changed'];
    }
  },
};

const size: ResultInvariant = {
  name: 'law-5-size',
  guarantee:
    'The result is never larger than the input, and at the target, or above it by `shortfallTokens`.',
  *find({ tokensBefore, tokensAfter, targetTokens, shortfallTokens = 0 }) {
    if (tokensAfter > tokensBefore) yield [-1, `${tokensBefore} tokens became ${tokensAfter}`];
    if (targetTokens !== undefined && tokensAfter - targetTokens > shortfallTokens) {
      yield [
        -1,
        `${tokensAfter} tokens for a target of ${targetTokens}: metadata.shortfallTokens is ${shortfallTokens}, not ${tokensAfter - targetTokens}`,
      ];
    }
  },
};

/** What every run checks: `@palimpsest/conformance` tests the other laws. */
export const resultInvariants: readonly ResultInvariant[] = [
  wholeHistory,
  order,
  protectedEntries,
  lawOfVoice,
  size,
];

/** The result of a strategy, to be checked. */
interface InvariantInput extends Pick<CheckedResult, 'before' | 'tokensBefore' | 'tokensAfter'> {
  readonly strategy: string;
  /** Pinned entries, in addition to those with `metadata.pinned`. @default none */
  readonly pinned?: EntryPredicate | undefined;
  readonly result: Extract<CompressionResult, { kind: 'applied' }>;
  /** Awaited between the invariants. @default none */
  readonly yieldToEventLoop?: YieldToEventLoop | undefined;
}

/**
 * Rejects if a result violates an invariant: a call without its result, another order, a changed system or pinned entry, a larger size, a
 * shortfall that it does not report, an edited text of the agent.
 *
 * @throws {CompressionStrategyError} `LAW_BROKEN`, with the first violations and their entries
 */
export async function assertInvariants({
  strategy,
  result,
  pinned,
  yieldToEventLoop,
  ...given
}: InvariantInput): Promise<void> {
  const { provenance = [], targetTokens, shortfallTokens } = result.metadata;
  const isProtected = createIsProtected(pinned);
  const checked = {
    ...given,
    isProtected,
    after: result.newHistory,
    provenance,
    targetTokens,
    shortfallTokens,
  };
  const broken: string[] = [];
  for (const law of resultInvariants) {
    await yieldToEventLoop?.();
    for (const [index, message] of law.find(checked))
      broken.push(`${law.name}${index < 0 ? '' : ` at entry ${index}`}: ${message}`);
  }
  if (broken.length === 0) return;
  throw new CompressionStrategyError(
    `The result of "${strategy}" breaks ${broken.length} of the laws every compression keeps (${broken.slice(0, 3).join('; ')}). The messages were not changed; please report this to the author of the strategy.`,
    'LAW_BROKEN',
    { strategy },
  );
}
