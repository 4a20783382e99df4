export { hasDemandWord } from './demand-words.ts';
export { FORCE_WORDS, type Directive, type DirectiveForce } from './directive.ts';
export { directivesIn } from './directives-in.ts';
export { findDirectives } from './find-directives.ts';
