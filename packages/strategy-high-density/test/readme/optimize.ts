import type { IContent } from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { applyDensityResult } from '@palimpsest/engine/history';
import { highDensity } from '@palimpsest/strategy-high-density';

const use = (id: string, name: string, parameters: object, result: string): IContent[] => [
  { speaker: 'ai', blocks: [{ type: 'tool_call', id, name, parameters }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: id, toolName: name, result }] },
];
const before = [
  ...use('1', 'read_file', { file_path: 'a.ts' }, 'old text'),
  ...use('2', 'write_file', { file_path: './a.ts', content: 'new text' }, 'ok'),
];

const plan = createStrategy(highDensity).optimize(before, {
  readWritePruning: true,
  fileDedupe: true,
  recencyPruning: false,
  recencyRetention: 3,
  workspaceRoot: '/work',
});

console.log(plan.removals); // [ 0, 1 ]
console.log(applyDensityResult(before, plan).length); // 2
