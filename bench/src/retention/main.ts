import { parseArgs } from 'node:util';
import { hasCorpus } from '../corpus.ts';
import { FAMILIES, type FamilyName, type Half } from './families.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';
import { BUDGETS, CUTS, measureRetention } from './retention-run.ts';
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

function oneOf<Choice extends number | string>(
  option: string,
  given: Choice,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(given)) return given;
  throw new Error(`--${option} ${given}: give one of ${choices.join(', ')}.`);
}

if (!hasCorpus) console.log('The corpus is not beside this checkout: nothing to measure.');
else {
  const families = values.family.map((name) =>
    oneOf('family', name, Object.keys(FAMILIES)),
  ) as FamilyName[];
  const half =
    values.half === undefined ? undefined : (oneOf('half', values.half, ['tune', 'judge']) as Half);
  const budgets = values.budget.flatMap((text) => text.split(',')).map(Number);
  for (const budget of budgets) {
    if (!(budget > 0 && budget <= 100)) {
      throw new Error(`--budget ${budget}: give per cent, above 0 and up to 100.`);
    }
  }
  const cut = oneOf('cut', Number(values.cut), [...CUTS]) as (typeof CUTS)[number];
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
