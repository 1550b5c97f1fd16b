import { ad } from '../ads/ad-record.ts';
import { category, courseCategory, workshopCategory } from '../categories/category-record.ts';
import { course, lesson, module } from '../courses/course-record.ts';
import { post } from '../files/model/post-record.ts';
import type { AnyRecordKind } from '../kinds/model/define-record.ts';
import { link } from '../links/link-record.ts';
import { axes, matrixWorkshop } from '../matrix/matrix-record.ts';
import { picture } from '../media/model/picture-record.ts';
import { page } from '../pages/page-record.ts';
import { prompt } from '../prompts/prompt-record.ts';
import { redirect } from '../redirects/redirect-record.ts';
import { site } from '../site/site-record.ts';
import { workshop } from '../workshops/workshop-record.ts';

/** Histories and the trash show records of every kind: they take the labels of columns from here. */
export const recordKinds: readonly AnyRecordKind[] = [
  post,
  ad,
  prompt,
  workshop,
  course,
  module,
  lesson,
  category,
  workshopCategory,
  courseCategory,
  ...axes,
  matrixWorkshop,
  site,
  page,
  picture,
  link,
  redirect,
];
