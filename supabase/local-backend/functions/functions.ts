/** The edge functions, wherever they run. */
export interface Functions {
  /** Answers a request to `/functions/v1/NAME` whose caller has been checked. */
  call(request: Request): Promise<Response>;
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** For a backend of which only the database is wanted. */
export const noFunctions: Functions = {
  call: async () =>
    Response.json(
      { code: 'not_found', message: 'No functions run here', error: 'No functions run here' },
      { status: 404 },
    ),
  isUp: async () => true,
  close: async () => {},
};
