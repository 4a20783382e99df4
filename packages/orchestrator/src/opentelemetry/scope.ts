/** Who measures, to those who read it. */
export const SCOPE = '@palimpsest/orchestrator';
