// The entry point `@palimpsest/engine/run`, for packages that run strategies.
export { withoutGain } from './build-result.ts';
export { pinAgentEntries } from './pin-agent-entries.ts';
export { checkModel } from './resolve-model.ts';
export { runStrategy, type RunRequest } from './run-strategy.ts';
