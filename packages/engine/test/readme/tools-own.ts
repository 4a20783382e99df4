import { createToolTaxonomy, type ToolPreset } from '@palimpsest/engine/tools';
import { llxprt } from '@palimpsest/engine/tools/presets/llxprt';

const mine: ToolPreset = {
  name: 'mine',
  tools: {
    open_document: { kind: 'read', pathKeys: ['document'] },
    save_documents: { kind: 'write', listKeys: ['documents'] },
    deploy: { kind: 'run', textKeys: ['target'] },
  },
};
const taxonomy = createToolTaxonomy([llxprt, mine]);
console.log(taxonomy.describe('save_documents', { documents: ['a.md'] }).kind); // write
