export { createDelimiter, randomHexString, type RandomStringSource } from './create-delimiter.ts';
export { cutBetweenTokens, truncateText } from './truncate-text.ts';
export { findFailingRun } from './failing-tests.ts';
export { fencedCode, splitFences, type FencedPart } from './fences.ts';
export { forEachLine, lineSpans, type Span } from './line-spans.ts';
export { findTables, type Table } from './find-tables.ts';
export { createProseLines, isQuoteEdge, type ProseLine } from './prose-lines.ts';
export { isRoutineSentence } from './routine-sentence.ts';
export { sentenceSpans } from './sentence-spans.ts';
