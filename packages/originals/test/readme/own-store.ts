import type { OriginalsStore } from '@palimpsest/originals';

/** Stores texts by session and id, and records by session, in one map. */
export function mapOriginals(map: Map<string, string>): OriginalsStore {
  return {
    put(session, originals) {
      for (const { id, text } of originals) map.set(`${session}/original/${id}`, text);
    },
    get: (session, ids) => ids.map((id) => map.get(`${session}/original/${id}`)),
    append(session, record) {
      map.set(`${session}/record/${crypto.randomUUID()}`, record);
    },
    records: (session) =>
      [...map].filter(([key]) => key.startsWith(`${session}/record/`)).map(([, text]) => text),
    delete(session) {
      for (const key of map.keys()) if (key.startsWith(`${session}/`)) map.delete(key);
    },
  };
}
