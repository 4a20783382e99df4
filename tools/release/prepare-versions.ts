// Completes the changesets before `changeset version` reads them: docs/releases.md, "From a change to a published version".
import { publishedPackages } from '../published-packages.ts';
import { writeFirstChangelogs } from './first-changelogs.ts';
import { raiseDependents } from './raise-dependents.ts';

const packages = publishedPackages();
const first = writeFirstChangelogs(process.cwd(), packages);
const raised = raiseDependents(process.cwd(), packages);
console.log(`${first.length} packages get their first changelog`);
console.log(`${raised.length} packages get a breaking version because a dependency gets one`);
