import 'reflect-metadata';
import { createRegistry } from '@palimpsest/factory';
import { container } from 'tsyringe';
import { forgetThinking } from './forget-thinking.ts';

// Your container does not change: strategies are registered in a child of it.
const shared = createRegistry({ container }).register({
  specification: 1,
  name: 'forget-thinking',
  description: 'Drops the reasoning of old messages.',
  requiresLLM: false,
  humanText: 'kept',
  // A strategy gets the services that it declares, each with its default.
  services: { logger: undefined },
  create({ logger }) {
    logger?.debug('created');
    return forgetThinking;
  },
});

// A session sees the strategies of the shared registry, and creates them with services of its own.
for (const id of ['session-1', 'session-2']) {
  const logger = { debug: (message: string) => console.log(`${id}: ${message}`) };
  const session = shared.createChild({ services: { logger } });
  session.resolve('forget-thinking');
  session.dispose();
}
