export type { Directive, DirectiveForce } from './directive.ts';
export { directivesIn } from './directives-in.ts';
export { findDirectives } from './find-directives.ts';
