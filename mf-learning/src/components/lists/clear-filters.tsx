import { Button } from '@ki/shared/ui/button.tsx';
import { CloseIcon } from '@ki/shared/ui/icons.tsx';
import { Form } from 'react-router-dom';

interface ClearFiltersProps {
  /** Path of the list. */
  readonly action: string;
  /** Id of the form with the filters. */
  readonly form: string;
}

/** This button goes away with the filters: the keyboard goes on in the search. */
function focusFirstField(form: string): void {
  document.getElementById(form)?.querySelector('input')?.focus();
}

/** Asks for the whole list. A form of its own, so that it works without scripts. */
export const ClearFilters = ({ action, form }: ClearFiltersProps) => (
  <Form action={action} preventScrollReset onSubmit={() => focusFirstField(form)}>
    <Button type="submit" variant="quiet" size="small" lang="en" icon={<CloseIcon size={16} />}>
      Clear filters
    </Button>
  </Form>
);
