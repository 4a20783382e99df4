import { createStrategy } from '@palimpsest/engine';
import { applyDensityResult } from '@palimpsest/history';
import { highDensity } from '@palimpsest/strategy-high-density';
import { history } from '@palimpsest/testing';

const before = history()
  .call('read_file', { file_path: 'a.ts' })
  .result('old text')
  .call('write_file', { file_path: './a.ts', content: 'new text' })
  .result('ok')
  .build();

const plan = createStrategy(highDensity).optimize(before, {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/work',
});

console.log(plan.removals); // [ 0, 1 ]
console.log(applyDensityResult(before, plan).length); // 2
