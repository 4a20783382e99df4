import type { IContent } from '@palimpsest/core-types';
import { createStrategySelector } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { registry } from './register.ts';

const overrides: Record<string, unknown> = { 'compression.strategy': 'forget-thinking' };
const settings = createSettings({ overrides, specs: () => registry.settingSpecs() });
const selector = createStrategySelector(registry, settings);

const history: IContent[] = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'One?' }] },
  { speaker: 'ai', blocks: [{ type: 'thinking', thought: 'Hm.' }] },
  { speaker: 'human', blocks: [{ type: 'text', text: 'Two?' }] },
];
console.log(selector.current().name); // forget-thinking
console.log((await selector.compress({ history })).kind); // applied
