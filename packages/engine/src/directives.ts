export { measureNoteBudget } from './directives/directives-note.ts';
export { keepDirectives, pinDirectives, withDirectives } from './directives/keep-directives.ts';
export { restateLostDirectives } from './directives/restate-lost-directives.ts';
