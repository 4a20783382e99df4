import type { EvictionCandidate } from '@palimpsest/history';
import {
  createSentenceCutter,
  isUseful,
  reductions,
  SENTENCE_CUTS,
} from '@palimpsest/summarizer/reduce';
import { proseOf } from './prose.ts';
import type { RoundContext } from './reduction-context.ts';
import { rewriteText, withReferences } from './rewrite-text.ts';
import { extractPassages } from './sites.ts';
import { toCandidate } from './steps.ts';
import { targetsOf, type Target } from './targets.ts';

/**
 * Yields removals of sentences from assistant texts: the least valuable sentences of all texts first, each step oldest text first. With
 * `'summarizable'`, texts that must not be summarized stay unchanged, such as those with a secret; `'all'` shortens them too.
 */
export function* listSentenceRemovals(
  context: RoundContext,
  of: 'summarizable' | 'all',
): Generator<EvictionCandidate> {
  const { length } = context.scope.history;
  const entries = context.entries();
  const indices = of === 'all' ? undefined : summarizable(context);
  const texts: { readonly target: Target; readonly text: string; readonly age: number }[] = [];
  for (const target of targetsOf(context).targets) {
    const { kind, index, result } = target;
    if (kind !== 'agent' || result !== undefined || indices?.has(index) === false) continue;
    const prose = proseOf(entries[index]!);
    // A rewrite would turn code blocks into fences in a text.
    if (prose === undefined || prose.parts !== undefined) continue;
    texts.push({ target, text: prose.text, age: length - index });
  }
  const cutter = createSentenceCutter(texts);
  for (const share of SENTENCE_CUTS) {
    for (const { target, text } of texts) {
      const shorter = cutter.cut(text, share);
      if (shorter === undefined) continue;
      const rewrite = (now: string): string | undefined =>
        isUseful(shorter, now) ? shorter : undefined;
      const edit = rewriteText(target, rewrite, context, 'reducedTexts');
      yield toCandidate(withReferences(edit, target, context));
    }
  }
}

/** Returns the indices of the model's entries whose text may be summarized. */
function summarizable({ scope, pipeline, entries }: RoundContext): ReadonlySet<number> {
  const { passages, locations } = extractPassages(entries(), scope, {
    only: 'agent',
    withTextNextToCalls: true,
  });
  const indices = new Set<number>();
  for (const { kind, members } of reductions(passages, { ...pipeline, dedup: false })) {
    if (kind === 'summary') for (const member of members) indices.add(locations[member]!.index);
  }
  return indices;
}
