export { pinDirectives } from './strategy/directives/keep-directives.ts';
