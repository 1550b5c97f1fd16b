import { TextAreaField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { useWatch } from 'react-hook-form';
import { picture } from '../media/model/picture-record.ts';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { Beside } from '../text/markdown.tsx';
import type { PictureDetails } from './data/pictures.ts';
import { FocalPoint, type Point } from './focal-point.tsx';
import { PictureFacts } from './picture-facts.tsx';

const SKIPPED = 'Screen readers skip a decorative picture: this text is not read out.';
const NEEDED =
  'Says what the picture shows to those who cannot see it. Nothing with the picture can be published without it.';
const GIVEN = 'Shown where a text gives none.';

function PictureForm({ options: details, ...editing }: FormProps<typeof picture, PictureDetails | null>) {
  const editor = useRecordForm(picture, editing);
  const { form, field } = editor;
  const [x, y, isDecorative] = useWatch({ control: form.control, name: ['focusX', 'focusY', 'isDecorative'] });
  const set = (name: 'focusX' | 'focusY', value: number) =>
    form.setValue(name, String(value), { shouldDirty: true, shouldTouch: true });
  const move = (point: Point) => {
    set('focusX', point.x);
    set('focusY', point.y);
  };
  if (!details) return null;
  const { shown, origin } = details.picture;
  const needed = origin === null ? NEEDED : GIVEN;
  return (
    <>
      <RecordForm editor={editor}>
        <Beside>
          <FocalPoint
            shown={shown}
            point={{ x: Number(x), y: Number(y) }}
            onMove={move}
            fields={{ x: field('focusX'), y: field('focusY') }}
          />
          <Stack $gap={5}>
            <Fields
              inputs={editor.inputs}
              names={['title', 'alt', 'isDecorative']}
              own={{ alt: (binding) => <TextAreaField {...binding} hint={isDecorative ? SKIPPED : needed} /> }}
            />
          </Stack>
        </Beside>
      </RecordForm>
      <PictureFacts details={details} onDeleted={editor.cancel} />
    </>
  );
}

export const Component = recordPage(picture, {
  Form: PictureForm,
  unread: { options: null, title: picture.texts.readFailed },
});
