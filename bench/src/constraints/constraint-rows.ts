import { SHARES, type Case } from './plan.ts';
import type { SessionResult } from './run-session.ts';

/** A session with the result of its constraint. */
export interface Outcome extends Case, SessionResult {
  readonly strategy: string;
}

/** Share of sessions that kept their constraint, in per cent. */
interface KeptRow {
  readonly sessions: number;
  /** After every compression. */
  readonly kept: number;
  /** After the first compression. */
  readonly keptOnce: number;
}

/** Computes the share of sessions that kept their constraint. */
export function keptRow(outcomes: readonly Outcome[]): KeptRow {
  return {
    sessions: outcomes.length,
    kept: percent(outcomes, ({ kept }) => kept.every(Boolean)),
    keptOnce: percent(outcomes, ({ kept }) => kept[0] === true),
  };
}

/** Computes a row for each target. */
export function keptByShare(outcomes: readonly Outcome[]): readonly object[] {
  return SHARES.map((share) => ({
    name: String(share),
    ...keptRow(outcomes.filter((outcome) => outcome.share === share)),
  }));
}

/** Returns the mean share of tokens that compressions left, in per cent. */
export function meanLeft(outcomes: readonly Outcome[]): number {
  const left = outcomes.flatMap((outcome) => outcome.left);
  return rounded((100 * left.reduce((sum, one) => sum + one, 0)) / left.length);
}

/** Returns, per compression, the per cent of sessions that still contain their constraint after it. */
export function keptAfter(outcomes: readonly Outcome[]): number[] {
  const rounds = outcomes[0]?.kept ?? [];
  return rounds.map((_, round) => percent(outcomes, ({ kept }) => kept[round] === true));
}

function percent(outcomes: readonly Outcome[], isTrue: (outcome: Outcome) => boolean): number {
  return rounded((100 * outcomes.filter(isTrue).length) / outcomes.length);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
