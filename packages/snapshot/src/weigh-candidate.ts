import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { previewPlan } from '@palimpsest/history';
import { composeSnapshot, type SnapshotParts } from './compose-snapshot.ts';
import { splitPlan } from './snapshot-plan.ts';

/** A snapshot, and the tokens of the history with it. */
export interface Candidate {
  readonly text: string;
  readonly snapshot: IContent;
  readonly tokensAfter: number;
  /** Whether the history becomes smaller. */
  readonly isGain: boolean;
  /** Whether it is a gain, and at or under the target if there is one. */
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

/** Counts the tokens of the history with a text as its summary, by the caller's estimator: no summary is assumed to be shorter (D11). */
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
