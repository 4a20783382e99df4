import { parseArgs } from 'node:util';
import { hasCorpus } from '../corpus.ts';
import { oneOf } from '../one-of.ts';
import { HALVES, type CorpusFile } from '../retention/families.ts';
import { CUTS } from '../retention/places.ts';
import { fitWeights } from './fit-weights.ts';
import { FITTED_FILES } from './fitted-files.ts';
import { collectSamples } from './samples.ts';

const FILES: readonly CorpusFile[] = [...FITTED_FILES, 'sample'];

/** Fits the weights of the value model on recorded sessions, and prints them as code. */
function main(): void {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', multiple: true, default: [...FITTED_FILES] },
      half: { type: 'string' },
      cut: { type: 'string', multiple: true, default: CUTS.map(String) },
    },
  });
  const files = values.file.map((file) => oneOf('file', file, FILES));
  const cuts = values.cut.map((cut) => oneOf('cut', Number(cut), CUTS) / 100);
  const half = values.half === undefined ? undefined : oneOf('half', values.half, HALVES);
  if (!hasCorpus) {
    console.log('The corpus is not beside this checkout: nothing to fit.');
    return;
  }
  const { weights, tables } = fitWeights(collectSamples(files, cuts, half));
  for (const { name, samples, used, areaUnderCurve } of tables) {
    console.log(
      `// ${name}: ${samples} samples, ${used} used, area under the curve ${areaUnderCurve.toFixed(3)}`,
    );
  }
  console.log(`export const WEIGHTS: SalienceWeights = ${asCode(weights)};`);
}

/** Formats a value as JSON with unquoted keys: every key is an identifier. */
function asCode(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/"(\w+)":/g, '$1:');
}

main();
