// The entry point `@palimpsest/engine/run`, for packages that run strategies.
export { withoutGain } from './strategy/build-result.ts';
export { pinAgentEntries } from './strategy/pin-agent-entries.ts';
export { checkModel } from './strategy/resolve-model.ts';
export { runStrategy, type RunRequest } from './strategy/run-strategy.ts';
