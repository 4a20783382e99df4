import type { DensityConfig } from '@palimpsest/core-types';
import type { Settings } from './create-settings.ts';

/** Returns the configuration of `optimize` (REQ-HD-009). Relative paths resolve against the absolute folder `workspaceRoot`. */
export function toDensityConfig(settings: Settings, workspaceRoot: string): DensityConfig {
  return {
    readWritePruning: settings.get('compression.density.readWritePruning'),
    fileDedupe: settings.get('compression.density.fileDedupe'),
    recencyPruning: settings.get('compression.density.recencyPruning'),
    recencyRetention: settings.get('compression.density.recencyRetention'),
    staleReads: settings.get('compression.density.staleReads'),
    workspaceRoot,
  };
}
