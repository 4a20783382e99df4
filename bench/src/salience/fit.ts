import { ATOM_FEATURES, ATOM_KINDS, LINE_FEATURES } from '@palimpsest/salience';
import { parseArgs } from 'node:util';
import type { CorpusFile, Half } from '../retention/families.ts';
import { areaUnderCurve, fitLogistic, type Sample } from './logistic.ts';
import { collectSamples } from './samples.ts';

/** Fits the weights of the value model on recorded sessions and prints them as data. */
const { values } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: ['coding-claude-code', 'coding-openhands', 'coding-pi', 'coding-swe-agent', 'service-tau-bench', 'service-tau2-telecom'] },
    half: { type: 'string' },
    cut: { type: 'string', multiple: true, default: ['50', '70', '85'] },
  },
});
const cuts = values.cut.map((cut) => Number(cut) / 100);
const samples = collectSamples(values.file as CorpusFile[], cuts, values.half as Half | undefined);

function show(name: string, of: readonly Sample[], names: readonly string[]): void {
  const weights = fitLogistic(of, names.length);
  const used = of.filter(({ isUsed }) => isUsed).length;
  console.log(`${name}: ${of.length} samples, ${used} used, AUC ${areaUnderCurve(of, weights).toFixed(3)}`);
  console.log(JSON.stringify(Object.fromEntries(names.map((feature, at) => [feature, Number(weights[at]!.toFixed(2))]))));
}
const names = [...ATOM_FEATURES, ...ATOM_KINDS.slice(1)];
show('named', samples.named, names);
show('shown', samples.shown, names);
show('line', samples.lines, LINE_FEATURES);
