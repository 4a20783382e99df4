import { OriginalsError, type OriginalsStore } from '@palimpsest/originals';
import { unstorageOriginals } from '@palimpsest/originals/unstorage';

/** Access of a mod to files, which the host offers. */
export interface Files {
  exists(path: string): Promise<boolean>;
  /** Returns the names in a folder. */
  list(path: string): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  /** Writes a file, and creates its folder if needed. */
  write(path: string, text: string): Promise<void>;
}

/** Keeps originals in files below a folder: one for each original and for each record. */
export function createFileOriginals(files: Files, folder: string): OriginalsStore {
  const pathOf = (key: string): string => `${folder}/${key.replaceAll(':', '/')}`;
  return unstorageOriginals(
    {
      getItem: async (key) => await files.read(pathOf(key)).catch(() => undefined),
      setItem: async (key, text) => await files.write(pathOf(key), text),
      removeItem: async (key) => await Promise.reject(cannotDelete(pathOf(key))),
      async getKeys(base = '') {
        const path = pathOf(base);
        const names = (await files.exists(path)) ? await files.list(path) : [];
        return names.map((name) => `${base}:${name}`);
      },
    },
    { base: 'originals' },
  );
}

function cannotDelete(path: string): OriginalsError {
  return new OriginalsError(`A mod cannot delete files. Delete ${path}.`, 'BAD_STORE');
}
