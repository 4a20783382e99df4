import { countWords } from './words.ts';

const FENCED = /```.*?(?:```|$(?![^]))/gs;
/** List markers, quotes, numbers and check marks at the start of a line. */
const LINE_MARK = /^[\s\-*#>+|•–—✅❌✓☐☑0-9.)\][(]+/u;
const SENTENCE_END = /(?<=[.!?:])\s+/;
const MIN_WORDS = 5;

/** "Now let me check X": the tool call next to it states the same. */
const ANNOUNCEMENT = new RegExp(
  String.raw`^(?:(?:now|first|next|then|ok(?:ay)?|good|great|perfect|excellent|so|and|also|alright|wait|actually|finally|let's see)\b[\s,.:!—–-]*)*` +
    String.raw`(?:let me|let's|let us|i'll|i will|i'm going to|i am going to|now i|i(?: also)? (?:need|want|should)(?: to)?)\s+` +
    String.raw`(?:now |also |first |quickly |just |then |next |to )*` +
    String.raw`(?:check|look|see|verify|run|re-?run|read|examine|search|find|explore|understand|view|review|inspect|investigate|trace|start|continue|proceed|test|try|do|take|get|list|compare|confirm|make sure|analy[sz]e|double)\b`,
  'i',
);
/** "All tests pass": also true of other runs. */
const STATUS =
  /\b(?:tests?|lint\w*|build\w*|checks?|format\w*|code|everything|all)\b.*\b(?:pass\w*|clean\w*|success\w*|ready|done|complete\w*|compil\w*|lint\w*|format\w*)\b/i;
const MAX_STATUS_WORDS = 10;

/** Yields the sentences of a text with at least five words, without fenced code. */
export function* sentencesOf(text: string): Generator<string> {
  for (const line of text.replace(FENCED, '\n').split('\n')) {
    for (const sentence of line.trim().replace(LINE_MARK, '').split(SENTENCE_END)) {
      if (countWords(sentence) >= MIN_WORDS) yield sentence;
    }
  }
}

/** Returns whether a sentence only announces a step, or only reports success. */
export function isRoutine(sentence: string): boolean {
  return (
    ANNOUNCEMENT.test(sentence) ||
    (countWords(sentence) <= MAX_STATUS_WORDS && STATUS.test(sentence))
  );
}
