export { findDirectives } from './find-directives.ts';
