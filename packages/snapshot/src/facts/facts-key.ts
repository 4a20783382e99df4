/** Under which name a snapshot's metadata carries its facts. */
export const FACTS_KEY = 'snapshotFacts';
