import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import type { OrchestratorOptions } from './orchestrator-options.ts';

const NAMES: ReadonlySet<string> = new Set([
  'history',
  'strategies',
  'estimateTokens',
  'settings',
  'defaultStrategy',
  'prices',
  'cacheTtl',
  'hysteresis',
  'regeneratedShare',
  'taxonomy',
  'workspaceRoot',
  'resolveProvider',
  'resolvePrompt',
  'pinned',
  'originalId',
  'keepOriginals',
  'breaker',
  'attempts',
  'now',
  'logger',
  'state',
  'onListenerError',
] satisfies (keyof OrchestratorOptions)[]);

const ATTEMPTS: ReadonlySet<string> = new Set([
  'retries',
  'minDelayMs',
  'maxDelayMs',
  'maxRetryAfterMs',
  'reRoutes',
  'sleep',
  'random',
] satisfies (keyof NonNullable<OrchestratorOptions['attempts']>)[]);

const BREAKER: ReadonlySet<string> = new Set([
  'failures',
  'coolDownMs',
] satisfies (keyof NonNullable<OrchestratorOptions['breaker']>)[]);

const FUNCTIONS = [
  'resolveProvider',
  'resolvePrompt',
  'pinned',
  'originalId',
  'keepOriginals',
  'now',
  'onListenerError',
] as const;

/** Refuses what cannot be meant when it is given, not when something is due. @throws {OrchestratorOptionError} */
export function checkOrchestratorOptions(options: OrchestratorOptions): void {
  checkNames('options', options, NAMES);
  checkNames('attempts', options.attempts, ATTEMPTS);
  checkNames('breaker', options.breaker, BREAKER);
  const { history, strategies, estimateTokens, settings } = options;
  if (!isLike(history, 'subscribe')) {
    throw refusal('history', history, 'what createConversationHistory() returns');
  }
  if (!isLike(strategies, 'resolve')) {
    const accepted = 'a registry of strategies, such as createPalimpsest().registry';
    throw refusal('strategies', strategies, accepted);
  }
  if (typeof estimateTokens !== 'function') {
    throw refusal('estimateTokens', estimateTokens, 'a function of entries to a number');
  }
  if (settings !== undefined && !isLike(settings, 'explicitValues')) {
    throw refusal('settings', settings, 'what createSettings({ ephemeral }) returns');
  }
  for (const name of FUNCTIONS) {
    const given: unknown = options[name];
    if (given === undefined || typeof given === 'function') continue;
    throw refusal(name, given, 'a function');
  }
}

function checkNames(option: string, given: unknown, names: ReadonlySet<string>): void {
  if (given === undefined && option !== 'options') return;
  if (typeof given !== 'object' || given === null) throw refusal(option, given, 'an object');
  for (const name of Object.keys(given)) {
    if (!names.has(name)) throw refusal(option, name, [...names].join(', '));
  }
}

function isLike<Value>(value: Value, method: keyof Value): boolean {
  return typeof value === 'object' && value !== null && typeof value[method] === 'function';
}

function refusal(option: string, seen: unknown, accepted: string): OrchestratorOptionError {
  return new OrchestratorOptionError(option, seen, accepted);
}
