import 'reflect-metadata';
import type { CompressionLogger, SettingValues } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { serviceToken } from '../src/container-keys.ts';
import { expect, test } from 'vitest';
import { container as rootContainer } from 'tsyringe';
import { labelled, labelOf, pluginNamed, strategyNamed } from './plugins.ts';

/** Labels its strategy with the label of the strategy that it resolves as `inner`. */
const outer = pluginNamed('outer', (services) =>
  labelled('outer', `outer of ${String(labelOf(services.strategy('inner')))}`),
);
const inner = (label: string) => pluginNamed('inner', () => labelled('inner', label));

test('a child has the plugins of its parent, including those registered later', () => {
  const parent = createRegistry().register(pluginNamed('early'));
  const child = parent.createChild().register(pluginNamed('own'));
  const grandchild = child.createChild();
  parent.register(pluginNamed('late'));
  expect(parent.names()).toEqual(['early', 'late']);
  expect(child.names()).toEqual(['early', 'late', 'own']);
  expect(grandchild.names()).toEqual(['early', 'late', 'own']);
  expect(grandchild.plugins().map((plugin) => plugin.name)).toEqual(['early', 'late', 'own']);
  expect(grandchild.resolve('late').name).toBe('late');
});

test.each([
  ['the child is asked first', ['child', 'parent']],
  ['the parent is asked first', ['parent', 'child']],
])(
  'a child replaces what a parent strategy resolves, but only in the child: %s',
  (_story, order) => {
    const parent = createRegistry().register(outer).register(inner('the parent’s'));
    const child = parent.createChild().register(inner('the child’s'));
    const registries = { parent, child };
    const seen = Object.fromEntries(
      order.map((who) => [
        who,
        labelOf(registries[who === 'child' ? 'child' : 'parent'].resolve('outer')),
      ]),
    );
    expect(seen).toEqual({
      parent: 'outer of the parent’s',
      child: 'outer of the child’s',
    });
    expect(labelOf(parent.resolve('inner'))).toBe('the parent’s');
    expect(child.names()).toEqual(['inner', 'outer']);
  },
);

test('services and settings come from the resolving registry, or else from its parents', () => {
  const logged: string[] = [];
  const loggerOf = (who: string): CompressionLogger => ({
    debug: (message) => logged.push(`${who}: ${message}`),
  });
  let settings: SettingValues = { depth: 1 };
  const parent = createRegistry({
    services: { logger: loggerOf('parent') },
    settings: () => settings,
  }).register(
    pluginNamed(
      'talker',
      (services) => {
        services.logger?.debug(`depth ${String(services.settings()['depth'])}`);
        return strategyNamed('talker');
      },
      { services: { logger: undefined } },
    ),
  );
  parent.resolve('talker');
  settings = { depth: 2 };
  parent.createChild().resolve('talker');
  parent.createChild({ services: { logger: loggerOf('child') } }).resolve('talker');
  parent.createChild({ settings: { depth: 3 } }).resolve('talker');
  expect(logged).toEqual([
    'parent: depth 1',
    'parent: depth 2',
    'child: depth 2',
    'parent: depth 3',
  ]);
});

test('a host container provides services and is not changed', () => {
  const messages: string[] = [];
  const container = rootContainer.createChildContainer();
  container.register(serviceToken('logger'), {
    useValue: { debug: (message: string) => messages.push(message) },
  });
  const registry = createRegistry({ container }).register(
    pluginNamed(
      'talker',
      (services) => {
        services.logger?.debug('hello');
        return strategyNamed('talker');
      },
      { services: { logger: undefined } },
    ),
  );
  registry.resolve('talker');
  expect(messages).toEqual(['hello']);
  expect(createRegistry({ container }).names()).toEqual([]);
});
