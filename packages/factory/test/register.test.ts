import type { SettingSpec, StrategyPlugin } from '@palimpsest/core-types';
import { createRegistry, RegistrationError } from '@palimpsest/factory';
import { SETTING_SPECS } from '../src/settings.ts';
import { expect, test } from 'vitest';
import { errorOf, labelled, labelOf, pluginNamed, strategyNamed } from './plugins.ts';

function refusal(plugin: object): unknown {
  const registry = createRegistry();
  const error = errorOf(() => registry.register(Object.assign(pluginNamed('mine'), plugin)));
  expect(error).toBeInstanceOf(RegistrationError);
  expect(registry.names()).toEqual([]);
  return error;
}

test.each([2, 0, '1', undefined])('rejects specification %j', (specification) => {
  expect(refusal({ specification })).toMatchObject({
    code: 'UNSUPPORTED_SPECIFICATION',
    message: `Strategy plugin "mine" follows specification ${specification}, but this factory knows only 1. Use versions of the plugin and of @palimpsest/factory that go together.`,
  });
});

test.each(['', ' ', 'two words', 'line\nbreak', 'nul\0', '\ud800', 'x'.repeat(101)])(
  'rejects the name %j',
  (name) => {
    expect(refusal({ name })).toMatchObject({
      code: 'INVALID_STRATEGY_NAME',
      message: `The name of a strategy must be 1 to 100 characters without white space, but is ${JSON.stringify(name.slice(0, 100))}.`,
    });
  },
);

test('rejects a name that is not a string, and a value that is not a plugin', () => {
  expect(refusal({ name: 7 })).toMatchObject({
    message:
      'The name of a strategy must be 1 to 100 characters without white space, but is number.',
  });
  expect(refusal({ name: ['mine'] })).toMatchObject({
    message:
      'The name of a strategy must be 1 to 100 characters without white space, but is object.',
  });
  expect(refusal({ create: undefined })).toMatchObject({
    code: 'INVALID_PLUGIN',
    message: 'Strategy plugin "mine" must have a create function, but create is undefined.',
  });
  for (const [given, seen] of [
    ['null', 'null'],
    ['7', 'number'],
    ['"mine"', 'string'],
  ] as const) {
    expect(errorOf(() => createRegistry().register(JSON.parse(given)))).toMatchObject({
      code: 'INVALID_PLUGIN',
      message: `A strategy plugin must be an object, but is ${seen}.`,
    });
  }
});

test.each([
  ['Kept', '"Kept"'],
  [undefined, 'undefined'],
  [true, 'true'],
])('rejects the humanText declaration %j', (humanText, seen) => {
  expect(refusal({ humanText })).toMatchObject({
    code: 'INVALID_PLUGIN',
    message: `Strategy plugin "mine" has the humanText ${seen}, which is not one of kept, last, eligible.`,
  });
});

test.each(['@acme/ledger', 'salience', 'Über.2', 'x'.repeat(100), 'constructor', '__proto__'])(
  'accepts the name %s',
  (name) => {
    const registry = createRegistry().register(pluginNamed(name));
    expect(registry.names()).toEqual([name]);
    expect(registry.resolve(name).name).toBe(name);
  },
);

test('rejects a name that is already registered, unless `replace` is set', () => {
  const registry = createRegistry().register(pluginNamed('mine'));
  const first = registry.resolve('mine');
  const again = pluginNamed('mine', () => labelled('mine', 'second'), { description: 'Newer.' });
  expect(errorOf(() => registry.register(again))).toMatchObject({
    code: 'DUPLICATE_STRATEGY',
    message:
      'A strategy named "mine" is registered here already. Choose another name, pass { replace: true }, or register it in a child registry.',
  });
  expect(registry.resolve('mine')).toBe(first);
  registry.register(again, { replace: true });
  expect(labelOf(registry.resolve('mine'))).toBe('second');
  expect(registry.names()).toEqual(['mine']);
  expect(registry.plugins()).toMatchObject([{ description: 'Newer.' }]);
});

const depth: SettingSpec = {
  key: 'acme.depth',
  type: 'integer',
  description: 'How deep.',
  default: 2,
  minimum: 1,
};

const kind = { key: 'acme.kind', type: 'enum', description: 'Which.' } as const;

test('adds the settings of plugins after those of this package', () => {
  const registry = createRegistry();
  expect(registry.settingSpecs()).toEqual(SETTING_SPECS);
  registry.register(pluginNamed('mine', undefined, { settings: [depth] }));
  const specs = registry.settingSpecs();
  expect(specs).toEqual([...SETTING_SPECS, depth]);
  expect(registry.settingSpecs()).toBe(specs);
});

test('accepts a repeated setting declaration with the same meaning', () => {
  const density = SETTING_SPECS.filter((spec) => spec.key.startsWith('compression.density.'));
  const registry = createRegistry()
    .register(pluginNamed('dense', undefined, { settings: density }))
    .register(pluginNamed('one', undefined, { settings: [depth, { ...kind, values: ['a', 'b'] }] }))
    .register(
      pluginNamed('two', undefined, {
        settings: [
          { ...depth, description: 'Depth.', exclusiveMinimum: false },
          { ...kind, values: ['b', 'a'] },
        ],
      }),
    );
  expect(registry.settingSpecs().map((spec) => spec.key)).toEqual([
    ...SETTING_SPECS.map((spec) => spec.key),
    'acme.depth',
    'acme.kind',
  ]);
});

