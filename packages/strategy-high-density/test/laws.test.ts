import { describeStrategy } from '@palimpsest/conformance/vitest';
import { highDensity } from '../src/index.ts';

describeStrategy(highDensity, { runs: 1_500 });
