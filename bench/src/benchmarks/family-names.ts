/** The families that have a part and a picture of their own: how they are called, and the name of the picture. */
export const SHOWN_FAMILIES: Readonly<
  Record<string, { readonly title: string; readonly picture: string }>
> = {
  'coding-claude-code': { title: 'Claude Code sessions', picture: 'retention-claude-code' },
  'other coding': { title: 'Other coding sessions', picture: 'retention-other-coding' },
  'service dialogues': { title: 'Service dialogues', picture: 'retention-service' },
};
