import { defined, type SettingValues } from '@palimpsest/core-types';
import type { ProxyToolName } from '@palimpsest/proxy';
import type { ServeOptions } from '@palimpsest/proxy/node';
import { openStores } from './proxy-stores.ts';

/** What a proxy does, as plain data, which its threads share. */
export interface ProxySetup {
  readonly upstreams: Readonly<Record<string, string>>;
  /** For sessions and originals. */
  readonly folder: string;
  readonly window?: number;
  readonly settings?: SettingValues;
  readonly tools?: readonly ProxyToolName[];
  readonly keepSecrets?: boolean;
}

export type ProxyEvents = Pick<ServeOptions, 'onRequest' | 'onMessages' | 'onError' | 'isOff'>;

export async function toServeOptions({
  upstreams,
  folder,
  window,
  settings,
  tools,
  keepSecrets,
}: ProxySetup): Promise<ServeOptions> {
  const { createPalimpsest } = await import('palimpsest');
  // What was typed wins.
  const limit = defined({ 'context-limit': window });
  return {
    upstreams,
    compression: {
      ...defined({ contextLimit: window }),
      ...(settings && {
        settings: { ...settings, ...limit },
        registry: createPalimpsest().registry,
      }),
    },
    ...(await openStores(folder)),
    ...defined({ tools, keepSecrets }),
  };
}
