import { answerJobs } from '../threads/answer-jobs.ts';
import { questionRow, type QuestionJob } from './question-rows.ts';

answerJobs((job: QuestionJob) => questionRow(job));
