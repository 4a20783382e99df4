import type { ItemDialect } from './items-dialect.ts';
import { isForeignToAll, mediaAddress, type ResultShapes } from './result-list.ts';
import { isRecord } from './values.ts';

/** Parts of outputs that are lists. */
export function resultShapes(dialect: ItemDialect): ResultShapes {
  return {
    isOwn(part, isRead) {
      if (!isRecord(part)) return false;
      const { type, text } = part;
      if (type === 'input_text') return typeof text === 'string';
      if (type === 'input_image' || type === 'input_file') return dialect.takesMedia(part);
      return isRead && isForeignToAll(part);
    },
    text: (text) => ({ type: 'input_text', text }),
    media(media) {
      const address = mediaAddress(media);
      const { mimeType, name, source } = media;
      if (address === undefined || /^(?:audio|video)\//.test(mimeType)) return undefined;
      if (mimeType.startsWith('image/')) return { type: 'input_image', [dialect.image]: address };
      const named = name === undefined ? {} : { filename: name };
      return { type: 'input_file', ...named, ...dialect.file(address, source === 'url') };
    },
  };
}
