/** A response of Gemini's generateContent, in its documented format. */
export function generated(text: string, candidate: object = {}) {
  return {
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0, ...candidate }],
    usageMetadata: { promptTokenCount: 820, candidatesTokenCount: 1400, totalTokenCount: 2220 },
    modelVersion: 'gemini-3.8-flash',
    responseId: 'mAItaLmkHPPlz7IPvtfUqQ4',
  };
}

export const ideas = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Idee ${index + 1}`,
    description: `Was Beitrag ${index + 1} zeigt.`,
    mehrwert: `Danach gelingt Schritt ${index + 1}.`,
  }));

export const article = (content: string, more: object = {}) =>
  generated(JSON.stringify({ content, excerpt: 'Ein Anriss.', ...more }));

/** An error of Gemini, with the wait that it asks for or the reason that it names. */
export function refusedByGemini(code: number, message: string, detail: { retryDelay?: string; reason?: string } = {}) {
  const [type] = 'reason' in detail ? ['ErrorInfo'] : ['RetryInfo'];
  const details = [{ '@type': `type.googleapis.com/google.rpc.${type}`, domain: 'googleapis.com', ...detail }];
  return { error: { code, message, status: 'INVALID_ARGUMENT', details } };
}

/** A response of Perplexity's chat/completions, in its documented format. */
export function completion(content: string, more: object = {}) {
  const message = { role: 'assistant', content };
  return {
    id: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
    model: 'sonar-pro',
    created: 1_763_600_000,
    object: 'chat.completion',
    usage: { prompt_tokens: 14, completion_tokens: 70, total_tokens: 84, search_context_size: 'low' },
    choices: [{ index: 0, finish_reason: 'stop', message, delta: { role: 'assistant', content: '' } }],
    ...more,
  };
}

export const refusedByPerplexity = (code: number, message: string) => ({ error: { message, type: 'server', code } });
