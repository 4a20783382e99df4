import { findDirectives } from '@palimpsest/directives';
import { existsSync, readFileSync } from 'node:fs';
import { hasCorpus } from '../corpus.ts';
import { humanMessages } from './human-messages.ts';
import { scoreDirectives, type Label, type MessageScore } from './score-directives.ts';
import { tally, type Tally } from './tally.ts';
import { scoreDutch, scoreWritten } from './written-sentences.ts';

/** Labels by conversation and message. A message without an entry has none. */
type Labels = Readonly<Record<string, Readonly<Record<string, readonly Label[]>>>>;

/** Labels of the `held` half are for measuring. Those of the `open` half were made with the detector's help and are for improving it. */
const LABELS = {
  held: new URL('../../labels/directives.json', import.meta.url),
  open: new URL('../../labels/open-directives.json', import.meta.url),
} as const;

/** Measures how many labelled directives are found, in the corpus and in sentences written for it. `undefined` without the corpus. */
export async function directivesReport(): Promise<object | undefined> {
  const scored = scoreCorpus('held');
  if (scored === undefined) return undefined;
  const { pooled, sources } = scored;
  const written = tally(scoreWritten());
  const dutch = tally(scoreDutch('held'));
  print(pooled, { ...sources, written, dutch });
  return { figures: { pooled, sources, written, dutch } };
}

/** Scores one half by source, and lists the texts that were missed or wrongly found. */
function scoreCorpus(half: keyof typeof LABELS) {
  if (!hasCorpus) {
    console.log('directives: the corpus is not beside this checkout, so nothing was measured.');
    return undefined;
  }
  if (!existsSync(LABELS[half])) {
    console.log(`directives: ${LABELS[half].pathname} is not there: no labels.`);
    return undefined;
  }
  const labels = JSON.parse(readFileSync(LABELS[half], 'utf8')) as Labels;
  const bySource = new Map<string, MessageScore[]>();
  const missed: string[] = [];
  const wrong: string[] = [];
  let used = 0;
  for (const { conversation, source, message, text, sentences } of humanMessages(half)) {
    const own = labels[conversation]?.[message];
    if (own !== undefined) used += 1;
    const score = scoreDirectives(sentences, own ?? [], findDirectives(text));
    bySource.set(source, [...(bySource.get(source) ?? []), score]);
    for (const { span, isFound } of score.labels)
      if (!isFound) missed.push(text.slice(span.start, span.end));
    for (const { span, isRight } of score.directives)
      if (!isRight) wrong.push(text.slice(span.start, span.end));
  }
  const labelled = Object.values(labels).flatMap((messages) => Object.keys(messages)).length;
  if (used !== labelled) {
    throw new Error(
      `Labels are for ${labelled} messages, of which ${used} are in the ${half} half: the corpus is another one.`,
    );
  }
  const pooled = tally([...bySource.values()].flat());
  const sources = Object.fromEntries(
    [...bySource].map(([source, scores]) => [source, tally(scores)]),
  );
  return { pooled, sources, missed, wrong };
}

function print(pooled: Tally, sources: Readonly<Record<string, Tally>>): void {
  for (const [name, { labels, directives, precision, recall, f1 }] of [
    ['pooled', pooled] as const,
    ...Object.entries(sources),
  ]) {
    console.log(
      `${name}: ${labels} labels, ${directives} found; precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`,
    );
  }
  for (const [force, { labels, found, agreement }] of Object.entries(pooled.forces))
    console.log(
      `${force}: ${found} of ${labels} found, ${percent(agreement)} of them with this force`,
    );
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}
