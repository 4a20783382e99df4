import { describeStrategy } from '@palimpsest/conformance/vitest';
import { oneShot } from '../src/index.ts';

describeStrategy(oneShot, { runs: 2_000 });
