import { createRegistry } from '@palimpsest/factory';
import { forgetThinking } from './forget-thinking.ts';
const about = { requiresLLM: false, humanText: 'kept', description: 'Drops thinking.' } as const;
const plugin = { specification: 1, name: 'forget-thinking', ...about } as const;
export const registry = createRegistry().register({ ...plugin, create: () => forgetThinking });
