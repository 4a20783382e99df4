import type { RequirementLevel } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import { readFileSync } from 'node:fs';
import { scoreDirectives, type MessageScore } from './score-directives.ts';

interface Written {
  /** Sentences that are directives. */
  readonly binding: readonly (readonly [force: RequirementLevel, text: string])[];
  /** Sentences that look like directives but are not. */
  readonly free: readonly string[];
}

/**
 * Scores sentences written for the test: directives for recurring occasions, which recorded conversations rarely have, and similar sentences
 * that are not directives.
 */
export function scoreWritten(): MessageScore[] {
  return scoreSentences(readLabels('written-directives') as Written);
}

/** Scores Dutch sentences, written without a look at the cues. The cues are tuned on the `development` half only, as with the corpus. */
export function scoreDutch(half: 'development' | 'held-out'): MessageScore[] {
  return scoreSentences((readLabels('dutch-directives') as Record<typeof half, Written>)[half]);
}

function readLabels(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../labels/${name}.json`, import.meta.url), 'utf8'));
}

function scoreSentences({ binding, free }: Written): MessageScore[] {
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
