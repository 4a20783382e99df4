/** Metadata key of a snapshot's facts. */
export const FACTS_KEY = 'snapshotFacts';
