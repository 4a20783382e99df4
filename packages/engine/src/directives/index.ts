export { createDirectiveFinder, directivesIn, findDirectives } from './find-directives.ts';
