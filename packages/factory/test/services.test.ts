import 'reflect-metadata';
import type { Services, StrategyPlugin } from '@palimpsest/core-types';
import { estimateEntryTokens } from '@palimpsest/engine/tokens';
import { createRegistry } from '@palimpsest/factory';
import { container as rootContainer } from 'tsyringe';
import { expect, test } from 'vitest';
import { serviceToken } from '../src/container-keys.ts';
import { pluginNamed, strategyNamed } from './plugins.ts';

const nonce = (word: string) => (): string => word;

const OTHERS = new Set(['settings', 'strategy']);

/** A plugin that declares `services`, and records what it gets. */
function reading(name: string, services: Services, seen: unknown[] = []) {
  const create: StrategyPlugin['create'] = (given) => {
    seen.push(Object.fromEntries(Object.entries(given).filter(([key]) => !OTHERS.has(key))));
    return strategyNamed(name);
  };
  return pluginNamed(name, create, { services });
}

test('a service resolves to the default of the first strategy that has one, by token and by name', () => {
  const container = rootContainer.createChildContainer();
  const registry = createRegistry({ container })
    .register(reading('one', { nonce: nonce('one') }))
    .register(reading('two', { nonce: nonce('two') }));
  expect(registry.services()).toEqual({
    tokenizer: estimateEntryTokens,
    nonce: expect.any(Function),
  });
  expect(registry.services().nonce?.()).toBe('one');
  expect(registry.container?.resolve(serviceToken('nonce'))).toBe(registry.services().nonce);
  expect(registry.container?.resolve(serviceToken('tokenizer'))).toBe(estimateEntryTokens);
  expect(registry.container?.resolve(serviceToken('redact'))).toBeUndefined();
  expect(container.isRegistered(serviceToken('nonce'), true)).toBe(false);
});

test('a strategy gets what it declares and nothing else: its own default, unless the service is replaced', () => {
  const seen: Services[] = [];
  const registry = createRegistry({ services: { redact: nonce('never read') } })
    .register(reading('first', { nonce: nonce('first') }))
    .register(reading('second', { nonce: nonce('second') }, seen))
    .register(reading('third', { nonce: undefined as never }, seen));
  const session = registry.createChild({ services: { nonce: nonce('replaced') } });
  for (const name of ['second', 'third']) {
    registry.resolve(name);
    session.resolve(name);
  }
  expect(seen.map((services) => services.nonce?.())).toEqual([
    'second',
    'replaced',
    'first',
    'replaced',
  ]);
  expect(new Set(seen.flatMap((services) => Object.keys(services)))).toEqual(new Set(['nonce']));
});

test('a service can be registered in the container of the host, of the registry, or of a session', () => {
  const container = rootContainer.createChildContainer();
  const registry = createRegistry({ container }).register(
    reading('mine', { nonce: nonce('default') }),
  );
  const session = registry.createChild();
  const current = () => [registry, session].map((each) => each.services().nonce?.());
  expect(current()).toEqual(['default', 'default']);
  container.register(serviceToken('nonce'), { useValue: nonce('host') });
  expect(current()).toEqual(['host', 'host']);
  for (const [owner, word] of [
    [registry, 'registry'],
    [session, 'session'],
  ] as const)
    owner.container?.register(serviceToken('nonce'), { useFactory: () => nonce(word) });
  expect(current()).toEqual(['registry', 'session']);
});

test('lists replaced services that no registered strategy and no host reads', () => {
  const services: Services = { nonce: nonce(''), redact: (text) => text, tokenizer: () => 1 };
  const registry = createRegistry({ services });
  expect(registry.unreadServices().toSorted()).toEqual(['nonce', 'redact']);
  registry.register(reading('mine', { nonce: nonce('default') }));
  expect(registry.unreadServices()).toEqual(['redact']);
  const child = registry.createChild({ services: { summarizers: {} } });
  expect(child.unreadServices().toSorted()).toEqual(['redact', 'summarizers']);
  child.register(reading('other', { redact: (text) => text }));
  expect(child.unreadServices()).toEqual(['summarizers']);
  expect(registry.unreadServices()).toEqual(['redact']);
});
