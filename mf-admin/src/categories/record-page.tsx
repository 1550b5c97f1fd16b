import { recordPage } from '../records/record-page.tsx';
import { category, courseCategory, workshopCategory } from './category-record.ts';

export const PostCategory = recordPage(category);
export const WorkshopCategory = recordPage(workshopCategory);
export const CourseCategory = recordPage(courseCategory);
