import { describeStrategy } from '@palimpsest/conformance/vitest';
import { middleOut } from '../src/index.ts';

describeStrategy(middleOut, { runs: 2_000 });
