export { absentWord, randomWord, type WordSource } from './absent-word.ts';
export { cutText } from './cut-text.ts';
export { findFailingRun, type FailingRun } from './failing-run.ts';
export { fencedCode } from './fenced-code.ts';
export { lineSpans } from './line-spans.ts';
export { paragraphSpans } from './paragraph-spans.ts';
export { sentenceSpans } from './sentence-spans.ts';
export type { Span } from './span.ts';
export { splitFences, type FencedPart } from './split-fences.ts';
