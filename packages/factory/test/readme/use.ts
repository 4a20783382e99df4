import { createStrategySelector } from '@palimpsest/factory';
import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { registry } from './register.ts';

const ephemeral: Record<string, unknown> = { 'compression.strategy': 'forget-thinking' };
const settings = createSettings({ ephemeral, specs: () => registry.settingSpecs() });
const selector = createStrategySelector(registry, settings);
const ephemerals = toEphemeralAccessors(settings, () => selector.current());

console.log(selector.current().name); // forget-thinking
console.log(ephemerals.compressionThreshold()); // 0.7

ephemeral['compression-threshold'] = 0.5;
console.log(ephemerals.compressionThreshold()); // 0.5
