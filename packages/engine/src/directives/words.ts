/** The entry `@palimpsest/engine/directives/words`: lasting words, statements, and labels of directives. */
export { demonstrationSpans, quotationSpans } from './foreign-spans.ts';
export { hasLastingWord } from './has-lasting-word.ts';
export { isOneOff } from './is-one-off.ts';
export {
  MAX_SEARCHED_LENGTH,
  MAX_STATEMENT_TEXT_LENGTH,
  readLastingWords,
  type LastingTest,
  type LastingWords,
} from './lasting-words.ts';
export { isBindingLevel, REQUIREMENT_LABELS } from './levels.ts';
export { findReplacedStatements, isStatement } from './statements.ts';
