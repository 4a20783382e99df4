export { measureNoteBudget, restateLostDirectives } from './strategy/directives/directives-note.ts';
export { pinDirectives } from './strategy/directives/keep-directives.ts';
