import { lineSpans, sentenceSpans, type Span } from '../text/index.ts';
import type { RequirementLevel } from '@palimpsest/core-types';
import { foreignSpans } from './foreign-spans.ts';
import { findHeadingLevel, findRequirementLevel } from './requirement-level.ts';
import { ForeignLineReader } from './foreign-line-reader.ts';
import { isListItem, parseTitle, type LineTitle } from './line-kind.ts';

export interface AuthoredSentence extends Span {
  /** The level that the heading or line above gives to it. */
  readonly listLevel: RequirementLevel | undefined;
}

/** UTF-16 units at each end of a line that are read to classify it. It bounds the time for long lines. */
const READ_LENGTH = 300;

/** Yields the sentences by the author of a text: no code, logs, quotations, diffs or reports. */
export function* authoredSentences(text: string): Generator<AuthoredSentence> {
  const sentences = sentenceSpans(text);
  const lines = lineSpans(text);
  const isForeign = insideOf(foreignSpans(text, lines));
  const foreign = new ForeignLineReader(text, lines);
  const bindings = new BindingReader();
  let next = 0;
  for (const { start, end } of lines) {
    const first = next;
    while (next < sentences.length && sentences[next]!.start < end) next++;
    if (isForeign(start, end)) {
      bindings.end();
      continue;
    }
    const line = text.slice(start, Math.min(end, start + READ_LENGTH));
    const title = parseTitle(line);
    // Unlike a quotation above, a blank line or a line of code or a log may be inside a list: it does not end it.
    if (foreign.readLine(line, title)) continue;
    const binding = bindings.read(line, text.slice(Math.max(start, end - READ_LENGTH), end), title);
    for (let index = first; index < next; index++) {
      const sentence = sentences[index]!;
      if (isForeign(sentence.start, sentence.start + 1)) continue;
      const isBound = index === first || binding?.isStrict === true;
      yield { ...sentence, listLevel: isBound ? binding?.level : undefined };
    }
  }
}

/** Returns a function that returns whether a range is inside one of the spans. Call it with ascending ranges. */
function insideOf(spans: readonly Span[]): (start: number, end: number) => boolean {
  let next = 0;
  return (start, end) => {
    while (next < spans.length && spans[next]!.end <= start) next++;
    const span = spans[next];
    return span !== undefined && span.start <= start && end <= span.end;
  };
}

const OPENS_LIST = /[:：](?:\*\*|__)?\s*$/;
const ELEMENT = /^\s*<([A-Za-z][\w-]{0,40})>/;

/** The level that a heading, or a line with a colon, gives to the lines below it. */
interface Binding {
  readonly level: RequirementLevel;
  /** A rule binds all sentences of a line; a tip binds only the first. */
  readonly isStrict: boolean;
}

/** Reads lines in order and returns the binding that a heading, or a line with a colon, gives to each. */
class BindingReader {
  private opened: Binding | undefined;
  /** Whether a heading gave the level: then it is also that of lines that are no items. */
  private isUnderHeading = false;
  /** Whether the list has items so far. */
  private hasItems = false;

  /** Ends the list: no level is given to further lines. */
  end(): void {
    this.opened = undefined;
  }

  /** @param tail the end of the line, with the colon that may open a list */
  read(line: string, tail: string, title: LineTitle | undefined): Binding | undefined {
    const isHeading = title?.isHeading === true;
    const isItem = !isHeading && isListItem(line);
    const binding = this.bindingOf(line, isItem, isHeading);
    const level = openedBy(line, tail, title, isItem);
    if (level !== undefined) {
      this.opened = { level, isStrict: level !== 'should' && level !== 'prefer' };
      this.isUnderHeading = isHeading;
      this.hasItems = false;
    }
    return binding;
  }

  private bindingOf(line: string, isItem: boolean, isHeading: boolean): Binding | undefined {
    if (isHeading) this.opened = undefined;
    const opened = this.opened;
    if (opened === undefined) return undefined;
    if (isItem) {
      this.hasItems = true;
      return opened;
    }
    const isInList = this.isUnderHeading || (this.hasItems && /^\s/.test(line));
    if (!isInList) this.opened = undefined;
    // A rule also binds lines of its list that are no items. Such a line only explains a tip.
    return isInList && opened.isStrict ? opened : undefined;
  }
}

function openedBy(
  line: string,
  tail: string,
  title: LineTitle | undefined,
  isItem: boolean,
): RequirementLevel | undefined {
  const heading = title?.text ?? ELEMENT.exec(line)?.[1];
  const level = heading === undefined ? undefined : findHeadingLevel(heading);
  if (level !== undefined || isItem || !OPENS_LIST.test(tail)) return level;
  const last = sentenceSpans(tail).at(-1);
  return findRequirementLevel(last === undefined ? tail : tail.slice(last.start, last.end));
}
