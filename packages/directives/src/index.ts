export { hasDemandWord } from './demand-words.ts';
export { REQUIREMENT_LABELS } from './requirement-labels.ts';
export { directivesIn, findDirectives } from './find-directives.ts';
