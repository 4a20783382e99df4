import { lineSpans } from '@palimpsest/text';
import { isForeignLine, isReportTitle, opensReport } from './foreign-lines.ts';
import { lineTitle, type LineTitle } from './line-title.ts';
import { isListItem } from './list-item.ts';

const INDENTED = /^(?: {4}|\t| {1,3}\t)/;
const DEEP_FENCE = /^\s{4,}(?:`{3}|~{3})/;
const DIFFERENCE = /^(?:diff --git|@@ -\d)/;
const IN_DIFFERENCE = /^(?:[ +\-\\]|$|@@|index |\+\+\+|---|diff )/;
const TRACEBACK = /^\s*Traceback \(/;
const ELEMENT = /^\s*<\/?[A-Za-z][\w-]{0,40}>/;
const CAPITALS = /^[A-Z][A-Z ]+$/;
const LONGEST_TITLE = 80;

/** Knows of each line, read in order, whether the writer of the text says it or only shows it. Blank lines are read as well. */
export class ForeignLineReader {
  private readonly hasReport: boolean;
  private isReport: boolean;
  private isDifference = false;
  private isTraceback = false;
  private isDeepFence = false;
  private isIndentedCode = false;
  private isAfterBlank = true;
  private isInList = false;

  constructor(text: string) {
    const lines = lineSpans(text);
    this.hasReport = lines.some(({ start, end }) => {
      if (end - start > LONGEST_TITLE) return false;
      const title = lineTitle(text.slice(start, end));
      return title !== undefined && isReportTitle(title.text, false);
    });
    // A report that begins in the second line has its title in the first.
    const second = lines[1];
    this.isReport =
      second !== undefined &&
      second.end - second.start <= LONGEST_TITLE &&
      opensReport(text.slice(second.start, second.end));
  }

  isForeign(line: string, title: LineTitle | undefined): boolean {
    if (line.trim() === '') {
      this.isAfterBlank = true;
      return true;
    }
    const isForeign = this.isPartOfForeign(line);
    this.isAfterBlank = false;
    if (isForeign) return true;
    if (opensReport(line)) this.isReport = true;
    else if (title !== undefined && isReportTitle(title.text, this.hasReport)) this.isReport = true;
    else if (title?.isHeading === true || CAPITALS.test(title?.text ?? '') || ELEMENT.test(line))
      this.isReport = false;
    return this.isReport;
  }

  private isPartOfForeign(line: string): boolean {
    if (DEEP_FENCE.test(line)) {
      this.isDeepFence = !this.isDeepFence;
      return true;
    }
    if (this.isDeepFence) return true;
    if (DIFFERENCE.test(line)) this.isDifference = true;
    else if (this.isDifference) this.isDifference = IN_DIFFERENCE.test(line);
    if (this.isDifference) return true;
    const goesOn = /^\s/.test(line);
    if (this.isTraceback || TRACEBACK.test(line)) {
      // The line that ends it says what was raised.
      this.isTraceback = goesOn || TRACEBACK.test(line);
      return true;
    }
    const isItem = isListItem(line);
    this.isIndentedCode =
      INDENTED.test(line) &&
      !this.isInList &&
      !isItem &&
      (this.isIndentedCode || this.isAfterBlank);
    if (isItem) this.isInList = true;
    else if (!goesOn) this.isInList = false;
    return this.isIndentedCode || isForeignLine(line);
  }
}
