/** Responses of Perplexity's chat/completions, in its documented format. */
export function completion(content: string, more: object = {}) {
  return {
    id: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
    model: 'sonar-pro',
    created: 1_763_600_000,
    object: 'chat.completion',
    usage: { prompt_tokens: 14, completion_tokens: 70, total_tokens: 84, search_context_size: 'low' },
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content },
        delta: { role: 'assistant', content: '' },
      },
    ],
    ...more,
  };
}

export const refusedBy = (code: number, message: string, type: string) => ({ error: { message, type, code } });
