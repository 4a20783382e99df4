import { unlessMissing } from './is-missing-file.ts';
import { readPack } from './pack.ts';
import type { PackPlace } from './pack-index.ts';

/** An original to read, with its possible places. */
export interface WantedOriginal {
  readonly id: string;
  readonly places: readonly PackPlace[];
  /** Returns whether a text is the one that was stored. If no place has a sound text, the last text found is returned. */
  readonly isSound: (text: string) => boolean;
}

export interface PlacedText {
  readonly text: string;
  readonly place: PackPlace;
}

/**
 * Reads each original from its places in order, until a text is sound: one pack may be damaged and another hold a copy. Opens each pack
 * once per round.
 */
export async function readPlaces(
  wanted: Iterable<WantedOriginal>,
): Promise<ReadonlyMap<string, PlacedText>> {
  const texts = new Map<string, PlacedText>();
  let open = [...wanted];
  for (let next = 0; open.length > 0; next += 1) {
    const packs = new Map<string, (WantedOriginal & { readonly place: PackPlace })[]>();
    for (const original of open) {
      const place = original.places[next];
      if (place === undefined) continue;
      const some = packs.get(place.pack) ?? [];
      packs.set(place.pack, some);
      some.push({ ...original, place });
    }
    open = [];
    for (const [pack, some] of packs) {
      const places = some.map(({ place }) => place);
      const read = await unlessMissing(readPack(pack, places), new Map<string, string>());
      for (const original of some) {
        const text = read.get(original.id);
        if (text !== undefined) texts.set(original.id, { text, place: original.place });
        if (text === undefined || !original.isSound(text)) open.push(original);
      }
    }
  }
  return texts;
}
