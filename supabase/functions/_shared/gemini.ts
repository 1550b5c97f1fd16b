import { z } from 'npm:zod@4.6.7';
import type { Metered } from './ai-calls.ts';
import { Failure } from './http.ts';
import { callProvider, type Source } from './provider.ts';
import type { Dependencies } from './serve.ts';

const GEMINI = {
  name: 'Gemini',
  base: 'https://generativelanguage.googleapis.com',
  headersFor: (key: string) => ({ 'x-goog-api-key': key }),
} as const;

const MOST_TOKENS = 16_384;

interface Task {
  readonly instructions: string;
  readonly text: string;
  readonly responseSchema: object;
}

const sourceSchema = z.object({ uri: z.string(), title: z.string().nullish() });

const candidateSchema = z.object({
  content: z
    .object({ parts: z.array(z.object({ text: z.string().catch(''), thought: z.boolean().optional() })).catch([]) })
    .catch({ parts: [] }),
  finishReason: z.string().nullish(),
  citationMetadata: z
    .object({ citationSources: z.array(sourceSchema) })
    .nullish()
    .catch(null),
  groundingMetadata: z
    .object({ groundingChunks: z.array(z.object({ web: sourceSchema })) })
    .nullish()
    .catch(null),
});

type Candidate = z.output<typeof candidateSchema>;

const answerSchema = z.object({
  candidates: z.array(candidateSchema).default([]),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
});

const count = z.int().min(0).default(0);

/** The version that answered has a price; the name that was asked for may be an alias of it. */
const usageSchema = z
  .object({
    modelVersion: z.string().optional().catch(undefined),
    usageMetadata: z.object({
      promptTokenCount: count,
      toolUsePromptTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    }),
  })
  .transform(({ modelVersion: model, usageMetadata: tokens }) => ({
    model,
    input_tokens: tokens.promptTokenCount + tokens.toolUsePromptTokenCount,
    output_tokens: tokens.candidatesTokenCount + tokens.thoughtsTokenCount,
  }));

export async function generate(task: Task, dependencies: Metered): Promise<{ text: string; sources: Source[] }> {
  const response = await ask(task, dependencies);
  const { data: used } = usageSchema.safeParse(response);
  if (used) dependencies.noteUsage({ ...used, model: used.model ?? modelOf(dependencies) });
  const { data: answer } = answerSchema.safeParse(response);
  const blocked = answer?.promptFeedback?.blockReason;
  if (blocked) throw new Failure(422, `Gemini does not work with this text (${blocked}).`);
  const [candidate] = answer?.candidates ?? [];
  if (!candidate) throw new Failure(502, 'Gemini sent no answer. Please try again.');
  const text = candidate.content.parts
    .filter(({ thought }) => !thought)
    .map((part) => part.text)
    .join('')
    .trim();
  refuseUnfinished(candidate, text);
  return { text, sources: sourcesOf(candidate) };
}

function refuseUnfinished({ finishReason }: Candidate, text: string): void {
  if (finishReason === 'MAX_TOKENS') {
    throw new Failure(502, 'The answer of Gemini was cut off before its end. Please try again.');
  }
  if (finishReason && finishReason !== 'STOP') {
    throw new Failure(422, `Gemini did not finish its answer (${finishReason}).`);
  }
  if (!text) throw new Failure(502, 'Gemini sent an empty answer. Please try again.');
}

function sourcesOf({ citationMetadata, groundingMetadata }: Candidate): Source[] {
  const found = [
    ...(groundingMetadata?.groundingChunks ?? []).map(({ web }) => web),
    ...(citationMetadata?.citationSources ?? []),
  ];
  return found.map(({ uri, title }) => ({ url: uri, ...(title && { title }) }));
}

const modelOf = ({ setting }: Dependencies) =>
  setting('GEMINI_MODEL')?.replace(/^models\//, '') ?? 'gemini-flash-latest';

function ask({ instructions, text, responseSchema }: Task, dependencies: Dependencies): Promise<unknown> {
  const path = `/v1beta/models/${encodeURIComponent(modelOf(dependencies))}:generateContent`;
  const body = {
    systemInstruction: { parts: [{ text: instructions }] },
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: { responseMimeType: 'application/json', responseSchema, maxOutputTokens: MOST_TOKENS },
  };
  return callProvider(GEMINI, path, body, dependencies);
}

/** Parses JSON, in a code fence too; nothing for other text. Incomplete JSON throws. */
export function modelJson(text: string): unknown {
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*?)\n?```$/.exec(text) ?? [];
  const json = fenced ?? text;
  if (!/^[[{]/.test(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw new Failure(502, 'The answer of Gemini is not readable; it may have broken off. Please try again.');
  }
}
