import { checkStrategy, formatReport } from '@palimpsest/conformance';
import { plugin } from './plugin.ts';

const report = await checkStrategy(plugin, { runs: 500, seed: 1 });
console.log(formatReport(report)); // leave-it: 500 situations (seed 1), 0 of them compressed. Every law held.