test.each<[Partial<SettingSpec>]>([
  [{ type: 'number' }],
  [{ default: 3 }],
  [{ minimum: 0 }],
  [{ maximum: 9 }],
  [{ exclusiveMinimum: true }],
  [{ exclusiveMaximum: true }],
])('rejects a setting that another plugin declared differently: %j', (change) => {
  const registry = createRegistry().register(pluginNamed('one', undefined, { settings: [depth] }));
  const other = pluginNamed('two', undefined, { settings: [{ ...depth, ...change }] });
  const child = registry.createChild();
  for (const target of [registry, child]) {
    const error = errorOf(() => target.register(other));
    expect(error).toMatchObject({
      name: 'RegistrationError',
      code: 'SETTING_CONFLICT',
      message: expect.stringContaining('but strategy "one" declared it as {"type":"integer"'),
    });
    expect(target.names()).toEqual(['one']);
    expect(target.settingSpecs()).toContain(depth);
  }
});

test('accepts a repeated setting declaration with both bounds exclusive', () => {
  const open = { ...depth, maximum: 9, exclusiveMinimum: true, exclusiveMaximum: true };
  const registry = createRegistry()
    .register(pluginNamed('one', undefined, { settings: [open] }))
    .register(pluginNamed('two', undefined, { settings: [{ ...open, description: 'Other.' }] }));
  expect(registry.names()).toEqual(['one', 'two']);
  const closed = pluginNamed('three', undefined, {
    settings: [{ ...open, exclusiveMaximum: false }],
  });
  expect(errorOf(() => registry.register(closed))).toMatchObject({ code: 'SETTING_CONFLICT' });
});

test('a conflict names the source of the earlier declaration, which can be this package', () => {
  const settings: SettingSpec[] = [
    { key: 'compression-threshold', type: 'number', description: '', default: 0.5 },
  ];
  expect(refusal({ settings })).toMatchObject({
    code: 'SETTING_CONFLICT',
    message:
      'Strategy plugin "mine" declares the setting "compression-threshold" as {"type":"number","default":0.5}, but @palimpsest/factory declared it as {"type":"number","default":0.85,"minimum":0,"maximum":1,"exclusiveMinimum":true}. Declare the same, or choose another key.',
  });
  expect(refusal({ settings: [depth, { ...depth, default: 4 }] })).toMatchObject({
    code: 'SETTING_CONFLICT',
    message: expect.stringContaining('but itself declared it as'),
  });
});

test('a child sees settings that its parent gets later, even after an earlier read', () => {
  const parent = createRegistry();
  const child = parent.createChild();
  expect(child.settingSpecs()).toEqual(SETTING_SPECS);
  parent.register(pluginNamed('mine', undefined, { settings: [depth] }));
  expect(child.settingSpecs()).toContain(depth);
});

test('a replacement of a plugin can declare its settings differently', () => {
  const registry = createRegistry().register(pluginNamed('mine', undefined, { settings: [depth] }));
  const newer = { ...depth, default: 5 };
  const plugin = pluginNamed('mine', undefined, { settings: [newer] });
  const child = registry.createChild().register(plugin);
  expect(child.settingSpecs().at(-1)).toBe(newer);
  expect(registry.settingSpecs().at(-1)).toBe(depth);
  registry.register(plugin, { replace: true });
  expect(registry.settingSpecs().at(-1)).toBe(newer);
});

test.each([
  [{ ...depth, key: ' ' }, 'the setting " " without a key'],
  [{ ...depth, default: 0 }, 'with the default 0, which is not a whole number of at least 1'],
  [{ ...depth, default: '2' }, 'with the default "2", which is not a whole number of at least 1'],
  [{ key: 'acme.kind', type: 'enum', description: '' }, 'without values'],
  [
    { ...depth, type: 'date' },
    'with the type "date", which is not one of boolean, number, integer, string, enum',
  ],
])('rejects an invalid setting declaration: %j', (spec, reason) => {
  const error = refusal({ settings: [spec] });
  expect(error).toMatchObject({
    code: 'INVALID_SETTING_SPEC',
    message: expect.stringContaining(reason),
  });
});

const declaring = (name: string, spec: SettingSpec): StrategyPlugin =>
  pluginNamed(name, () => strategyNamed(name), { settings: [spec] });

test('a conflict names this package even if another strategy repeated its declaration', () => {
  const spec = SETTING_SPECS.find(({ key }) => key === 'context-limit');
  const registry = createRegistry().register(declaring('same', spec!));
  const error = errorOf(() => registry.register(declaring('mine', { ...spec!, default: 7 })));
  expect((error as Error).message).toContain('but @palimpsest/factory declared it as');
});

test('a conflict between two strategies states both declarations, including exclusive bounds', () => {
  const spec: SettingSpec = { key: 'a.b', type: 'number', description: 'It.', maximum: 1 };
  const registry = createRegistry().register(declaring('one', spec));
  expect(() => registry.register(declaring('mine', { ...spec, exclusiveMaximum: true }))).toThrow(
    'as {"type":"number","maximum":1,"exclusiveMaximum":true}, but strategy "one" declared it as {"type":"number","maximum":1}.',
  );
  expect(() =>
    registry.register(declaring('mine', { ...spec, exclusiveMaximum: false })),
  ).not.toThrow();
});

test('strategies without settings add none and cause no conflict', () => {
  const registry = createRegistry().register(pluginNamed('plain'));
  expect(registry.settingSpecs()).toEqual(SETTING_SPECS);
  const spec: SettingSpec = { key: 'a.b', type: 'boolean', description: 'Whether.' };
  expect(registry.register(declaring('mine', spec)).settingSpecs()).toEqual([
    ...SETTING_SPECS,
    spec,
  ]);
});
