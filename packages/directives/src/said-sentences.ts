import { lineSpans, sentenceSpans, type Span } from '@palimpsest/text';
import { BindingReader } from './binding-reader.ts';
import type { RequirementLevel } from './directive.ts';
import { ForeignLineReader } from './foreign-line-reader.ts';
import { foreignSpans } from './foreign-spans.ts';
import { lineTitle } from './line-kind.ts';

/** A sentence its writer says, with how the heading or line above binds it. */
export interface SaidSentence extends Span {
  readonly bound: RequirementLevel | undefined;
}

/** No more of a line is looked at to tell what kind it is, from its beginning and from its end. */
const LOOKED_AT = 300;

/** Sentences of a text that its writer says: without code, logs, quotations, differences and reports. */
export function* saidSentences(text: string): Generator<SaidSentence> {
  const sentences = sentenceSpans(text);
  const isShown = insideOf(foreignSpans(text));
  const foreign = new ForeignLineReader(text);
  const bindings = new BindingReader();
  let next = 0;
  for (const { start, end } of lineSpans(text)) {
    const first = next;
    while (next < sentences.length && sentences[next]!.start < end) next++;
    if (isShown(start, end)) {
      bindings.end();
      continue;
    }
    const line = text.slice(start, Math.min(end, start + LOOKED_AT));
    const title = lineTitle(line);
    if (foreign.isForeign(line, title)) continue;
    const binding = bindings.read(line, text.slice(Math.max(start, end - LOOKED_AT), end), title);
    for (let index = first; index < next; index++) {
      const sentence = sentences[index]!;
      if (isShown(sentence.start, sentence.start + 1)) continue;
      const isBound = index === first || binding?.isStrict === true;
      yield { ...sentence, bound: isBound ? binding?.level : undefined };
    }
  }
}

/** Tells whether a part of the text is inside one of the spans; to be asked in order. */
function insideOf(spans: readonly Span[]): (start: number, end: number) => boolean {
  let next = 0;
  return (start, end) => {
    while (next < spans.length && spans[next]!.end <= start) next++;
    const span = spans[next];
    return span !== undefined && span.start <= start && end <= span.end;
  };
}
