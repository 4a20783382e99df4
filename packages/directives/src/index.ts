export { hasDemandWord } from './demand-words.ts';
export { REQUIREMENT_LABELS, type Directive, type RequirementLevel } from './directive.ts';
export { directivesIn, findDirectives } from './find-directives.ts';
