import type { Command } from '../arguments/option.ts';

export const strategiesCommand: Command = {
  name: 'strategies',
  summary: 'Lists the strategies, whether they need a model, and their settings.',
  options: { json: { type: 'boolean', help: 'the same as JSON' } },
};
