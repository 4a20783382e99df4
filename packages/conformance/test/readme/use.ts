import { checkStrategy } from '@palimpsest/conformance';
import { plugin } from './plugin.ts';

const { strategy, runs, counterexample } = await checkStrategy(plugin, { runs: 500 });
if (counterexample !== undefined) throw new Error(counterexample.broken.join('\n'));
console.log(strategy, runs); // leave-it 500
