import { OriginalsError, type OriginalsStore } from '@palimpsest/originals';

/** Access of a mod to files, which the host offers. */
export interface Files {
  exists(path: string): Promise<boolean>;
  /** Returns the names in a folder. */
  list(path: string): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  /** Writes a file, and creates its folder if needed. */
  write(path: string, text: string): Promise<void>;
}

const RECORD_PREFIX = 'record-';

/** Keeps originals in files: a folder for each session, a file for each original and for each record. Only one process may write. */
export function createFileOriginals(files: Files, folder: string): OriginalsStore {
  const listRecords = async (session: string): Promise<readonly string[]> => {
    const path = `${folder}/${session}`;
    if (!(await files.exists(path))) return [];
    return (await files.list(path)).filter((name) => name.startsWith(RECORD_PREFIX));
  };
  return {
    async put(session, originals) {
      await Promise.all(
        originals.map(({ id, text }) => files.write(`${folder}/${session}/${id}`, text)),
      );
    },
    async get(session, ids) {
      return await Promise.all(
        ids.map((id) => files.read(`${folder}/${session}/${id}`).catch(() => undefined)),
      );
    },
    async append(session, record) {
      const { length } = await listRecords(session);
      await files.write(`${folder}/${session}/${RECORD_PREFIX}${length}`, record);
    },
    async records(session) {
      const names = await listRecords(session);
      return await Promise.all(names.map((name) => files.read(`${folder}/${session}/${name}`)));
    },
    async version(session) {
      const { length } = await listRecords(session);
      return String(length);
    },
    delete(session) {
      const path = `${folder}/${session}`;
      throw new OriginalsError(
        `A mod cannot delete files. Delete the folder ${path}.`,
        'BAD_STORE',
      );
    },
  };
}
