import { describeStrategy } from '@palimpsest/conformance/vitest';
import { plugin } from './plugin.ts';

describeStrategy(plugin);
