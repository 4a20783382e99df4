import { lineSpans, sentenceSpans, type Span } from '@palimpsest/text';
import { BindingReader } from './binding-reader.ts';
import type { RequirementLevel } from './directive.ts';
import { ForeignLineReader } from './foreign-line-reader.ts';
import { foreignSpans } from './foreign-spans.ts';
import { parseTitle } from './line-kind.ts';

/** A sentence by the author of the text. */
export interface AuthoredSentence extends Span {
  /** The level that the heading or line above gives to it. */
  readonly listLevel: RequirementLevel | undefined;
}

/** UTF-16 units at each end of a line that show its kind. */
const KIND_LENGTH = 300;

/** Yields the sentences by the author of a text: no code, logs, quotations, diffs or reports. */
export function* authoredSentences(text: string): Generator<AuthoredSentence> {
  const sentences = sentenceSpans(text);
  const isForeign = insideOf(foreignSpans(text));
  const foreign = new ForeignLineReader(text);
  const bindings = new BindingReader();
  let next = 0;
  for (const { start, end } of lineSpans(text)) {
    const first = next;
    while (next < sentences.length && sentences[next]!.start < end) next++;
    if (isForeign(start, end)) {
      bindings.end();
      continue;
    }
    const line = text.slice(start, Math.min(end, start + KIND_LENGTH));
    const title = parseTitle(line);
    if (foreign.isForeign(line, title)) continue;
    const binding = bindings.read(line, text.slice(Math.max(start, end - KIND_LENGTH), end), title);
    for (let index = first; index < next; index++) {
      const sentence = sentences[index]!;
      if (isForeign(sentence.start, sentence.start + 1)) continue;
      const isBound = index === first || binding?.isStrict === true;
      yield { ...sentence, listLevel: isBound ? binding?.level : undefined };
    }
  }
}

/** Returns a function that tells whether a range is inside one of the spans. Call it with ascending ranges. */
function insideOf(spans: readonly Span[]): (start: number, end: number) => boolean {
  let next = 0;
  return (start, end) => {
    while (next < spans.length && spans[next]!.end <= start) next++;
    const span = spans[next];
    return span !== undefined && span.start <= start && end <= span.end;
  };
}
