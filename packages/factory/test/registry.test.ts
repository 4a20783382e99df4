import 'reflect-metadata';
import { CompressionStrategyError } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { STRATEGY_NAMES, strategyToken } from '../src/container-keys.ts';
import { container as rootContainer } from 'tsyringe';
import { expect, test } from 'vitest';
import { errorOf, pluginNamed, strategyNamed } from './plugins.ts';

test('resolves a registered strategy by its name, and creates it once', () => {
  let made = 0;
  const registry = createRegistry().register(
    pluginNamed('mine', () => {
      made += 1;
      return strategyNamed('mine');
    }),
  );
  expect(made).toBe(0);
  const strategy = registry.resolve('mine');
  expect(strategy.name).toBe('mine');
  expect(registry.resolve('mine')).toBe(strategy);
  expect(made).toBe(1);
});

test('rejects unknown options', () => {
  const expected = 'options: expected one of services, settings, container, got "model".';
  const options = { model: 'gpt-5' } as never;
  expect(() => createRegistry(options)).toThrow(expected);
  expect(() => createRegistry().createChild(options)).toThrow(expected);
});

test('lists names and plugins in sorted order, without their create functions', () => {
  const settings = [{ key: 'zeta.depth', type: 'integer', description: 'How deep.' }] as const;
  const registry = createRegistry()
    .register(pluginNamed('zeta', undefined, { settings, humanText: 'last', longHumanText: 0 }))
    .register(pluginNamed('alpha', undefined, { requiresLLM: true }));
  expect(registry.names()).toEqual(['alpha', 'zeta']);
  expect(registry.plugins()).toStrictEqual([
    {
      name: 'alpha',
      requiresLLM: true,
      humanText: 'kept',
      description: 'Does what alpha does.',
      services: [],
    },
    {
      name: 'zeta',
      requiresLLM: false,
      humanText: 'last',
      longHumanText: 0,
      description: 'Does what zeta does.',
      services: [],
      settings,
    },
  ]);
});

test('a host resolves strategies and names from the container by token', () => {
  const container = rootContainer.createChildContainer();
  const registry = createRegistry({ container })
    .register(pluginNamed('mine'))
    .register(pluginNamed('another'));
  const child = registry.createChild().register(pluginNamed('third'));
  expect(registry.container?.resolve(strategyToken('mine'))).toBe(registry.resolve('mine'));
  expect(registry.container?.resolve(STRATEGY_NAMES)).toEqual(['another', 'mine']);
  expect(child.container?.resolve(STRATEGY_NAMES)).toEqual(['another', 'mine', 'third']);
  expect(createRegistry().container).toBeUndefined();
});

test('wraps an error of create once, with the strategy name and the cause', () => {
  const cause = new Error('no model is configured');
  const registry = createRegistry()
    .register(
      pluginNamed('inner', () => {
        throw cause;
      }),
    )
    .register(pluginNamed('outer', (services) => services.strategy('inner')));
  for (const name of ['inner', 'outer']) {
    const error = errorOf(() => registry.resolve(name));
    expect(error).toBeInstanceOf(CompressionStrategyError);
    expect(error).toMatchObject({
      code: 'STRATEGY_CREATE_FAILED',
      strategy: 'inner',
      cause,
      message: 'Strategy "inner" could not be created: no model is configured',
    });
  }
});

test('rejects a strategy whose name differs from the name of its plugin', () => {
  const registry = createRegistry()
    .register({ ...pluginNamed('original'), name: 'renamed' })
    .register(pluginNamed('outer', (services) => services.strategy('renamed')));
  for (const name of ['renamed', 'outer']) {
    const error = errorOf(() => registry.resolve(name));
    expect(error).toBeInstanceOf(CompressionStrategyError);
    expect(error).toMatchObject({
      code: 'STRATEGY_NAME_MISMATCH',
      strategy: 'renamed',
      message: 'Strategy plugin "renamed" created a strategy named "original". Name both the same.',
    });
  }
});

test('reports strategies that need each other during creation as a cycle', () => {
  const registry = createRegistry()
    .register(pluginNamed('start', (services) => services.strategy('a')))
    .register(pluginNamed('a', (services) => services.strategy('b')))
    .register(pluginNamed('b', (services) => services.strategy('a')))
    .register(pluginNamed('self', (services) => services.strategy('self')))
    .register(pluginNamed('healthy'));
  expect(errorOf(() => registry.resolve('start'))).toMatchObject({
    name: 'CompressionStrategyError',
    code: 'STRATEGY_CYCLE',
    strategy: 'a',
    message:
      'Strategies need each other to be created: a → b → a. Ask for the other strategy in compress() instead of create().',
  });
  expect(() => registry.resolve('self')).toThrow('self → self');
  expect(registry.resolve('healthy').name).toBe('healthy');
});

test('dispose closes a registry and disposes of its strategies, newest first, but not those of children', () => {
  const disposed: string[] = [];
  const disposable = (name: string) =>
    pluginNamed(name, () => ({ ...strategyNamed(name), dispose: () => disposed.push(name) }));
  const registry = createRegistry()
    .register(disposable('first'))
    .register(disposable('second'))
    .register(disposable('never-made'))
    .register(pluginNamed('plain'));
  const child = registry.createChild();
  registry.resolve('second');
  registry.resolve('first');
  registry.resolve('plain');
  const childStrategy = child.resolve('first');
  registry.dispose();
  registry.dispose();
  expect(disposed).toEqual(['first', 'second']);
  for (const use of [
    () => registry.resolve('first'),
    () => registry.register(pluginNamed('more')),
    () => registry.createChild(),
  ])
    expect(errorOf(use)).toMatchObject({
      code: 'REGISTRY_DISPOSED',
      message: 'This registry was disposed of. Create another one.',
    });
  expect(child.resolve('first')).toBe(childStrategy);
  child.dispose();
  expect(disposed).toEqual(['first', 'second', 'first']);
});
