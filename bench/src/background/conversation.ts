import type { IContent } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { salience } from '@palimpsest/strategy-salience';
import { estimateEntryTokens } from '@palimpsest/tokenizer';

/** What requests and workers have in common. */
export const RUNNER = {
  strategies: createRegistry().register(middleOut).register(salience),
  estimateTokens: estimateEntryTokens,
};

/** Exchanges with which each session begins. A job starts two exchanges later, and compression is due after another two. */
const FIRST_EXCHANGES = 11;

/** Returns settings of a window that holds about 17 exchanges. */
export function settingsOf(strategy: 'middle-out' | 'salience') {
  const ephemeral = {
    'context-limit': 32_000,
    maxOutputTokens: 1_000,
    'compression.strategy': strategy,
    'compression.fallback': 'salience',
  };
  return createSettings({ ephemeral, specs: () => RUNNER.strategies.settingSpecs() });
}

/** Returns the history of a session before its first request. */
export function beginSession(id: string): IContent[] {
  const question = `Run the suites of ${id}, and repair what fails.`;
  return [
    { speaker: 'human', blocks: [{ type: 'text', text: question }] },
    ...Array.from({ length: FIRST_EXCHANGES }, (_, at) => exchange(`${id}-first-${at}`)).flat(),
  ];
}

/** Returns a call of an agent and its result, of about 1,800 tokens. */
export function exchange(id: string): IContent[] {
  const parameters = { command: `make test-${id}` };
  const lines = Array.from({ length: 120 }, (_, at) => `ok ${at} of suite ${id} passed in ${at} s`);
  return [
    { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'bash', parameters }] },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result: lines.join('\n') }],
    },
  ];
}
