import { ServerHtml } from '@ki/shared/ui/browser/server-html.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { PreparedText } from '@ki/shared/ui/markdown/prepared-text.tsx';
import type { WorkshopDetails } from '../model/workshop.ts';

interface WorkshopTextsProps extends Pick<WorkshopDetails, 'texts'> {
  readonly heading: 'h2' | 'h3';
}

export const WorkshopTexts = ({ texts, heading: Heading }: WorkshopTextsProps) => (
  <ServerHtml name="texts">
    {texts && (
      <Stack $gap={Heading === 'h2' ? 7 : 5}>
        {texts.content && <PreparedText name="content" text={texts.content} />}
        {texts.objectives && (
          <section>
            <Stack $gap={3}>
              <Heading>Lernziele</Heading>
              <PreparedText name="objectives" text={texts.objectives} />
            </Stack>
          </section>
        )}
      </Stack>
    )}
  </ServerHtml>
);
