/** The element below a failed page that shows the id of its request. */
export const REQUEST_ID_ELEMENT = 'request-id';

/** Takes away the id of the request that failed, once another page is shown. */
export const forgetRequestId = () => document.getElementById(REQUEST_ID_ELEMENT)?.remove();
