import type { RequirementLevel } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/directives';
import { readFileSync } from 'node:fs';
import { scoreDirectives, type MessageScore } from './score-directives.ts';

interface Written {
  /** Sentences that are directives. */
  readonly binding: readonly (readonly [force: RequirementLevel, text: string])[];
  /** Sentences that look like directives but are not. */
  readonly free: readonly string[];
}

const LABELS = new URL('../../labels/written-directives.json', import.meta.url);

/**
 * Scores sentences written for the test: directives for recurring occasions, which recorded conversations rarely have, and similar sentences
 * that are not directives.
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
