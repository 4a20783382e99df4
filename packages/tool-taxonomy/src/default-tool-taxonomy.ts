import type { ToolTaxonomy } from '@palimpsest/core-types';
import { createToolTaxonomy } from './create-tool-taxonomy.ts';
import { claudeCode } from './presets/claude-code.ts';
import { llxprt } from './presets/llxprt.ts';

/** Knows the tools of every preset of this package. */
export const defaultToolTaxonomy: ToolTaxonomy = /* @__PURE__ */ createToolTaxonomy([
  llxprt,
  claudeCode,
]);
