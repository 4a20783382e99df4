import { findDirectives } from '@palimpsest/engine/directives';
import { readFileSync } from 'node:fs';
import { humanMessages } from './human-messages.ts';
import { scoreDirectives, type Label, type MessageScore } from './score-directives.ts';
import { tally, type Tally } from './tally.ts';
import { scoreDutch, scoreWritten } from './written-sentences.ts';

/** Labels by conversation and message. A message without an entry has none. */
type Labels = Readonly<Record<string, Readonly<Record<string, readonly Label[]>>>>;

const LABELS = new URL('../../labels/directives.json', import.meta.url);

/** Measures how many labelled directives are found, in the corpus and in sentences written for it. */
export async function directivesReport(): Promise<object> {
  const { pooled, sources } = scoreCorpus();
  const written = tally(scoreWritten());
  const dutch = tally(scoreDutch('held-out'));
  print({ pooled, ...sources, written, dutch });
  return await Promise.resolve({ figures: { pooled, sources, written, dutch } });
}

/** Scores the labelled messages by source. */
function scoreCorpus(): { pooled: Tally; sources: Readonly<Record<string, Tally>> } {
  const labels = JSON.parse(readFileSync(LABELS, 'utf8')) as Labels;
  const bySource = new Map<string, MessageScore[]>();
  let used = 0;
  for (const { conversation, source, message, text, sentences } of humanMessages()) {
    const own = labels[conversation]?.[message];
    if (own !== undefined) used += 1;
    const score = scoreDirectives(sentences, own ?? [], findDirectives(text));
    bySource.set(source, [...(bySource.get(source) ?? []), score]);
  }
  const labelled = Object.values(labels).flatMap((messages) => Object.keys(messages)).length;
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

function print(tallies: Readonly<Record<string, Tally>>): void {
  for (const [name, { labels, directives, precision, recall, f1 }] of Object.entries(tallies)) {
    console.log(
      `${name}: ${labels} labels, ${directives} found; precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`,
    );
  }
  for (const [force, { labels, found, agreement }] of Object.entries(tallies['pooled']!.forces))
    console.log(
      `${force}: ${found} of ${labels} found, ${percent(agreement)} of them with this force`,
    );
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}
