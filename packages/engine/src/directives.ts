export { measureNoteBudget } from './directives/directives-note.ts';
export { pinDirectives } from './directives/pin-directives.ts';
export { keepDirectives, withDirectives } from './directives/keep-directives.ts';
export { restateLostDirectives } from './directives/restate-lost-directives.ts';
