import { findDirectives } from '@palimpsest/directives';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hasCorpus } from '../corpus.ts';
import { humanMessages } from './human-messages.ts';
import { scoreDirectives, type Label, type MessageScore } from './score-directives.ts';
import { tally, type Tally } from './tally.ts';

/** Conversation to message to labels; a message that is not there has none. */
type Labels = Readonly<Record<string, Readonly<Record<string, readonly Label[]>>>>;

const LABELS = new URL('../../labels/directives.json', import.meta.url);
const RESULTS = new URL('../../results/directives.json', import.meta.url);
const SHOWN = 30;

const { values } = parseArgs({
  options: {
    // Prints texts. Nobody who tunes the detector may look at them.
    show: { type: 'boolean', default: false },
  },
});

if (!hasCorpus) console.log('The corpus is not beside this checkout: nothing to measure.');
else if (!existsSync(LABELS)) console.log('bench/labels/directives.json is not there: no labels.');
else evaluate(JSON.parse(readFileSync(LABELS, 'utf8')) as Labels, values.show);

function evaluate(labels: Labels, shows: boolean): void {
  const bySource = new Map<string, MessageScore[]>();
  const missed: string[] = [];
  const wrong: string[] = [];
  let used = 0;
  for (const { conversation, source, message, text, sentences } of humanMessages('held')) {
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
      `Labels are for ${labelled} messages, of which ${used} are in the half that is held back: the corpus is another one.`,
    );
  }
  const pooled = tally([...bySource.values()].flat());
  const sources = Object.fromEntries(
    [...bySource].map(([source, scores]) => [source, tally(scores)]),
  );
  writeFileSync(RESULTS, `${JSON.stringify({ pooled, sources }, undefined, 2)}\n`);
  print(pooled, sources);
  if (!shows) return;
  for (const [title, texts] of [['Missed', missed] as const, ['Wrong', wrong] as const]) {
    console.log(`\n${title}, the shortest ${SHOWN} of ${texts.length}:`);
    for (const text of texts.toSorted((one, other) => one.length - other.length).slice(0, SHOWN))
      console.log(`- ${text}`);
  }
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
