import { findDirectives, type RequirementLevel } from '@palimpsest/directives';
import { readFileSync } from 'node:fs';
import { scoreDirectives, type MessageScore } from './score-directives.ts';

interface Written {
  /** Sentences that bind. */
  readonly binding: readonly (readonly [force: RequirementLevel, text: string])[];
  /** Sentences that look like them and bind nobody. */
  readonly free: readonly string[];
}

const LABELS = new URL('../../labels/written-directives.json', import.meta.url);

/**
 * Scores sentences that were written to be found or not: orders for each occasion of a kind, which recorded conversations hardly have.
 */
export function scoreWritten(): MessageScore[] {
  const { binding, free } = JSON.parse(readFileSync(LABELS, 'utf8')) as Written;
  return [
    ...binding.map(([force, text]) => scoreSentence(text, force)),
    ...free.map((text) => scoreSentence(text)),
  ];
}

function scoreSentence(text: string, force?: RequirementLevel): MessageScore {
  const sentence = { start: 0, end: text.length };
  const labels = force === undefined ? [] : [[0, force] as const];
  return scoreDirectives([sentence], labels, findDirectives(text));
}
