import type { ToolTaxonomy } from '@palimpsest/core-types';
import { createToolTaxonomy } from './create-tool-taxonomy.ts';
import { claudeCode } from './presets/claude-code.ts';
import { cline } from './presets/cline.ts';
import { codex } from './presets/codex.ts';
import { llxprt } from './presets/llxprt.ts';
import { mcpFilesystem } from './presets/mcp-filesystem.ts';
import { opencode } from './presets/opencode.ts';
import { openhands } from './presets/openhands.ts';
import { pi } from './presets/pi.ts';

/** Taxonomy of all presets of this package. llxprt-code comes last, so it decides shared names. */
export const defaultToolTaxonomy: ToolTaxonomy = /* @__PURE__ */ createToolTaxonomy([
  mcpFilesystem,
  openhands,
  cline,
  codex,
  opencode,
  pi,
  claudeCode,
  llxprt,
]);
