export { createToolTaxonomy } from './create-tool-taxonomy.ts';
export { defaultToolTaxonomy } from './default-tool-taxonomy.ts';
export { parsePatchPaths } from './parse-patch-paths.ts';
export { claudeCode } from './presets/claude-code.ts';
export { llxprt } from './presets/llxprt.ts';
export { resolvePath } from './resolve-path.ts';
export { READ_TOOLS, WRITE_TOOLS } from './tool-lists.ts';
export type { FailureForm, ToolPreset, ToolSpec, ToolVariant } from './tool-spec.ts';
