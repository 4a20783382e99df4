export { measureNoteBudget } from './directives/directives-note.ts';
export { pinDirectives } from './directives/pin-directives.ts';
export { withDirectives } from './directives/keep-directives.ts';
export {
  restateLostDirectives,
  type NoteRequest,
  type RestatedDirectives,
} from './directives/restate-lost-directives.ts';
export { runStrategy, type Run, type RunRequest } from './run-strategy.ts';
