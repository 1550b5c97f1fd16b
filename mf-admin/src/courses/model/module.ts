import { z } from '../../records/model/z.ts';

export const moduleSchema = z.object({
  title: z.string().trim().min(1, 'Title is required'),
  description: z.string().trim(),
});

export type ModuleValues = z.input<typeof moduleSchema>;

export const NEW_MODULE: ModuleValues = { title: '', description: '' };
