/** Every address of the site, once. Parameters are encoded here and nowhere else. */
const segment = encodeURIComponent;

export const paths = {
  home: '/',
  post: (slug: string) => `/post/${segment(slug)}`,
  category: (slug: string) => `/category/${segment(slug)}`,
  search: '/suche',
  workshops: '/workshops',
  workshop: (id: string) => `/workshops?workshop=${segment(id)}`,
  courses: '/online-courses',
  course: (slug: string) => `/courses/${segment(slug)}`,
  lesson: (courseSlug: string, lessonId: string) => `/courses/${segment(courseSlug)}/lessons/${segment(lessonId)}`,
  matrix: '/course-matrix',
  matrixWorkshop: (id: string) => `/course-matrix?workshop=${segment(id)}`,
  elements: '/elemente',
  chatgptGoals: '/chatgpt-lernziele',
  login: '/login',
  /** The token is in the fragment, which no server and no other site sees. */
  invitation: (token: string) => `/login#invitation=${segment(token)}`,
  admin: {
    dashboard: '/admin',
    newPost: '/admin/posts/new',
    editPost: (id: string) => `/admin/posts/edit/${segment(id)}`,
    workflows: '/admin/workflows',
    prompts: '/admin/prompts',
    workshops: '/admin/workshops',
    newWorkshop: '/admin/workshops/new',
    editWorkshop: (id: string) => `/admin/workshops/edit/${segment(id)}`,
    courses: '/admin/courses',
    newCourse: '/admin/courses/new',
    editCourse: (id: string) => `/admin/courses/edit/${segment(id)}`,
    courseBuilder: (id: string) => `/admin/courses/builder/${segment(id)}`,
    ads: '/admin/ads',
    newAd: '/admin/ads/new',
    editAd: (id: string) => `/admin/ads/edit/${segment(id)}`,
    trash: '/admin/trash',
    /** Data of a page's part, no page. */
    history: (record: string) => `/admin/history/${segment(record)}`,
    historyAct: (record: string, act: string) => `/admin/history/${segment(record)}/${segment(act)}`,
    accounts: '/admin/accounts',
  },
} as const;
