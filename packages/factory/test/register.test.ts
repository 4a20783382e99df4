import type { SettingSpec } from '@palimpsest/core-types';
import { createRegistry, RegistrationError } from '@palimpsest/factory';
import { SETTING_SPECS } from '../src/settings.ts';
import { expect, test } from 'vitest';
import { errorOf, labelled, labelOf, pluginNamed } from './plugins.ts';

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
    message: `Strategy plugin "mine": specification: expected 1 (install versions of the plugin and the factory that go together), got ${JSON.stringify(specification)}.`,
  });
});

test.each(['', ' ', 'two words', 'line\nbreak', 'nul\0', '\ud800', 'x'.repeat(101)])(
  'rejects the name %j',
  (name) => {
    expect(refusal({ name })).toMatchObject({
      code: 'INVALID_STRATEGY_NAME',
      message: expect.stringContaining('name: expected 1 to 100 characters without white space'),
    });
  },
);

test.each([
  ['Kept', '"Kept"'],
  [undefined, 'undefined'],
  [true, 'true'],
])('rejects the humanText declaration %j', (humanText, seen) => {
  expect(refusal({ humanText })).toMatchObject({
    code: 'INVALID_PLUGIN',
    message: `Strategy plugin "mine": humanText: expected one of kept, last, eligible, got ${seen}.`,
  });
});

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

test.each([
  [{ ...depth, key: ' ' }, 'setting " ": expected a key'],
  [{ ...depth, default: 0 }, 'expected as default a whole number of at least 1, got 0'],
  [{ ...depth, default: '2' }, 'expected as default a whole number of at least 1, got "2"'],
  [{ key: 'acme.kind', type: 'enum', description: '' }, 'expected values'],
  [{ ...depth, type: 'date' }, 'a type of boolean, number, integer, string, enum, got "date"'],
])('rejects an invalid setting declaration: %j', (spec, reason) => {
  const error = refusal({ settings: [spec] });
  expect(error).toMatchObject({
    code: 'INVALID_SETTING_SPEC',
    message: expect.stringContaining(reason),
  });
});
