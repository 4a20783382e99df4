import { createSettings, toEphemeralAccessors } from '@palimpsest/factory/settings';
import { registry } from './register.ts';

const ephemeral: Record<string, unknown> = { 'compression.strategy': 'forget-thinking' };
const settings = createSettings({ ephemeral, specs: () => registry.settingSpecs() });
const strategies = registry.createChild({ settings: () => settings.values() });
const current = () => strategies.resolve(settings.get('compression.strategy') ?? 'forget-thinking');
const ephemerals = toEphemeralAccessors(settings, current);

console.log(current().name); // forget-thinking
console.log(ephemerals.compressionThreshold()); // 0.7

ephemeral['compression-threshold'] = 0.5;
console.log(ephemerals.compressionThreshold()); // 0.5
