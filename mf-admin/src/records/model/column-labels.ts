const COMMON: Readonly<Record<string, string>> = {
  title: 'Title',
  name: 'Name',
  slug: 'Slug',
  subtitle: 'Subtitle',
  description: 'Description',
  content: 'Content',
  excerpt: 'Excerpt',
  category_id: 'Category',
  workshop_category_id: 'Category',
  course_category_id: 'Category',
  published_at: 'Publish Date',
  author: 'Author',
  comment_count: 'Comments',
  learning_objectives: 'Learning Objectives',
  max_participants: 'Max Participants',
  duration: 'Duration',
  thumbnail_url: 'Thumbnail URL',
  difficulty_level: 'Difficulty Level',
  is_published: 'Published',
  enrollment_count: 'Enrolled Students',
  video_url: 'Video URL',
  lesson_type: 'Lesson Type',
  order_position: 'Position',
  module_id: 'Module',
  cta_text: 'Call-to-Action Text',
  cta_url: 'Call-to-Action URL',
  is_active: 'Active',
  prompt_text: 'Prompt Text',
  workflow_type: 'Workflow Type',
  user_id: 'Written By',
};

/** What the forms call a column. */
export function columnLabel(relation: string, column: string): string {
  if (relation === 'ads' && column === 'type') return 'Target Audience Type';
  if (relation === 'ads' && column === 'offer_id') return 'Offer';
  return COMMON[column] ?? column;
}
