import { answerJobs } from '../threads/answer-jobs.ts';
import { runRetentionJob } from './retention-jobs.ts';

answerJobs(runRetentionJob);
