export { measureNoteBudget } from './strategy/directives/directives-note.ts';
export {
  keepDirectives,
  pinDirectives,
  withDirectives,
} from './strategy/directives/keep-directives.ts';
export { restateLostDirectives } from './strategy/directives/restate-lost-directives.ts';
