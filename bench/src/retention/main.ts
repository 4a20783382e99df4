import { parseArgs } from 'node:util';
import { hasCorpus } from '../corpus.ts';
import { oneOf } from '../one-of.ts';
import { FAMILY_NAMES, HALVES } from './families.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { BUDGETS, CUTS } from './places.ts';
import { measureRetention } from './retention-run.ts';
import { printMissed, printRows } from './retention-table.ts';

const { values } = parseArgs({
  options: {
    method: { type: 'string', multiple: true, default: ['salience'] },
    family: { type: 'string', multiple: true, default: ['coding-claude-code'] },
    budget: { type: 'string', multiple: true, default: BUDGETS.map(String) },
    half: { type: 'string' },
    cut: { type: 'string', default: '70' },
  },
});

if (!hasCorpus) console.log('The corpus is not beside this checkout: nothing to measure.');
else {
  const families = values.family.map((name) => oneOf('family', name, FAMILY_NAMES));
  const half = values.half === undefined ? undefined : oneOf('half', values.half, HALVES);
  const budgets = values.budget.flatMap((text) => text.split(',')).map(Number);
  for (const budget of budgets) {
    if (!(budget > 0 && budget <= 100)) {
      throw new Error(`--budget ${budget}: give per cent, above 0 and up to 100.`);
    }
  }
  const cut = oneOf('cut', Number(values.cut), CUTS);
  for (const name of values.method) {
    const method = findMethod(name);
    if (method === undefined) {
      console.log(`${name}: nobody registered it. Known: ${METHOD_NAMES.join(', ')}.`);
      continue;
    }
    const start = performance.now();
    const rows = await measureRetention({
      method,
      families,
      budgets,
      cut,
      ...(half === undefined ? {} : { half }),
    });
    printRows(rows);
    printMissed(rows);
    console.log(`${((performance.now() - start) / 1e3).toFixed(1)} s`);
  }
}
