import { stripVTControlCharacters } from 'node:util';

/** Folders that must not show in a recording, each with what stands in their place. */
export type ShownFolders = ReadonlyMap<string, string>;

/** Takes out of a tool's output what says where and when it was recorded: colours, folders, the time of the day. */
export function scrub(text: string, folders: ShownFolders): string {
  let scrubbed = stripVTControlCharacters(text);
  for (const [folder, shown] of folders) scrubbed = scrubbed.replaceAll(folder, shown);
  // A tool that shows a folder from the other's point of view climbs up to their common root first.
  scrubbed = scrubbed.replaceAll(/(?:\.\.\/)+workspace\//g, '');
  return scrubbed.replaceAll(/(Start at\s+)\d\d:\d\d:\d\d/g, '$100:00:00');
}
