/** Titles and picture names of the families that have a section and a picture. */
export const SHOWN_FAMILIES: Readonly<
  Record<string, { readonly title: string; readonly picture: string }>
> = {
  'coding-claude-code': { title: 'Claude Code sessions', picture: 'retention-claude-code' },
  'other coding': { title: 'Other coding sessions', picture: 'retention-other-coding' },
  'service dialogues': { title: 'Service dialogues', picture: 'retention-service' },
};
