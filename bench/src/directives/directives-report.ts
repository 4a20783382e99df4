import type { RequirementLevel } from '@palimpsest/core-types';
import { findDirectives } from '@palimpsest/engine/directives';
import { sentenceSpans } from '@palimpsest/engine/text';
import { readFileSync } from 'node:fs';
import { conversations } from '../corpus.ts';
import { scoreDirectives, tally, type Counts, type Label, type Tally } from './score-directives.ts';

/** Labels by conversation and message. A message without an entry has none. */
type Labels = Readonly<Record<string, Readonly<Record<string, readonly Label[]>>>>;

interface Written {
  /** Sentences that are directives. */
  readonly binding: readonly (readonly [level: RequirementLevel, text: string])[];
  /** Sentences that look like directives but are not. */
  readonly free: readonly string[];
}

/** Measures how many labelled directives are found, in the corpus and in sentences written for it. */
export async function directivesReport(): Promise<object> {
  const { pooled, sources } = scoreCorpus();
  const figures = { pooled, sources, written: scoreWritten(), dutch: scoreDutch('held-out') };
  return await Promise.resolve({ figures });
}

/** Source of the recorded meetings: the participants talk to each other, so they give an agent no directives. */
const MEETINGS = 'qmsum';

/**
 * Scores the user messages of every second conversation, each text once, by source. They were labelled by hand, and not looked at while the
 * detector was made; the other conversations serve to improve it.
 */
function scoreCorpus(): { pooled: Tally; sources: Readonly<Record<string, Tally>> } {
  const labels = readLabels('directives') as Labels;
  const bySource = new Map<string, Counts[]>();
  const seen = new Set<string>();
  let [count, used] = [0, 0];
  for (const { id, source, messages } of conversations(true)) {
    const isHeld = count % 2 === 0;
    count += 1;
    for (const [message, { role, content }] of messages.entries()) {
      if (source === MEETINGS || role !== 'user' || typeof content !== 'string') continue;
      // A text of both halves belongs to the half in which it occurs first.
      if (seen.has(content)) continue;
      seen.add(content);
      if (!isHeld) continue;
      const own = labels[id]?.[message];
      if (own !== undefined) used += 1;
      const found = findDirectives(content);
      const score = scoreDirectives(sentenceSpans(content), own ?? [], found);
      bySource.set(source, [...(bySource.get(source) ?? []), score]);
    }
  }
  const labelled = Object.values(labels).flatMap((own) => Object.keys(own)).length;
  if (used !== labelled) {
    throw new Error(
      `Labels are for ${labelled} messages, of which ${used} are there: the corpus is another one.`,
    );
  }
  const sources = [...bySource].map(([source, scores]) => [source, tally(scores)]);
  return {
    pooled: tally([...bySource.values()].flat()),
    sources: Object.fromEntries(sources) as Readonly<Record<string, Tally>>,
  };
}

/**
 * Scores sentences written for the test: directives for recurring occasions, which recorded conversations rarely have, and similar sentences
 * that are not directives.
 */
export function scoreWritten(): Tally {
  return scoreSentences(readLabels('written-directives') as Written);
}

/** Scores Dutch sentences, written without a look at the cues. The cues are tuned on the `development` half only, as with the corpus. */
export function scoreDutch(half: 'development' | 'held-out'): Tally {
  return scoreSentences((readLabels('dutch-directives') as Record<typeof half, Written>)[half]);
}

function readLabels(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../labels/${name}.json`, import.meta.url), 'utf8'));
}

function scoreSentences({ binding, free }: Written): Tally {
  return tally([
    ...binding.map(([level, text]) => scoreSentence(text, [[0, level]])),
    ...free.map((text) => scoreSentence(text, [])),
  ]);
}

function scoreSentence(text: string, labels: readonly Label[]): Counts {
  return scoreDirectives([{ start: 0, end: text.length }], labels, findDirectives(text));
}
