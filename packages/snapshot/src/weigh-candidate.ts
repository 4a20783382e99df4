import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { previewPlan } from '@palimpsest/history';
import { composeSnapshot, type SnapshotParts } from './compose-snapshot.ts';
import { splitPlan } from './snapshot-plan.ts';

/** A snapshot, and what the history would cost with it. */
export interface Candidate {
  readonly text: string;
  readonly snapshot: IContent;
  readonly tokensAfter: number;
  /** Smaller than what was there. */
  readonly isGain: boolean;
  /** A gain, and at or under the target where there is one. */
  readonly fits: boolean;
}

export interface Scales {
  readonly history: readonly IContent[];
  readonly removed: readonly number[];
  readonly continuation: IContent;
  readonly tokensBefore: number;
  readonly context: CompressionContext;
  readonly facts: SnapshotParts['facts'];
}

/** Counts what a text would make of the history, by the caller's estimator: no summary is trusted to be shorter (D11). */
export async function weighCandidate(
  text: string,
  writtenBy: SnapshotParts['writtenBy'],
  { history, removed, continuation, tokensBefore, context, facts }: Scales,
): Promise<Candidate> {
  const { transcriptPath, targetTokens, estimateTokens } = context;
  const snapshot = composeSnapshot({ text, writtenBy, facts, transcriptPath });
  const tokensAfter = await estimateTokens(
    previewPlan(history, splitPlan(history, removed, snapshot, continuation)),
  );
  const isGain = tokensAfter < tokensBefore;
  const isMet = targetTokens === undefined || tokensAfter <= targetTokens;
  return { text, snapshot, tokensAfter, isGain, fits: isGain && isMet };
}
