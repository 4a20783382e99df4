export { directivesIn, findDirectives } from './find-directives.ts';
