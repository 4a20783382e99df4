import { answerJobs } from '../threads/answer-jobs.ts';
import { runConstraintsJob } from './constraints-jobs.ts';

answerJobs(runConstraintsJob);
