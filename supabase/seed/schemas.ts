import { z } from 'zod';

const line = z.string().trim().min(1);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single dashes');
const duration = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'must be HH:MM:SS');
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');
const count = z.int().min(0);
const workflowType = z.enum(['perplexity_web_search', 'gemini_blog_ideas']);

const namedBySlug = z.array(z.strictObject({ slug, name: line })).min(1);
export const categoriesSchema = z.strictObject({ posts: namedBySlug, courses: namedBySlug, workshops: namedBySlug });

const written = { title: line, slug, category: slug, author: line, comments: count, excerpt: line.optional() };
/** `days` before seeding at `time` in Zurich; a post of minus two days is published in two days. */
export const postSchema = z.union(
  [
    z.strictObject({ ...written, days: z.int(), time: timeOfDay, draft: z.literal(false).optional() }),
    z.strictObject({ ...written, draft: z.literal(true) }),
  ],
  { error: 'needs title, slug, category, author, comments and either days and time or draft: true, and nothing else' },
);

/** A page of the site; `footer` is the label of its link there. */
export const pageSchema = z.strictObject({ title: line, slug, description: line, footer: line });

/** The pictures of the library; each has a file of its name. */
export const picturesSchema = z.array(z.strictObject({ name: slug, title: line, alt: line }));

/** Drafts over what is public, with the title that they change; one with `days` is scheduled so long after seeding. */
export const draftsSchema = z.array(
  z.strictObject({ of: z.enum(['post', 'course']), slug, title: line, days: count.optional() }),
);

export const courseSchema = z.strictObject({
  title: line,
  slug,
  description: line,
  category: slug,
  level: z.enum(['beginner', 'intermediate', 'advanced']),
  published: z.boolean(),
  enrolled: count,
  days: count,
  thumbnail: z.url({ protocol: /^https?$/ }).optional(),
  modules: z.array(z.strictObject({ title: line, description: line, lessons: z.array(line).min(1) })).min(1),
});

export const lessonSchema = z.strictObject({
  title: line,
  type: z.enum(['text', 'video']),
  duration,
  video: z.url({ protocol: /^https?$/ }).optional(),
  captions: line.optional(),
  transcript: line.optional(),
});

export const workshopsSchema = z.array(
  z.strictObject({
    slug,
    title: line,
    subtitle: line,
    description: line,
    content: line,
    learning_objectives: line,
    max_participants: count,
    duration,
    category: slug,
    days: count,
  }),
);

const axis = z.array(z.strictObject({ code: line, name: line })).min(1);
export const matrixSchema = z.strictObject({
  categories: axis,
  target_groups: axis,
  levels: axis,
  dimensions: z.array(z.strictObject({ name: line })).min(1),
  workshops: z.array(
    z.strictObject({
      title: line,
      category: line,
      target_group: line,
      level: line,
      duration_hours: z.number().positive(),
      price_chf: count,
      prerequisites: line.optional(),
      objectives: z.record(z.string(), line).default({}),
    }),
  ),
});

export const adsSchema = z.array(
  z.strictObject({
    title: line,
    subtitle: line,
    description: line,
    cta_text: line,
    cta_url: line,
    type: line,
    offer: slug.optional(),
    active: z.boolean(),
  }),
);

export const promptsSchema = z.array(
  z.strictObject({ name: line, workflow_type: workflowType, active: z.boolean(), prompt_text: line }),
);

export const workflowsSchema = z.array(
  z.strictObject({
    workflow_type: workflowType,
    status: z.enum(['pending', 'processing', 'completed', 'failed']),
    hours: z.number().min(0),
    input_data: z.record(z.string(), z.unknown()),
    output_data: z.record(z.string(), z.unknown()).nullable(),
    error_message: line.nullable(),
  }),
);
