import { plugin } from './plugin.ts';

export type { ScheduleOptions as OpencodeOptions } from '@palimpsest/host';
export type { PluginModule } from './opencode-types.ts';

export default plugin;
