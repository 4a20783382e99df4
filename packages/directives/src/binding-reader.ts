import { sentenceSpans } from '@palimpsest/text';
import type { RequirementLevel } from './directive.ts';
import { judgeHeading, judgeSentence } from './judge-sentence.ts';
import { isListItem, type LineTitle } from './line-kind.ts';

const OPENS_LIST = /[:：](?:\*\*|__)?\s*$/;
const ELEMENT = /^\s*<([A-Za-z][\w-]{0,40})>/;

/** What the heading or line above gives to a line. */
export interface Binding {
  readonly level: RequirementLevel;
  /** A rule binds all sentences of a line; a tip binds only the first. */
  readonly isStrict: boolean;
}

/** Reads lines in order and returns the binding that a heading, or a line with a colon, gives to each. */
export class BindingReader {
  private opened: Binding | undefined;
  /** Whether a heading opened the list. It holds until the next heading. */
  private isUnderHeading = false;
  private hasItems = false;

  /** Ends the list. */
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
    if (isItem) this.hasItems = true;
    else {
      const goesOn = this.hasItems && /^\s/.test(line);
      if (!goesOn && !this.isUnderHeading) this.opened = undefined;
      // A continuation line of a tip explains the tip.
      if (!opened.isStrict || (!goesOn && !this.isUnderHeading)) return undefined;
    }
    return opened;
  }
}

function openedBy(
  line: string,
  tail: string,
  title: LineTitle | undefined,
  isItem: boolean,
): RequirementLevel | undefined {
  const named = title?.text ?? ELEMENT.exec(line)?.[1];
  const level = named === undefined ? undefined : judgeHeading(named);
  if (level !== undefined || isItem || !OPENS_LIST.test(tail)) return level;
  const last = sentenceSpans(tail).at(-1);
  return judgeSentence(last === undefined ? tail : tail.slice(last.start, last.end));
}
