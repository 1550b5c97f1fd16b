/** Responses of Gemini's generateContent, in its documented format. */
export function generated(text: string, candidate: object = {}) {
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0, ...candidate }],
    usageMetadata: { promptTokenCount: 820, candidatesTokenCount: 1400, totalTokenCount: 2220 },
    modelVersion: 'gemini-3.8-flash',
    responseId: 'mAItaLmkHPPlz7IPvtfUqQ4',
  };
}

export function refusedBy(code: number, status: string, message: string, retryDelay?: string) {
  const details = retryDelay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] : [];
  return { error: { code, message, status, details } };
}

/** The body of Gemini's response with status 400 to an unknown key. */
export const wrongKey = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
      {
        '@type': 'type.googleapis.com/google.rpc.LocalizedMessage',
        locale: 'en-US',
        message: 'API key not valid. Please pass a valid API key.',
      },
    ],
  },
};

export const ideas = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Idee ${index + 1}`,
    description: `Was Beitrag ${index + 1} zeigt.`,
    mehrwert: `Danach gelingt Schritt ${index + 1}.`,
  }));
