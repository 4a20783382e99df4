import { defaultToolTaxonomy, resolvePath } from '@palimpsest/engine/tools';

const use = defaultToolTaxonomy.describe('Edit', { file_path: 'src/../src/a.ts', old_string: 'x' });
console.log(JSON.stringify(use));
// {"kind":"write","paths":["src/../src/a.ts"],"hasGlob":false,"hasSideEffects":true,"key":"src/../src/a.ts"}

console.log(resolvePath(use.paths[0]!, '/work')); // /work/src/a.ts

const result = 'String to replace not found in file.';
const response = { type: 'tool_response', callId: '1', toolName: 'Edit', result } as const;
console.log(defaultToolTaxonomy.hasFailed(use, response)); // true
