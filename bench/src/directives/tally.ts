import type { RequirementLevel } from '@palimpsest/core-types';
import type { MessageScore } from './score-directives.ts';

/** Counts and ratios over messages. A ratio with denominator 0 is 1. */
export interface Tally {
  readonly messages: number;
  readonly labels: number;
  readonly found: number;
  readonly directives: number;
  readonly right: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Counts by requirement level of the labels. */
  readonly forces: Readonly<Record<string, ForceTally>>;
}

interface ForceTally {
  readonly labels: number;
  readonly found: number;
  readonly sameForce: number;
  readonly recall: number;
  /** Share of the found labels whose requirement level was also found. */
  readonly agreement: number;
}

const FORCES: readonly RequirementLevel[] = ['must-not', 'must', 'only', 'should', 'prefer'];

/** Sums the scores of messages. */
export function tally(scores: readonly MessageScore[]): Tally {
  const labels = scores.flatMap((score) => score.labels);
  const directives = scores.flatMap((score) => score.directives);
  const found = labels.filter(({ isFound }) => isFound).length;
  const right = directives.filter(({ isRight }) => isRight).length;
  const precision = share(right, directives.length);
  const recall = share(found, labels.length);
  return {
    messages: scores.length,
    labels: labels.length,
    found,
    directives: directives.length,
    right,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    forces: Object.fromEntries(FORCES.map((force) => [force, tallyForce(labels, force)])),
  };
}

function tallyForce(labels: MessageScore['labels'], force: RequirementLevel): ForceTally {
  const own = labels.filter((label) => label.force === force);
  const found = own.filter(({ isFound }) => isFound).length;
  const sameForce = own.filter(({ hasSameForce }) => hasSameForce).length;
  return {
    labels: own.length,
    found,
    sameForce,
    recall: share(found, own.length),
    agreement: share(sameForce, found),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
